// The benchmark: npm run bench [-- --quick] [-- server|dns|pages|task|load|line|worker ...] [-- --minutes=30] [-- --visits=20 --lanes=4]
// Prints a Markdown table and writes .cache/bench.json. Figures depend on the machine; ratios are of servers measured in turns.
import { randomInt } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import autocannon from "autocannon";
import lighthouse from "lighthouse";
import { launchBrowser } from "../../scripts/browser.js";
import { buildIfStale, checkNode, installIfStale } from "../../scripts/prepare.js";
import { measureAlone } from "./growth.js";
import { line } from "./line.js";
import {
  FOLDER,
  fromNewAddress,
  load,
  median,
  newBrowser,
  startProduction,
  startRaw,
  startSandbox,
} from "./servers.js";
import { worker } from "./worker.js";

checkNode();
installIfStale();
measureAlone();
buildIfStale();
const SECTIONS = { server, dns, pages, task, line, load: mixedLoad, worker };
const PAGES = ["/", "/domains", "/domains/pricing", "/contact", "/blog", "/stride", "/privacy"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const DEBUG_PORT = 9333;
/** The page cache keeps no page with an unknown parameter, so this one is rendered for each request. */
const RENDERED = "/contact?rendered=1";
/** 400 kbit/s each way, 400 ms until a response begins, and a processor six times slower. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWDOWN = 6;
const CUSTOMER = { email: "customer@example.co.ke", domain: "mamamboga.co.ke" };
const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 3 : 7;
const MINUTES = Number(/--minutes=([\d.]+)/.exec(process.argv.join(" "))?.[1] ?? (isQuick ? 1 : 30));

const rows = [];
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores\n\n| What | Measured | Target |\n|---|---|---|\n`,
);
const wanted = Object.keys(SECTIONS).filter((name) => process.argv.includes(name));
for (const name of wanted.length > 0 ? wanted : Object.keys(SECTIONS)) await SECTIONS[name](report, isQuick);
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
  await site.stop();
  await (await startSandbox()).stop();
  const sandbox = await startSandbox();
  report("Start to first page, npm start, second time", `${sandbox.firstPageMs.toFixed(0)} ms`, "≤ 3,000");
  report("Memory, sandbox, idle", `${sandbox.memoryMb().toFixed(0)} MB`);
  await sandbox.stop();
}

/** Prints node:http's CPU time for a request divided by the site's, with the same bytes. Below 1, the site is slower. */
async function compare(title, site, path, amount, target) {
  const read = () => fetch(site.origin + path, { headers: { "Accept-Encoding": "br" } });
  // A page is compressed for the cache after it was first sent.
  for (let tries = 0; tries < 5; tries += 1) await (await read()).text();
  const file = `${FOLDER}/page.br`;
  writeFileSync(file, brotliCompressSync(await (await read()).text()));
  const raw = await startRaw(file, "br");
  await load(site, path, { amount });
  const turns = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    turns.push({ site: await load(site, path, { amount }), raw: await load(raw, "/", { amount }) });
  }
  await raw.stop();
  const middle = (pick) => median(turns.map(pick));
  const cpu = (key) => `${middle((turn) => turn[key].cpuMs).toFixed(3)} ms CPU`;
  const ratio = middle((turn) => turn.raw.cpuMs / turn.site.cpuMs).toFixed(2);
  report(`${title} beside node:http`, `${cpu("site")} beside ${cpu("raw")}: **${ratio}**`, target);
  report(`${title}: 16 at once`, `${middle((turn) => turn.site.rate).toFixed(0)} requests/s`);
}

/** Response times of the DNS pages of zones of 10, 100 and 1,000 records. */
async function dns() {
  const site = await startSandbox({ DATA_DIR: `${FOLDER}/zones` });
  const browser = newBrowser(site.origin);
  await browser.signIn(CUSTOMER.email);
  const path = "/dashboard/domains/fundiwaviatu.co.ke/dns";
  const time = async (work) => {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await duration(work));
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

/** Lighthouse's mobile scores of public pages, with its benchmarkIndex: the speed of the machine, on which they depend. */
async function pages() {
  const site = await startSandbox();
  const browser = await launchBrowser([`--remote-debugging-port=${DEBUG_PORT}`]);
  for (const path of isQuick ? ["/", "/contact"] : PAGES) {
    const settings = { port: DEBUG_PORT, logLevel: "silent", onlyCategories: CATEGORIES };
    const { categories, audits, environment } = (await lighthouse(site.origin + path, settings)).lhr;
    const lost = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1).map(({ id }) => id),
    );
    const scores = CATEGORIES.map((name) => Math.round(categories[name].score * 100)).join(" · ");
    report(`${path}: performance · accessibility · best practices · SEO`, `${scores} (${lost.join(", ")})`, "100 each");
    const blocking = `${audits["total-blocking-time"].numericValue.toFixed(0)} ms`;
    report(`${path}: blocking time; machine index`, `${blocking}; ${environment.benchmarkIndex}`);
  }
  await Promise.all([browser.close(), site.stop()]);
}

/**
 * The change of a record and its undo on a slow phone, with and without scripts: a browser with Save-Data gets plain pages
 * (003).
 */
async function task() {
  const site = await startSandbox({ DATA_DIR: `${FOLDER}/task` });
  const customer = newBrowser(site.origin);
  await customer.signIn(CUSTOMER.email);
  const cookies = [...customer.cookies].map(([name, value]) => ({ name, value, url: site.origin }));
  const browser = await launchBrowser();
  const times = {};
  for (let round = 0; round < (isQuick ? 1 : 3); round += 1) {
    for (const mode of ["plain", "scripts"]) {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
      if (mode === "plain") {
        await context.addInitScript(() =>
          Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
        );
      }
      await context.addCookies(cookies);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", NETWORK);
      await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
      for (const [name, press, shown] of stepsOf(site.origin, page)) {
        times[name] ??= { plain: [], scripts: [] };
        times[name][mode].push(await duration(() => press().then(() => shown().first().waitFor())));
      }
      await context.close();
    }
  }
  for (const [name, { plain, scripts }] of Object.entries(times)) {
    const [before, after] = [plain, scripts].map((ms) => median(ms) / 1000);
    const measured = `plain ${before.toFixed(1)} s, scripts ${after.toFixed(1)} s: **${(after / before).toFixed(2)}**`;
    report(`Slow phone: ${name}`, measured, "≤ 1.1");
  }
  await Promise.all([browser.close(), site.stop()]);
}

/** Name, action and result of each step. The time runs until the result is visible. */
function stepsOf(origin, page) {
  const open = (path) => () => page.goto(origin + path, { waitUntil: "commit" });
  const press = (name) => () => page.getByRole("button", { name }).first().click({ noWaitAfter: true });
  const record = () => page.getByRole("rowheader", { name: "ofisi", exact: true });
  const field = () => page.getByLabel("IPv4 address");
  const save = async () => {
    await field().fill(`41.90.64.${1 + randomInt(250)}`);
    await press("Save record")();
  };
  const dns = `/dashboard/domains/${CUSTOMER.domain}/dns`;
  return [
    ["open the dashboard", open("/dashboard"), () => page.getByRole("heading", { name: /^Habari/ })],
    ["open the list of records", open(dns), () => page.getByRole("heading", { name: CUSTOMER.domain })],
    ["open a record", () => record().getByRole("link").first().click({ noWaitAfter: true }), field],
    ["save the record", save, () => page.getByText("DNS record updated successfully")],
    ["undo the change", press("Undo"), () => page.getByText(/ofisi points to .* again/)],
  ];
}

/** The mix of a typical day for MINUTES on one production process: alone, and then while one address floods a page. */
async function mixedLoad() {
  const site = await startProduction();
  const searches = Array.from({ length: 40 }, (_, index) => `/domains?q=taken-duka-${index}.co.ke`);
  const mix = async (seconds, what, flood) => {
    const all = [
      ["reading", 100, PAGES],
      ["searching", 10, searches],
      ...(flood ? [[`the flood, ${flood} a second`, flood, ["/domains?q=flood.com"], "10.66.0.1"]] : []),
    ];
    const results = await Promise.all(
      all.map(([, rate, paths, address]) => requestAt(site, rate, seconds, paths, address)),
    );
    for (const [at, { rate, p50, p99, failed }] of results.entries()) {
      report(`${what}: ${all[at][0]}`, `${rate.toFixed(1)} a second, ${p50} / ${p99} ms, ${failed} failed`);
    }
  };
  await mix(10, "Warm-up");
  const before = site.memoryMb();
  await mix(MINUTES * 60, "Mixed load");
  report("Memory, mixed load: early → late", `${before.toFixed(0)} → ${site.memoryMb().toFixed(0)} MB`);
  // docs/nginx.conf lets 50 requests a second of a flood through.
  for (const flood of [2_000, 50]) await mix(Math.min(60, MINUTES * 20), "Beside a flood", flood);
  await site.stop();
}

/** Sends requests at a fixed rate, each from a new address unless one is given. */
async function requestAt(site, overallRate, duration, paths, address) {
  const headers = address ? { "X-Forwarded-For": address } : {};
  const requests = paths.map((path) => ({ path, headers, setupRequest: fromNewAddress }));
  const result = await autocannon({ url: site.origin, duration, overallRate, connections: 20, requests });
  const { p50, p99 } = result.latency;
  return { rate: result.requests.average, p50, p99, failed: result.non2xx + result.errors };
}

async function duration(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
