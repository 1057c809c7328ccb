// A day's mixed load on one production process: npm run bench:load [-- --minutes=30]
// Pages are read, names searched, customers sign in and change DNS records, all at fixed rates; then one address floods a route.
// Prints a Markdown table. Figures depend on the machine.
import { randomInt } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { freePort } from "../../scripts/free-port.js";
import { buildIfStale, checkNode, installIfStale } from "../../scripts/prepare.js";
import { newBrowser } from "./customer.js";
import { FOLDER, fromNewAddress, median, startProduction } from "./servers.js";

const MINUTES = Number(/--minutes=([\d.]+)/.exec(process.argv.join(" "))?.[1] ?? 30);
const FLOOD_SECONDS = Math.min(60, MINUTES * 20);
const SAMPLE_EVERY_MS = 5_000;
const PAGES = ["/", "/domains/pricing", "/blog", "/contact", "/projects", "/stride", "/privacy"];
const SEARCHES = Array.from({ length: 40 }, (_, index) => `/domains?q=taken-duka-${index}.co.ke`);
const CUSTOMERS = [
  { email: "customer@example.co.ke", domain: "mamamboga.co.ke" },
  { email: "second@example.co.ke", domain: "oumaelectronics.co.ke" },
];

checkNode();
installIfStale();
buildIfStale();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const METRICS_PORT = String(await freePort());
const site = await startProduction({ METRICS_PORT });

await mixedLoad(10);
const [mix, samples] = await Promise.all([mixedLoad(MINUTES * 60), sample(MINUTES * 60)]);
const calm = await mixedLoad(FLOOD_SECONDS);
const [besideFlood, flood] = await Promise.all([mixedLoad(FLOOD_SECONDS), floodAt(2_000)]);
// docs/nginx.conf lets 50 requests a second of it through.
const [besideLimited, limited] = await Promise.all([mixedLoad(FLOOD_SECONDS), floodAt(50)]);
await site.stop();
print();
process.exit();

async function mixedLoad(seconds) {
  const customers = CUSTOMERS.map(({ domain }) => ({
    ...newBrowser(site.origin, "X-Forwarded-For"),
    domain,
    path: undefined,
  }));
  for (const [index, customer] of customers.entries()) await customer.signIn(CUSTOMERS[index].email);
  const signIn = (turn) => newBrowser(site.origin, "X-Forwarded-For").signIn(CUSTOMERS[turn % 2].email);
  const [reading, searching, signingIn, editing] = await Promise.all([
    requestAt(100, seconds, 20, PAGES),
    requestAt(10, seconds, 5, SEARCHES),
    repeat(seconds, 2_000, signIn),
    // A customer may change 30 records a minute.
    repeat(seconds, 3_000, (turn) => changeRecord(customers[turn % 2])),
  ]);
  return { reading, searching, "signing in": signingIn, "changing a record": editing };
}

/** Gives the first address record of the customer's domain another address. */
async function changeRecord(customer) {
  const dns = `/dashboard/domains/${customer.domain}/dns`;
  customer.record ??= /\/dns\/([0-9a-f]{32})\/edit"/.exec((await customer.request(dns)).html)?.[1];
  const content = `41.90.${randomInt(256)}.${1 + randomInt(254)}`;
  await customer.submit(`${dns}/${customer.record}/edit`, `edit-record-${customer.record}-form`, { content });
}

/** One address searches one name at this rate for the length of the flood. */
function floodAt(rate) {
  return requestAt(rate, FLOOD_SECONDS, 50, ["/domains?q=flood.com"], "10.66.0.1");
}

/** Sends requests at a fixed rate, each from a new address unless one is given. */
async function requestAt(rate, seconds, connections, paths, address) {
  const headers = address ? { "X-Forwarded-For": address } : {};
  const requests = paths.map((path) => ({ path, headers, setupRequest: fromNewAddress }));
  const options = { url: site.origin, duration: seconds, overallRate: rate, connections, requests };
  const { requests: sent, latency, non2xx, errors } = await autocannon(options);
  return { rate: sent.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}

/** Starts some work every `everyMs`, one at a time. */
async function repeat(seconds, everyMs, work) {
  const times = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const startedAt = performance.now();
    await work(turn).catch((error) => {
      failed += 1;
      process.stderr.write(`${error.message}\n`);
    });
    times.push(performance.now() - startedAt);
    await wait(Math.max(0, everyMs - times.at(-1)));
  }
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share) => sorted[Math.floor(sorted.length * share)];
  return { rate: times.length / seconds, p50: percentile(0.5), p99: percentile(0.99), failed };
}

/** Reads the process's own figures every five seconds. */
async function sample(seconds) {
  const samples = [];
  for (let left = (seconds * 1000) / SAMPLE_EVERY_MS; left >= 1; left -= 1) {
    const cpuBefore = site.cpuMs();
    await wait(SAMPLE_EVERY_MS);
    const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    const metric = (name) => Number(new RegExp(`^mtandao_nodejs_${name} (\\S+)$`, "m").exec(text)?.[1]);
    samples.push({
      loopMs: metric("eventloop_lag_p99_seconds") * 1000,
      memoryMb: site.memoryMb(),
      heapMb: metric("heap_size_used_bytes") / 1e6,
      cores: (site.cpuMs() - cpuBefore) / SAMPLE_EVERY_MS,
    });
  }
  return samples;
}

function print() {
  const part = Math.max(1, Math.floor(samples.length / 5));
  const middle = (some, key) => median(some.map((one) => one[key])).toFixed(key === "cores" ? 2 : 0);
  // The first part of a run warms the process up.
  const trend = (key) => `${middle(samples.slice(part, 2 * part), key)} → ${middle(samples.slice(-part), key)} MB`;
  const line = (name, { rate, p50, p99, failed }) =>
    `| ${name} | ${rate.toFixed(1)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${failed} |`;
  const lines = [
    `| ${MINUTES} minutes | a second | p50 ms | p99 ms | failed |`,
    "|---|---|---|---|---|",
    ...Object.entries(mix).map(([name, figures]) => line(name, figures)),
    ...Object.keys(mix).flatMap((name) => [
      line(`${name}, before the flood`, calm[name]),
      line(`${name}, beside the flood`, besideFlood[name]),
      line(`${name}, beside the part of it that nginx lets through`, besideLimited[name]),
    ]),
    line("the flood (429 counts as failed)", flood),
    line("the part that nginx lets through", limited),
    "",
    `Event loop lag, p99 of five seconds, median: ${middle(samples, "loopMs")} ms. CPU: ${middle(samples, "cores")} cores.`,
    `Memory, early → late: ${trend("memoryMb")}; heap ${trend("heapMb")}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
