import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHttpServer } from "./http-server.server.ts";
import { readBody } from "./read-body.server.ts";

vi.mock("./deadlines.server.ts", () => ({
  HEADERS_DEADLINE_MS: 100,
  BODY_DEADLINE_MS: 100,
  UPLOAD_DEADLINE_MS: 15_000,
  SWEEP_MS: 20,
}));

let server: Server;
beforeEach(async () => {
  server = createHttpServer(async (req, res) => {
    if (req.url === "/unread") return;
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
const BODY = '--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nwww A 41.90.64.12\r\n--B--\r\n';
const LENGTH = `Content-Length: ${BODY.length}\r\n\r\n`;

test("a file of somebody may take longer than head and body of all else together", async () => {
  const { socket, answer } = begin(`${UPLOAD}Cookie: sb-auth-token=base64-x\r\n${LENGTH}${BODY.slice(0, 10)}`);
  await wait(600);
  socket.write(BODY.slice(10));
  const reply = await answer;
  expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  expect(reply).toContain("file=www+A+41.90.64.12");
});

test.each([
  ["a head", UPLOAD],
  ["a file of nobody", `${UPLOAD}${LENGTH}--B`],
])("%s that does not come is waited for no longer than anything else", async (_what, bytes) => {
  expect(await begin(bytes).answer).toMatch(/^HTTP\/1\.1 408 /);
});

test("a body that nobody reads may not take longer than the longest that is", () => {
  expect(server.requestTimeout).toBeGreaterThan(15_000 + 100);
  expect(server.requestTimeout).toBeLessThan(2 * 15_000);
});
