/**
 * Carries out the Dockerfile without Docker: each stage is a folder, each COPY and RUN is done in order, and the CMD is
 * started as the image would start it, with a complete set of made-up settings and the sandbox's providers. It fails on
 * the first thing that is not as it must be. It runs this machine's Node, and takes one to two minutes. `node .config/docker-steps.js`
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Not there in the image, whatever else a package brings along. */
const FOR_DEVELOPMENT = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).devDependencies);
/** Whom the image's "node" is on this machine, when root may choose. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const START_MS = 60_000;

const root = mkdtempSync(path.join(tmpdir(), "docker-steps-"));
spawnSync("chmod", ["755", root]);
const stages = [];
const children = [];
const image = { cmd: [], health: [], USER: "root" };
try {
  for (const step of readSteps()) carryOut(step);
  checkImage();
  await tryImage();
  process.stdout.write("Every step of the Dockerfile works.\n");
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
}

/** The Dockerfile's steps: [instruction, the rest]. */
function readSteps() {
  const text = readFileSync("Dockerfile", "utf8")
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ");
  return text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1));
}

function carryOut([instruction, rest]) {
  process.stdout.write(`${instruction} ${rest.slice(0, 100)}\n`);
  const stage = stages.at(-1);
  const words = rest.split(/\s+/);
  switch (instruction) {
    case "FROM":
      return begin(words);
    case "WORKDIR":
      stage.cwd = rest;
      return mkdirSync(inStage(stage, "."), { recursive: true });
    case "ENV":
      return Object.assign(stage.env, Object.fromEntries(words.map((word) => word.split(/=(.*)/))));
    case "COPY":
      return copy(stage, words);
    case "RUN":
      return run(stage, rest);
    case "CMD":
      image.cmd = JSON.parse(rest);
      return;
    case "HEALTHCHECK":
      image.health = JSON.parse(/CMD (.*)$/.exec(rest)[1]);
      return;
    case "USER":
    case "STOPSIGNAL":
    case "EXPOSE":
      image[instruction] = rest;
      return;
    default:
      assert.fail(`${instruction} is not known to this script.`);
  }
}

function begin(words) {
  assert.match(words[0], /^node:\d+-slim$/);
  const name = words[2] ?? "image";
  stages.push({ name, folder: path.join(root, name), cwd: "/", env: {} });
}

function inStage(stage, place) {
  return path.join(stage.folder, path.resolve(stage.cwd, place));
}

function copy(stage, words) {
  const from = /^--from=(.*)/.exec(words[0])?.[1];
  const places = from ? words.slice(1) : words;
  const target = inStage(stage, places.at(-1));
  for (const place of places.slice(0, -1)) {
    const source = from ? path.join(root, from, place) : place;
    if (!from) assert(isInContext(place), `${place} is kept out by .dockerignore.`);
    const isFolder = places.at(-1).endsWith("/");
    cpSync(source, isFolder ? path.join(target, path.basename(place)) : target, { recursive: true });
  }
}

/** Whether .dockerignore, which leaves out everything and then names exceptions, lets a place through. */
function isInContext(place) {
  return readFileSync(".dockerignore", "utf8").split("\n").includes(`!${place}`);
}

function run(stage, command) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...npmSettings(), ...stage.env };
  const { status } = spawnSync("sh", ["-c", command], {
    cwd: inStage(stage, "."),
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  assert.equal(status, 0, `RUN ${command} failed.`);
}

/** How this machine reaches its package registry. */
function npmSettings() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(npm_config_|https?_proxy$|NODE_EXTRA_CA)/i.test(name)),
  );
}

function checkImage() {
  const [final] = stages.slice(-1);
  assert.equal(image.cmd[0], "node");
  assert.deepEqual(
    [image.USER, image.STOPSIGNAL, final.env.SANDBOX, final.env.NODE_ENV],
    ["node", "SIGTERM", "0", "production"],
  );
  const there = FOR_DEVELOPMENT.filter((name) => existsSync(inStage(final, `node_modules/${name}`)));
  assert.deepEqual(there, [], "These packages are for development.");
  for (const place of [".env", ".data", ".git", "app", "mocks"]) assert(!existsSync(inStage(final, place)), place);
  const { stdout } = spawnSync("du", ["-sm", inStage(final, ".")], { encoding: "utf8" });
  process.stdout.write(`The image adds ${stdout.split("\t")[0]} MB to node's.\n`);
}

async function tryImage() {
  const [final, builder] = [stages.at(-1), stages.find((stage) => stage.name === "build")];
  const [port, sandbox, outbox] = [await freePort(), await freePort(), await freePort()];
  const inImage = (line, env) =>
    start(line.slice(1), { ...final.env, ...env }, { cwd: inStage(final, "."), ...NOBODY });

  // The providers: the sandbox of the same build, which reads supabase/ of this folder.
  const pretended = { NODE_ENV: "production", PORT: sandbox, SANDBOX_PORT: outbox, DATA_DIR: path.join(root, "data") };
  start([inStage(builder, "build/server/sandbox.js")], pretended, {});
  await answer(sandbox, "/healthz");

  const refused = inImage(image.cmd, {});
  assert.equal(await refused.code, 1);
  assert.match(refused.output(), /^These settings are missing: .*PUBLIC_ORIGIN/);

  const site = inImage(image.cmd, { ...settings(outbox), PORT: port });
  for (const place of ["/healthz", "/", "/favicon.svg", "/projects", "/sitemap.xml", "/card.png?page=/"])
    assert.equal((await answer(port, place)).status, 200, place);
  assert.match(await (await answer(port, "/")).text(), /<header[\s\S]*<footer/);
  const sent = await send(port);
  assert.deepEqual([sent.status, sent.headers.get("location")], [303, "/contact"]);
  assert.match(await (await answer(outbox, "/outbox.json")).text(), /njeri@example.co.ke/);
  assert.equal(await inImage(image.health, { PORT: port }).code, 0, "HEALTHCHECK of a site that is well");
  site.child.kill(image.STOPSIGNAL);
  assert.equal(await site.code, 0, site.output());
  assert.equal(await inImage(image.health, { PORT: port }).code, 1, "HEALTHCHECK of a site that is gone");
}

/** Everything that is required; only the providers are there, as the sandbox pretends them. */
function settings(outbox) {
  const origin = `http://127.0.0.1:${outbox}`;
  const own = { BRAND_NAME: "Jirani", BRAND_EMAIL: "info@jirani.example", PUBLIC_ORIGIN: "https://www.jirani.example" };
  const keys = {
    APP_SECRET: "0123456789abcdef0123456789abcdef",
    SUPABASE_PUBLISHABLE_KEY: "p",
    SUPABASE_SECRET_KEY: "s",
  };
  const services = {
    SUPABASE_URL: `${origin}/supabase`,
    REGISTRAR_URL: `${origin}/proxy/godaddy`,
    DNS_URL: `${origin}/proxy/cloudflare`,
    DNS_ACCOUNT: "0123456789abcdef0123456789abcdef",
    CONTACT_URL: `${origin}/contact`,
    PROJECTS_URL: `${origin}/worker/projects`,
    MAIL_URL: `${origin}/mail`,
    MAIL_KEY: "mail-key",
    NEWSLETTER_URL: `${origin}/newsletter`,
    STRIDE_MAIL_URL: `${origin}/stride-mail`,
    BOT_CHECK_URL: `${origin}/bot-check`,
    BOT_CHECK_SITE_KEY: "site-key",
  };
  return { ...own, ...keys, ...services };
}

function start(line, env, options) {
  const texts = Object.entries(env).map(([name, value]) => [name, String(value)]);
  const all = { PATH: process.env.PATH, ...Object.fromEntries(texts) };
  const child = spawn(process.execPath, line, { env: all, stdio: ["ignore", "pipe", "pipe"], ...options });
  children.push(child);
  const written = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => written.push(text));
  }
  const code = new Promise((resolve) => child.once("close", resolve));
  return { child, code, output: () => written.join("") };
}

async function answer(port, place) {
  for (const end = Date.now() + START_MS; ; await wait(50)) {
    try {
      return await fetch(`http://127.0.0.1:${port}${place}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

function send(port) {
  const typed = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", website_2: "" };
  const headers = { "Sec-Fetch-Site": "same-origin" };
  return fetch(`http://127.0.0.1:${port}/contact`, {
    method: "POST",
    headers,
    body: new URLSearchParams(typed),
    redirect: "manual",
  });
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
