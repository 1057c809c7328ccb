import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../scripts/free-port.js";

const START_DEADLINE_MS = 60_000;
const PATIENCE_MS = 20;
/** Linux counts a process's time in hundredths of a second. */
const CPU_TICK_MS = 10;
const here = import.meta.dirname;
const children = new Set();

process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/**
 * Starts an entry of the site on free ports with these settings and no others; its output goes to a file, as it does in
 * production. Gives back the process once it has answered "/", and the milliseconds that took.
 */
export async function startSite({ entry, settings = {}, logFile }) {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...ports, ...settings };
  const output = openSync(logFile, "w");
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entry], { env, stdio: ["ignore", output, output] });
  const site = own(child, `http://127.0.0.1:${ports.PORT}`);
  while (!(await answers(site.origin))) {
    if (child.exitCode !== null) throw new Error(`${entry} ended: ${readFileSync(logFile, "utf8")}`);
    if (performance.now() - startedAt > START_DEADLINE_MS) throw new Error(`${entry} does not answer.`);
    await wait(PATIENCE_MS);
  }
  return { ...site, sandboxPort: Number(ports.SANDBOX_PORT), firstPageMs: performance.now() - startedAt };
}

/** Starts a raw server for the bytes of a file, with this head: names and values in turn. */
export async function startRaw(file, head) {
  const args = [path.join(here, "raw-server.js"), file, JSON.stringify(head)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return own(child, `http://127.0.0.1:${String(port).trim()}`);
}

/** Runs the load generator. Adds to its figures the server's own time for one request, in microseconds. */
export async function load(server, options) {
  const before = server.cpuMs();
  const task = JSON.stringify({ origin: server.origin, ...options });
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(here, "load.js"), task]);
  const figures = JSON.parse(stdout);
  if (figures.bad > 0) throw new Error(`${figures.bad} replies of ${options.path} were not 200.`);
  return { ...figures, micros: ((server.cpuMs() - before) * 1000) / (figures.rate * options.seconds) };
}

function own(child, origin) {
  children.add(child);
  const proc = (file) => readFileSync(`/proc/${child.pid}/${file}`, "utf8");
  return {
    origin,
    cpuMs() {
      const [user, system] = proc("stat").split(") ")[1].split(" ").slice(11, 13).map(Number);
      return (user + system) * CPU_TICK_MS;
    },
    rssMb: () => Number(/VmRSS:\s+(\d+) kB/.exec(proc("status"))?.[1]) / 1024,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      children.delete(child);
    },
  };
}

function answers(origin) {
  return fetch(origin).then(
    (reply) => reply.text().then(() => reply.ok),
    () => false,
  );
}
