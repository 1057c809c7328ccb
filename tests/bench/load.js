// A load generator, a process of its own: node load.js '{"origin":…,"path":…,"seconds":…,"connections":…,"addressHeader":…}'
// Prints { rate, p50, p99, cpu, bad } as JSON: requests per second, milliseconds, busy cores, replies that were not 200.
// node's own http client is slower than the servers measured here, so this speaks HTTP/1.1 over plain sockets: one
// request at a time on each connection, as a browser does.
import { randomInt } from "node:crypto";
import { connect } from "node:net";
import { startReply, takeBytes } from "./reply.js";

/** After so many requests another visitor comes, so that no limit by address is met. */
const REQUESTS_PER_VISITOR = 64;

const { origin, path, seconds, connections, addressHeader } = JSON.parse(process.argv[2] ?? "");
const { hostname, port, host } = new URL(origin);
const times = [];
/** Where this run's visitors begin, so that two runs don't share any. */
const network = [11 + randomInt(100), randomInt(256)].join(".");
let asked = 0;
let bad = 0;
let isOver = false;
let request = nextVisitor();

function nextVisitor() {
  const visitor = `${network}.${(asked >> 14) & 255}.${(asked >> 6) & 255}`;
  const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, "Accept-Encoding: gzip, deflate, br"];
  if (addressHeader) head.push(`${addressHeader}: ${visitor}`);
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`);
}

/** Asks again and again on one connection until the time is over. */
function visit() {
  return new Promise((done) => {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    let reply;
    let sentAt;
    const ask = () => {
      asked += 1;
      if (asked % REQUESTS_PER_VISITOR === 0) request = nextVisitor();
      reply = startReply();
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on("connect", ask);
    socket.on("data", (bytes) => {
      if (!takeBytes(reply, bytes)) return;
      times.push(performance.now() - sentAt);
      if (!reply.head.startsWith("HTTP/1.1 200 ")) bad += 1;
      if (isOver) socket.destroy();
      else ask();
    });
    socket.on("error", () => {
      bad += 1;
    });
    socket.on("close", done);
  });
}

const startedAt = performance.now();
const before = process.cpuUsage();
setTimeout(() => {
  isOver = true;
}, seconds * 1000);
await Promise.all(Array.from({ length: connections }, visit));
const elapsed = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
const sorted = Float64Array.from(times).sort();
const percentile = (part) => sorted[Math.floor(sorted.length * part)] ?? null;
const cpu = (user + system) / 1000 / elapsed;
process.stdout.write(
  JSON.stringify({ rate: (1000 * times.length) / elapsed, p50: percentile(0.5), p99: percentile(0.99), cpu, bad }),
);
