import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { deadlineSettings } from "../deadlines.js";
import { httpRequest } from "./request.ts";
import { freePorts, REAL, runSite } from "./run-site.ts";

/** A module with which the process rejects a promise on SIGUSR2, and throws on SIGHUP. */
const FAULTY = `
  process.on("SIGUSR2", () => Promise.reject(new Error("this is not awaited")));
  process.on("SIGHUP", () => setImmediate(() => { throw new Error("this is not caught"); }));`;
const ENTRY = ["--import", `data:text/javascript,${encodeURIComponent(FAULTY)}`, "build/server/start.js"];

const linesOf = (output: string) =>
  output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("an unhandled rejection is logged and counted, and the process continues", async () => {
  const { PORT: metricsPort } = await freePorts();
  // No database responds, so each request for metrics waits for this deadline.
  const site = await runSite(ENTRY, { ...REAL, METRICS_PORT: metricsPort, ...deadlineSettings({ backlogCount: 100 }) });
  const measured = async () => (await httpRequest({ port: Number(metricsPort) }, "/metrics")).text;
  expect(await measured()).toContain('mtandao_uncaught_errors_total{kind="unhandled rejection"} 0');
  process.kill(site.pid, "SIGUSR2");
  await vi.waitFor(() => expect(site.output()).toContain("unhandled rejection"), { timeout: 60_000 });
  expect(linesOf(site.output())).toContainEqual(
    expect.objectContaining({
      level: "error",
      event: "unhandled rejection",
      err: expect.objectContaining({
        message: "this is not awaited",
        stack: expect.stringMatching(/\n\s+at /),
      }),
    }),
  );
  expect((await httpRequest(site, "/healthz")).status).toBe(200);
  expect(await measured()).toContain('mtandao_uncaught_errors_total{kind="unhandled rejection"} 1');
  expect(await site.stop("SIGTERM")).toBe(0);
});

test("after an uncaught exception the process finishes current requests and exits with 1", async () => {
  const site = await runSite(ENTRY, REAL);
  const socket = connect(site.port, "127.0.0.1");
  await once(socket, "connect");
  const body = "message=".padEnd(100, "a");
  const head = ["POST /nowhere HTTP/1.1", "Host: a", "Sec-Fetch-Site: same-origin", `Content-Length: ${body.length}`];
  socket.write(`${head.join("\r\n")}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n`);
  // The response to this later request shows that the process has the form's head.
  expect((await httpRequest(site, "/healthz")).status).toBe(200);
  process.kill(site.pid, "SIGHUP");
  await vi.waitFor(() => expect(site.output()).toContain('"draining"'), { timeout: 60_000 });
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await site.ended()).toBe(1);
  expect(linesOf(site.output())).toContainEqual(
    expect.objectContaining({
      level: "error",
      event: "uncaught exception",
      err: expect.objectContaining({ message: "this is not caught" }),
    }),
  );
});
