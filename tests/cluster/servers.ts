import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll } from "vitest";
import { hasPostgres15 } from "../integration/temporary-postgres.ts";
import { hasRedis } from "../redis-server.ts";
import { freePort, makeFolder } from "../resilience/run-site.ts";

const NGINX = "/usr/sbin/nginx";

/** The names of the required servers that are not installed. */
export const missingServers = [
  ...(hasPostgres15 ? [] : ["PostgreSQL 15"]),
  ...(existsSync(NGINX) ? [] : ["nginx"]),
  ...(hasRedis ? [] : ["Redis"]),
];

const children: ChildProcess[] = [];
afterAll(async () => {
  // Not SIGKILL: nginx would leave its worker behind.
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, "exit")));
});

/** A text of the configuration and its replacement. */
export type Change = [from: string, to: string];

/**
 * Starts nginx with docs/nginx.conf and changes to it, in front of two ports of the site. Returns its port and its error log.
 */
export async function startNginx(sites: [number, number], changes: Change[] = []) {
  const [folder, port, config] = await Promise.all([makeFolder(), freePort(), readFile("docs/nginx.conf", "utf8")]);
  const own: Change[] = [
    ["listen 80;", `listen 127.0.0.1:${port};`],
    ["127.0.0.1:3000", `127.0.0.1:${sites[0]}`],
    ["127.0.0.1:3010", `127.0.0.1:${sites[1]}`],
  ];
  const site = [...own, ...changes].reduce((text, [from, to]) => replaced(text, from, to), config);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`);
  const main = [
    "daemon off; pid nginx.pid; error_log stderr;",
    process.getuid?.() === 0 ? "user root;" : "",
    `events {} http { access_log off; ${temporary.join(" ")} ${site} }`,
  ];
  await writeFile(path.join(folder, "nginx.conf"), main.join("\n"));
  const output = await startServer(NGINX, ["-p", folder, "-c", "nginx.conf", "-e", "stderr"], port);
  return { port, output };
}

/** Starts a server and waits until it listens. Returns its output, which grows. */
async function startServer(program: string, args: string[], port: number): Promise<string[]> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output.join("")}`);
    await wait(20);
  }
  return output;
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`docs/nginx.conf has no "${from}".`);
  return text.replace(from, to);
}
