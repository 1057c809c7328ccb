import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll } from "vitest";
import settingList from "#app/platform/settings.json" with { type: "json" };
import { QUIET_HOUR, SET_CLOCK, startAt } from "../clock.js";
import { CHEAP_HASHES, QUICK_DATABASE } from "../database-options.ts";
import { fingerprint } from "../integration/fingerprint.ts";
import { serviceUrls } from "../service-urls.js";
import { leaksInLog, type Secret, secretsByPort, secretsIn, secretsOf, secretsOfSandbox } from "./leaks.ts";
import { httpRequest } from "./request.ts";

/** The arguments of node that start the sandbox and the real site. */
const ENTRIES = { sandbox: [...QUICK_DATABASE, "build/server/sandbox.js"], real: ["build/server/start.js"] };
type Settings = Record<string, string>;

const children: { child: ChildProcess; settings: Settings; written: string[] }[] = [];
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(children.map(({ child }) => end(child)));
  const leaks = children.flatMap(leaksOf);
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  if (leaks.length > 0) throw new Error(`A site leaked ${leaks.join(", ")}.`);
});

/** Returns the secrets in a process's log and in its sandbox's outbox. */
function leaksOf({ settings, written }: (typeof children)[number]): string[] {
  const outbox = path.join(settings.DATA_DIR ?? "", "outbox.jsonl");
  const sent = settings.DATA_DIR !== undefined && existsSync(outbox) ? readFileSync(outbox, "utf8") : "";
  return [
    ...leaksInLog(written.join(""), secretsOfSite(settings)).map((leak) => `${leak} in its log`),
    ...secretsIn(sent, secretsOfSite(settings)).map((leak) => `${leak} in its outbox`),
  ];
}

/** Returns the secrets among a site's settings, and those that its sandbox created. */
function secretsOfSite(settings: Settings): Secret[] {
  const keys = path.join(settings.DATA_DIR ?? "", "secrets.json");
  const created =
    settings.DATA_DIR !== undefined && existsSync(keys) ? secretsOfSandbox(readFileSync(keys, "utf8")) : [];
  return [...secretsOf(settings), ...created];
}

/** The settings of a real site with every service, none of which listens. */
export const REAL: Settings = {
  BRAND_NAME: "Jirani",
  BRAND_EMAIL: "info@jirani.example",
  PUBLIC_ORIGIN: "https://www.example.co.ke",
  APP_SECRET: "a secret of thirty-two characters",
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_PUBLISHABLE_KEY: "publishable",
  SUPABASE_SECRET_KEY: "secret-key-of-the-database",
  REGISTRAR_URL: "http://127.0.0.1:9",
  DNS_URL: "http://127.0.0.1:9",
  DNS_ACCOUNT: "0123456789abcdef0123456789abcdef",
  ...serviceUrls("http://127.0.0.1:9"),
  MAIL_KEY: "mail-key",
  BOT_CHECK_SITE_KEY: "site-key",
};

const { CONTACT_URL, MAIL_URL, MAIL_KEY, NEWSLETTER_URL, STRIDE_MAIL_URL, ...WITHOUT_WORKERS } = REAL;

/** The settings of a real site that sends its mails by SMTP, without workers. */
export const BY_SMTP: Settings = { ...WITHOUT_WORKERS, SMTP_URL: "smtp://127.0.0.1:9" };

/** The eight required settings. */
export const LEAST: Settings = Object.fromEntries(
  settingList.filter(({ required }) => required).map(({ name }) => [name, BY_SMTP[name] ?? ""]),
);

/** A running process of the site. */
export type Site = Awaited<ReturnType<typeof runSite>>;

/**
 * Starts the sandbox, the real site or node with other arguments, on free ports with these settings and no others. Waits until
 * it responds. A sandbox gets a data folder whose first start is done.
 */
export async function runSite(entry: keyof typeof ENTRIES | string[], settings: Settings = {}, folder?: string) {
  const dataDir = settings.DATA_DIR ?? (await (entry === "sandbox" ? makeReadyFolder() : makeFolder()));
  const given = { ...(await freePorts()), ...settings, DATA_DIR: dataDir };
  const { child, written } = start(typeof entry === "string" ? ENTRIES[entry] : entry, given, folder);
  const site = {
    port: Number(given.PORT),
    dataDir: given.DATA_DIR,
    sandboxPort: Number(given.SANDBOX_PORT),
    pid: child.pid ?? 0,
    /** Returns its standard output and error so far. */
    output: () => written.join(""),
    /** Waits until its output has this text so many times, which may be after the response. */
    async waitForOutput(text: string, times = 1) {
      while (written.join("").split(text).length <= times) await wait(25);
    },
    /** Sends a signal. Returns the exit code, null after SIGKILL. */
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return exitCode(child);
    },
    /** Returns the exit code when it has ended by itself. */
    ended: () => exitCode(child),
  };
  while (!(await isUp(site))) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}: ${site.output()}`);
    await wait(25);
  }
  for (const port of [site.port, site.sandboxPort]) secretsByPort.set(port, secretsOfSite(given));
  return site;
}

/** Runs a program of the site, or node with other arguments, until it ends. Returns its exit code and its output. */
export async function runToEnd(entry: keyof typeof ENTRIES | string[], settings: Settings, folder?: string) {
  const line = typeof entry === "string" ? ENTRIES[entry] : entry;
  const { child, written } = start(line, { DATA_DIR: await makeFolder(), ...settings }, folder);
  return { code: await exitCode(child), output: written.join("") };
}

/** Creates a folder that is deleted after this test file. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "mtandao-test-"));
  folders.push(folder);
  return folder;
}

const READY_FOLDERS = "node_modules/.cache/mtandao-sandbox";

/** Copies a cached data folder in which a sandbox has already started once, because the first start takes seconds. */
export async function makeReadyFolder(): Promise<string> {
  const name = await fingerprint();
  const cached = path.join(READY_FOLDERS, name);
  if (!existsSync(cached)) {
    const others = (await readdir(READY_FOLDERS).catch(() => [])).filter((other) => !other.startsWith(name));
    await Promise.all(others.map((other) => rm(path.join(READY_FOLDERS, other), { recursive: true })));
    const mine = `${cached}.${process.pid}`;
    const site = await runSite("sandbox", { DATA_DIR: mine, ...startAt(QUIET_HOUR) });
    await site.stop("SIGTERM");
    // Another process may have made the same meanwhile.
    await rename(mine, cached).catch(() => rm(mine, { recursive: true }));
  }
  const folder = await makeFolder();
  // Synchronously, because copying a thousand files one by one takes much longer.
  cpSync(cached, folder, { recursive: true });
  return folder;
}

/** Returns free ports as settings. */
export async function freePorts() {
  return { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
}

/**
 * Each test process has twenty ports of its own, below those that the system assigns. Otherwise another program could take a
 * port between the check and the start of a site, and respond in its place.
 */
const FIRST_PORT = 12_000 + (process.pid % 1000) * 20;
let ports = 0;

export async function freePort(): Promise<number> {
  const port = FIRST_PORT + (ports++ % 20);
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return port;
}

type Entry = { kind: string; to: string; subject: string; text: string; html: string; messageId?: string };

/** Returns the outbox of a sandbox, newest first, once all mails have arrived. */
export async function readOutbox({ sandboxPort }: { sandboxPort: number }): Promise<Entry[]> {
  const { status, text } = await httpRequest({ port: sandboxPort }, "/outbox.json");
  // 503: mails are still being sent.
  return status === 503 ? readOutbox({ sandboxPort }) : JSON.parse(text);
}

/** Returns the mails to an address that contain this text. */
export async function mailsTo(site: { sandboxPort: number }, email: string, pattern = /./): Promise<Entry[]> {
  return (await readOutbox(site)).filter(({ to, text, html }) => to === email && pattern.test(`${text} ${html}`));
}

function start(line: string[], settings: Settings, cwd = process.cwd()) {
  // Only tests/integration/constant-time.test.ts is about constant-time replies.
  const { PATH, HOME, CLOCK_OFFSET_MS } = process.env;
  const inherited = { PATH, HOME, CLOCK_OFFSET_MS, ACCOUNT_REPLY_MS: "0", ...CHEAP_HASHES };
  const env = { ...inherited, ...settings } as unknown as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [...SET_CLOCK, ...line], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const written: string[] = [];
  children.push({ child, settings, written });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => written.push(text));
  }
  return { child, written };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  // "close" and not "exit": only then has all output been read.
  if (child.stdout && !child.stdout.closed) await once(child, "close");
  return child.exitCode;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  await exitCode(child);
}

function isUp(site: { port: number }): Promise<boolean> {
  return httpRequest(site, "/healthz").then(
    () => true,
    () => false,
  );
}
