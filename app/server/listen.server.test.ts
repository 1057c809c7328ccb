import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setDeadlines } from "../../tests/deadlines.js";
import { createHttpServer } from "./listen.server.ts";
import { readBody } from "./read-body.server.ts";

/** A busy machine may need most of a second between accepting a connection and reading its first bytes. */
const SHORT = { requestHead: 1000, requestBody: 1000, upload: 15_000, requestSweep: 20, idleConnection: 3000 };

/** More than the system buffers for a connection that is not read. */
const LONG_BYTES = 64 * 1024 * 1024;

let server: Server;
/** Requests that reached the site. */
let requests = 0;
beforeEach(async () => {
  setDeadlines(SHORT);
  requests = 0;
  server = createHttpServer(async (req, res) => {
    requests += 1;
    if (req.url === "/unread") return;
    if (req.url === "/early") return void res.writeHead(400).end();
    if (req.url === "/long") return void res.end(Buffer.alloc(LONG_BYTES));
    if (req.url === "/page") return void res.end("page");
    const body = await readBody(req);
    res.writeHead(body.ok ? 200 : body.status, { Connection: "close" }).end(body.ok && (await text(body.request)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a connection and sends the beginning of a request. */
function begin(bytes: string) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  return { socket, answer: text(socket) };
}

const UPLOAD = `POST /dashboard/domains/mamamboga.co.ke/dns/import HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\n`;
const FORM = "POST /contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n";
const BODY = '--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nwww A 41.90.64.12\r\n--B--\r\n';
const LENGTH = `Content-Length: ${BODY.length}\r\n\r\n`;

test("gives the upload of a signed-in customer more time than other requests", async () => {
  const { socket, answer } = begin(`${UPLOAD}Cookie: sb-auth-token=base64-x\r\n${LENGTH}${BODY.slice(0, 10)}`);
  await wait(2_200);
  socket.write(BODY.slice(10));
  const response = await answer;
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).toContain("file=www+A+41.90.64.12");
});

test("closes the connection of a request that was answered before its body had arrived", async () => {
  const { answer } = begin("POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\na=");
  const response = await answer;
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  // Node's own response, after it has waited for the body.
  expect(response).not.toContain(" 408 ");
});

test.each([
  ["the head of a request", UPLOAD],
  ["the body of a form", `${FORM}Content-Length: 100\r\n\r\na=`],
  ["the upload of a visitor without a session", `${UPLOAD}${LENGTH}--B`],
])("answers 408 if %s does not arrive in time", async (_what, bytes) => {
  expect(await begin(bytes).answer).toMatch(/^HTTP\/1\.1 408 /);
});

test("limits the whole request to more than an upload may take, and less than twice that", () => {
  expect(server.requestTimeout).toBeGreaterThan(15_000 + 1_000);
  expect(server.requestTimeout).toBeLessThan(2 * 15_000);
});

test("closes a connection with 2,000 pipelined requests and carries out few of them", async () => {
  const { socket, answer } = begin("GET /page HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_000));
  await answer.catch(() => undefined);
  expect(socket.closed).toBe(true);
  expect(requests).toBeLessThanOrEqual(10);
  const own = begin("GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect(await own.answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("keeps a connection for any number of consecutive requests", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  for (let page = 0; page < 50; page++) {
    socket.write("GET /page HTTP/1.1\r\nHost: a\r\n\r\n");
    let response = "";
    while (!response.endsWith("page")) response += (await once(socket, "data")).join("");
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
  }
  socket.destroy();
});

test("closes a connection whose response is not read", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  const [ours] = await Promise.all([
    once(server, "connection").then(([theirs]) => theirs),
    socket.write("GET /long HTTP/1.1\r\nHost: a\r\n\r\n"),
  ]);
  await once(ours, "close");
  expect(ours.destroyed).toBe(true);
  socket.destroy();
});
