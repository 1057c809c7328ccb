import { beforeAll } from "vitest";
import { serveMocks } from "#mocks/serve.ts";
import { makeFolder, REAL, runSite, type Site } from "../run-site.ts";

/** The real site that the tests in this folder share. Its messages go to the mocks' outbox; it has no other services. */
export let site: Site;
beforeAll(async () => {
  const { port } = await serveMocks({ port: 0, dataDir: await makeFolder() });
  site = await runSite("real", { ...REAL, CONTACT_URL: `http://127.0.0.1:${port}/contact`, LOG_LEVEL: "warn" });
});
