import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./free-port.js";
import { buildIfStale, checkNode, giveUp, installIfStale, isRealSite } from "./prepare.js";

checkNode();
const ENV_FILE = /^--env-file=/;
const args = process.argv.slice(2).filter((arg) => !ENV_FILE.test(arg));
for (const arg of process.argv.filter((one) => ENV_FILE.test(one))) {
  const file = arg.replace(ENV_FILE, "");
  if (!existsSync(file)) giveUp(`There is no file ${file}.`);
  process.loadEnvFile(file);
}

if (isRealSite()) {
  if (!existsSync("build/server/doctor.js")) giveUp("There is no build. Run npm ci and npm run build first.");
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  await import("../build/server/doctor.js");
} else {
  installIfStale();
  buildIfStale();
  const stop = (await isRunning()) ? undefined : await startSandbox();
  const { examineSandbox } = await import("../build/server/sandbox-doctor.js");
  const code = await examineSandbox(args);
  await stop?.();
  process.exit(code);
}

/** Whether the sandbox of these settings is running: both its doors answer. */
async function isRunning() {
  const port = Number(process.env.PORT?.trim() || 3000);
  const doors = [`${port}/healthz`, `${process.env.SANDBOX_PORT?.trim() || port + 1}/outbox.json`];
  const asked = await Promise.allSettled(doors.map((door) => fetch(`http://127.0.0.1:${door}`)));
  return asked.every(({ value }) => value?.ok);
}

/** Starts a sandbox of the doctor's own, in a folder and at ports that are nobody's. Gives back how to end it. */
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
