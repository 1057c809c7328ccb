// The load of a day's many visitors on one process: npm run bench:load [-- --minutes=30]. A real process, with a sandbox's
// providers and database in another, is read, searched, signed in to and has its DNS edited, all at once at fixed rates, for half
// an hour; then one route is flooded. Prints a table and writes .cache/bench-load.json. No test: figures depend on the machine.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { buildIfStale, checkNode, installIfStale } from "../../scripts/prepare.js";
import { CUSTOMERS, newCustomer } from "./customer.js";
import { median } from "./median.js";
import { startOutside } from "./outside.js";
import { startSite } from "./processes.js";

const MINUTES = Number(/--minutes=([\d.]+)/.exec(process.argv.join(" "))?.[1] ?? 30);
/** Requests a second. */
const RATES = { reading: 100, searching: 10, flood: 2000, held: 50 };
const CONNECTIONS = { reading: 20, searching: 5, flood: 50, held: 50 };
const PAGES = ["/", "/domains/pricing", "/blog", "/contact", "/projects", "/stride", "/privacy"];
/** A customer may change 30 records a minute. */
const EDIT_EVERY_MS = 3_000;
const SIGN_IN_EVERY_MS = 2_000;
const SAMPLE_EVERY_MS = 5_000;
const FLOOD_SECONDS = Math.min(60, MINUTES * 20);

checkNode();
installIfStale();
buildIfStale();
const folder = ".cache/bench-load";
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = await startSite({
  entry: "build/server/start.js",
  settings: { ...(await startOutside(folder)), DATA_DIR: `${folder}/data`, METRICS_PORT: "13999" },
  logFile: `${folder}/site.log`,
});

await mixed(10);
const [mix, samples] = await watched(MINUTES * 60);
const calm = await mixed(FLOOD_SECONDS);
const [flooded, flood] = await besideFlood("flood");
// As much of it as docs/nginx.conf lets through.
const [besideHeld, held] = await besideFlood("held");
await site.stop();

const part = Math.max(1, Math.floor(samples.length / 5));
const [early, late] = [samples.slice(part, 2 * part), samples.slice(-part)];
const of = (some, what) => median(some.map((sample) => sample[what]));
const figures = {
  date: new Date().toISOString(),
  machine: { node: process.version, processor: cpus()[0]?.model, cores: cpus().length },
  minutes: MINUTES,
  mix,
  loopP99Ms: { median: of(samples, "loopMs"), worst: Math.max(...samples.map(({ loopMs }) => loopMs)) },
  cores: of(samples, "cores"),
  memory: Object.fromEntries(
    ["rssMb", "heapMb"].map((what) => [what, { early: of(early, what), late: of(late, what) }]),
  ),
  calm,
  flooded,
  flood,
  besideHeld,
  held,
};
writeFileSync(".cache/bench-load.json", `${JSON.stringify(figures, null, 2)}\n`);
print(figures);
process.exit();

/** The mixed load, and what was seen of the process meanwhile. */
async function watched(seconds) {
  const seen = [];
  const running = mixed(seconds).then((figures) => [figures, seen]);
  let busy = site.cpuMs();
  for (let left = (seconds * 1000) / SAMPLE_EVERY_MS; left >= 1; left -= 1) {
    await wait(SAMPLE_EVERY_MS);
    const text = await (await fetch("http://127.0.0.1:13999/metrics")).text();
    const metric = (name) => Number(new RegExp(`^mtandao_nodejs_${name} (\\S+)$`, "m").exec(text)?.[1]);
    const now = site.cpuMs();
    seen.push({
      loopMs: metric("eventloop_lag_p99_seconds") * 1000,
      rssMb: site.rssMb(),
      heapMb: metric("heap_size_used_bytes") / 1e6,
      cores: (now - busy) / SAMPLE_EVERY_MS,
    });
    busy = now;
  }
  return running;
}

/** Everything at once for so many seconds, as rate and times by kind. */
async function mixed(seconds) {
  const names = Array.from({ length: 40 }, (_, index) => `/domains?q=taken-duka-${index}.co.ke`);
  const customers = CUSTOMERS.map((email) => newCustomer(site.origin, email));
  for (const customer of customers) await customer.signIn();
  const [reading, searching, signingIn, editing] = await Promise.all([
    load(
      "reading",
      seconds,
      PAGES.map((path) => ({ path })),
    ),
    load(
      "searching",
      seconds,
      names.map((path) => ({ path })),
    ),
    repeat(seconds, SIGN_IN_EVERY_MS, (turn) => newCustomer(site.origin, CUSTOMERS[turn % 2]).signIn()),
    repeat(seconds, EDIT_EVERY_MS, (turn) => customers[turn % 2].editRecord()),
  ]);
  return { reading, searching, signingIn, editing };
}

/** The mixed load while one address asks for one search at the rate of this kind, and what became of that. */
function besideFlood(kind) {
  const search = { path: "/domains?q=flood.com", headers: { "X-Forwarded-For": "10.66.0.1" } };
  return Promise.all([mixed(FLOOD_SECONDS), load(kind, FLOOD_SECONDS, [search])]);
}

/** Requests in turns at the rate of this kind, each of another visitor unless it says otherwise. */
async function load(kind, seconds, requests) {
  let visitor = 0;
  const setupRequest = (request) => {
    visitor += 1;
    const address = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    return { ...request, headers: { "X-Forwarded-For": address, "Accept-Encoding": "br", ...request.headers } };
  };
  const result = await autocannon({
    url: site.origin,
    duration: seconds,
    overallRate: RATES[kind],
    connections: CONNECTIONS[kind],
    requests: requests.map((request) => ({ ...request, setupRequest })),
  });
  const { p50, p99 } = result.latency;
  return { rate: result.requests.average, p50, p99, bad: result.non2xx + result.errors };
}

/** Does something again and again, beginning one at a time. */
async function repeat(seconds, everyMs, work) {
  const times = [];
  let bad = 0;
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const startedAt = performance.now();
    await work(turn).catch((error) => {
      bad += 1;
      process.stderr.write(`${error.message}\n`);
    });
    const took = performance.now() - startedAt;
    times.push(took);
    await wait(Math.max(0, everyMs - took));
  }
  const sorted = times.sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)];
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99), bad };
}

function print({ mix, calm, flooded, flood, besideHeld, held, loopP99Ms, cores, memory }) {
  const line = (name, { rate, p50, p99, bad }) =>
    `| ${name} | ${rate.toFixed(1)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${bad} |`;
  const change = (early, late) =>
    `${early.toFixed(0)} → ${late.toFixed(0)} MB (${(100 * (late / early - 1)).toFixed(1)} %)`;
  const rows = [
    `| ${MINUTES} minutes | a second | p50 ms | p99 ms | failed |`,
    "|---|---|---|---|---|",
    ...Object.entries(mix).map(([name, one]) => line(name, one)),
    ...Object.keys(mix).flatMap((name) => [
      line(`${name}, before the flood`, calm[name]),
      line(`${name}, beside the flood`, flooded[name]),
      line(`${name}, beside what nginx lets through`, besideHeld[name]),
    ]),
    line("the flood itself (429 counts as failed)", flood),
    line("what nginx lets through", held),
    "",
    `Event loop late, p99 of five seconds: ${loopP99Ms.median.toFixed(0)} ms, at worst ${loopP99Ms.worst.toFixed(0)} ms`,
    `Processor: ${cores.toFixed(2)} cores`,
    `Memory: ${change(memory.rssMb.early, memory.rssMb.late)}; heap ${change(memory.heapMb.early, memory.heapMb.late)}`,
  ];
  process.stdout.write(`${rows.join("\n")}\n`);
}
