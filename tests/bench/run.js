// The benchmark: npm run bench [-- --quick] [-- server|dns|pages|tasks ...] [-- --beside=URL,PID]
// Prints a Markdown table and writes .cache/bench.json. Figures depend on the machine, so each one stands beside a floor that was
// measured in turns with it. With --beside, the rendered contact page is compared with another server's, such as `next start`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { buildIfStale, checkNode, installIfStale } from "../../scripts/prepare.js";

checkNode();
installIfStale();
buildIfStale();
const { newBrowser } = await import("./customer.js");
const { measureHarsh, openLighthouse, scorePage } = await import("./lighthouse.js");
const { FOLDER, load, median, startProduction, startRaw, startSandbox, usageOf } = await import("./servers.js");
const { measureTasks } = await import("./tasks.js");

const SECTIONS = { server, dns, pages, tasks };
const PAGES = ["/", "/domains", "/domains/pricing", "/contact", "/blog", "/stride", "/privacy"];
const EMPTY_PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Hello</title><p>Hello';
/** The page cache keeps no page with an unknown parameter, so this one is rendered for each request. */
const RENDERED = "/contact?rendered=1";
const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 3 : 7;

const rows = [];
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores\n\n| What | Measured | Target |\n|---|---|---|\n`,
);
const wanted = Object.keys(SECTIONS).filter((name) => process.argv.includes(name));
for (const name of wanted.length > 0 ? wanted : Object.keys(SECTIONS)) await SECTIONS[name]();
writeFileSync(".cache/bench.json", `${JSON.stringify({ date: new Date(), node: process.version, rows }, null, 2)}\n`);
process.exit();

function report(what, measured, target = "") {
  rows.push({ what, measured, target });
  process.stdout.write(`| ${what} | ${measured} | ${target} |\n`);
}

/** CPU time of a cached page and of a rendered one beside node:http with the same bytes; start and memory. */
async function server() {
  for (const LOG_LEVEL of ["silent", "info"]) {
    const site = await startProduction({ LOG_LEVEL });
    await compare(`Cached home, log ${LOG_LEVEL}`, site, "/", isQuick ? 5_000 : 20_000, "≥ 0.4");
    await site.stop();
  }
  const site = await startProduction();
  report("Start to first page, production", `${site.firstPageMs.toFixed(0)} ms`, "≤ 3,000");
  await wait(2_000);
  const idleMb = site.memoryMb();
  await compare("Contact page, rendered each time", site, RENDERED, isQuick ? 200 : 500);
  const alone = await load(site, RENDERED, { amount: 100, connections: 1 });
  report("Contact page alone, p50 / p99", `${alone.p50} / ${alone.p99} ms`);
  report("Memory, production: idle / after load", `${idleMb.toFixed(0)} / ${site.memoryMb().toFixed(0)} MB`);
  const beside = /--beside=(\S+),(\d+)/.exec(process.argv.join(" "));
  if (beside) {
    const { origin, pathname } = new URL(beside[1]);
    const other = { origin, ...usageOf(beside[2]) };
    await compareWith("Contact page beside another server", [site, RENDERED], [other, pathname], 200, "≥ 1.3");
  }
  await site.stop();
  await (await startSandbox()).stop();
  const sandbox = await startSandbox();
  report("Start to first page, npm start, second time", `${sandbox.firstPageMs.toFixed(0)} ms`, "≤ 3,000");
  report("Memory, sandbox, idle", `${sandbox.memoryMb().toFixed(0)} MB`);
  await sandbox.stop();
}

/** Compares a page with node:http that sends the same bytes. */
async function compare(title, site, path, amount, target) {
  const read = () => fetch(site.origin + path, { headers: { "Accept-Encoding": "br" } });
  // A page is compressed for the cache after it was first sent.
  for (let tries = 0; tries < 5; tries += 1) await (await read()).text();
  const file = `${FOLDER}/page.br`;
  writeFileSync(file, brotliCompressSync(await (await read()).text()));
  const raw = await startRaw(file, "br");
  await compareWith(`${title} beside node:http`, [site, path], [raw, "/"], amount, target);
  await raw.stop();
}

/** Loads two servers in turns. The ratio says how many times as many requests the first one serves with the same CPU time. */
async function compareWith(title, [site, path], [other, otherPath], amount, target) {
  await load(site, path, { amount });
  const turns = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    turns.push({ site: await load(site, path, { amount }), other: await load(other, otherPath, { amount }) });
  }
  const middle = (pick) => median(turns.map(pick));
  const cpu = (key) => `${middle((turn) => turn[key].cpuMs).toFixed(3)} ms CPU`;
  const ratio = middle((turn) => turn.other.cpuMs / turn.site.cpuMs).toFixed(2);
  report(title, `${cpu("site")} beside ${cpu("other")}: **${ratio}**`, target);
  report(`${title}: 16 at once`, `${middle((turn) => turn.site.rate).toFixed(0)} requests/s`);
}

/** Response times of the DNS pages of zones of 10, 100 and 1,000 records. */
async function dns() {
  const site = await startSandbox({ DATA_DIR: `${FOLDER}/zones` });
  const browser = newBrowser(site.origin);
  await browser.signIn("customer@example.co.ke");
  const path = "/dashboard/domains/fundiwaviatu.co.ke/dns";
  const time = async (work) => {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      await work();
      times.push(performance.now() - startedAt);
    }
    return median(times).toFixed(0);
  };
  for (const size of [10, 100, 1000]) {
    const records = Array.from({ length: size }, (_, n) => `tawi${n} 3600 IN A 41.90.64.${(n % 250) + 1}`);
    const compared = () => browser.request(`${path}/import`, { text: records.join("\n"), mode: "exact" });
    const { location: plan } = await compared();
    const preview = await time(() => browser.request(plan));
    await browser.request(plan, { intent: "apply" });
    while ((await browser.request(plan)).html.includes('value="continue"')) {
      await browser.request(plan, { intent: "continue" });
    }
    const list = await time(() => browser.request(path));
    const filtered = await time(() => browser.request(`${path}?q=tawi7`));
    const bytes = brotliCompressSync((await browser.request(path)).html).length;
    const times = `${list} · ${filtered} · ${await time(compared)} · ${preview} ms; ${bytes} B`;
    report(`Zone of ${size} records: list · filtered · compared with a file · preview; bytes of the list`, times);
  }
  await site.stop();
}

/** Lighthouse's scores of public pages, and first paints on a slow phone beside an empty page. */
async function pages() {
  const site = await startSandbox();
  writeFileSync(`${FOLDER}/empty.html`, EMPTY_PAGE);
  const empty = await startRaw(`${FOLDER}/empty.html`);
  const lighthouse = await openLighthouse();
  for (const path of isQuick ? ["/", "/contact"] : PAGES) {
    const url = site.origin + path;
    const { scores, lost, blockingMs, machineIndex, bytes } = await scorePage(url);
    const missed = lost.length > 0 ? ` (${lost.join(", ")})` : "";
    report(`${path}: performance · accessibility · best practices · SEO`, `${scores.join(" · ")}${missed}`, "100 each");
    report(`${path}: blocking time; machine index; bytes`, `${blockingMs.toFixed(0)} ms; ${machineIndex}; ${bytes}`);
    const turns = [];
    for (let round = 0; round < (isQuick ? 1 : 5); round += 1) {
      turns.push({ page: await measureHarsh(url), floor: await measureHarsh(empty.origin) });
    }
    const ratio = (key) => median(turns.map(({ page, floor }) => page[key] / floor[key])).toFixed(2);
    report(`${path}: harsh FCP · LCP ÷ an empty page`, `${ratio("fcp")} · ${ratio("lcp")}`, "≤ 1.15");
    report(`${path}: harsh script time`, `${median(turns.map(({ page }) => page.scriptMs)).toFixed(0)} ms`);
  }
  await Promise.all([lighthouse.close(), site.stop(), empty.stop()]);
}

/** Steps of whole tasks on a slow phone, with and without scripts. */
async function tasks() {
  const site = await startSandbox({ DATA_DIR: `${FOLDER}/tasks` });
  for (const { protocol, visit, step, modes } of await measureTasks(site, isQuick ? 1 : 3, isQuick)) {
    const cells = Object.entries(modes).map(
      ([mode, { seconds, bytes, requests }]) =>
        `${mode} ${seconds.toFixed(1)} s · ${(bytes / 1024).toFixed(1)} KB · ${requests}`,
    );
    const ratio = (modes.scripts.seconds / modes.plain.seconds).toFixed(2);
    const target = visit === "first" ? "≤ 1.1 × plain" : "≤ plain";
    report(`Slow phone, ${protocol}, ${visit} visit: ${step}`, `${cells.join("; ")}; **${ratio}**`, target);
  }
  await site.stop();
}
