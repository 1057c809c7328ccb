import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./free-port.js";
import { checkNode, giveUp, isBuilt, isRealSite, refuseRealSite, takeSettings } from "./prepare.js";

checkNode();
const { args, files } = takeSettings();
// The doctor never builds or installs, because that would replace files of a running site.
if (!existsSync("build/server/doctor.js")) giveUp("There is no build. Run npm ci and npm run build first.");

if (isRealSite()) {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  await import("../build/server/doctor.js");
} else {
  // Checking the sandbox would say nothing about a real site.
  refuseRealSite("doctor", files);
  if (!isBuilt()) process.stderr.write("The sources have changed since the build: npm start builds them.\n");
  const stop = (await isRunning()) ? undefined : await startSandbox();
  const { examineSandbox } = await import("../build/server/sandbox-doctor.js");
  const code = await examineSandbox(args);
  await stop?.();
  process.exit(code);
}

/** Returns whether this sandbox is running, by requests to its site and outbox. Exits if a real site is running at its port. */
async function isRunning() {
  const port = Number(process.env.PORT?.trim() || 3000);
  const urls = [`${port}/healthz`, `${process.env.SANDBOX_PORT?.trim() || port + 1}/outbox.json`];
  const replies = await Promise.allSettled(urls.map((url) => fetch(`http://127.0.0.1:${url}`)));
  // The outbox responds with 503 while mails are pending.
  const [site, outbox] = replies.map(({ value }) => value?.status === 200 || value?.status === 503);
  if (site && !outbox) {
    giveUp(`A site that is not the sandbox answers at port ${port}. To examine it: npm run doctor -- --env-file=FILE`);
  }
  return site && outbox;
}

/** Starts a sandbox for the doctor in a temporary folder and at free ports. Returns how to stop it. */
async function startSandbox() {
  process.stderr.write("No sandbox is running here: starting one to look at …\n");
  const folder = mkdtempSync(path.join(tmpdir(), "mtandao-doctor-"));
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  Object.assign(process.env, ports, { DATA_DIR: folder, METRICS_PORT: "" });
  const env = { ...process.env, LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, [...process.execArgv, "build/server/sandbox.js"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  if (child.exitCode !== null) giveUp("The sandbox did not start.");
  return async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
