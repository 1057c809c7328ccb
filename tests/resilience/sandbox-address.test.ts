// The addresses at which a sandbox listens: a container publishes its ports for an address outside.
import { expect, test } from "vitest";
import { runSite } from "./run-site.ts";

/** Another loopback address, which only a server at every address has. Only Linux has it without set-up. */
const OTHER = "127.0.0.2";

test.runIf(process.platform === "linux").each([
  ["HOST=0.0.0.0 and SANDBOX=1", { HOST: "0.0.0.0", SANDBOX: "1" }, [200, 200]],
  ["HOST=0.0.0.0 alone", { HOST: "0.0.0.0" }, [200, undefined]],
  ["SANDBOX=1 alone", { SANDBOX: "1" }, [undefined, undefined]],
])("with %s the site and the API answer at other addresses as they should", async (_settings, settings, expected) => {
  const site = await runSite("sandbox", settings);
  const ask = (port: number, path: string) =>
    fetch(`http://${OTHER}:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  expect([await ask(site.port, "/"), await ask(site.sandboxPort, "/clock")]).toEqual(expected);
  expect((await fetch(`http://127.0.0.1:${site.sandboxPort}/clock`)).status).toBe(200);
});
