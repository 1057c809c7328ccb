import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { http, passthrough } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demoDomains } from "./demo-customers.ts";
import { resetMocks } from "./handlers.ts";
import { server as mocks } from "./node.ts";
import { outbox } from "./outbox.ts";
import { serveMocks } from "./serve.ts";
import { zones } from "./zones.ts";

let dataDir: string;
let served: Awaited<ReturnType<typeof serveMocks>>;
let base: string;

beforeEach(async () => {
  mocks.use(http.all(/^http:\/\/127\.0\.0\.1:/, () => passthrough()));
  dataDir = await mkdtemp(path.join(tmpdir(), "outbox-"));
  served = await serveMocks({ port: 0, dataDir });
  base = `http://127.0.0.1:${served.port}`;
});
afterEach(async () => {
  await served.close();
  resetMocks();
  await rm(dataDir, { recursive: true });
});

function send(changes: Record<string, string> = {}, key = "key-00000001") {
  const message = { name: "Njeri", email: "njeri@example.co.ke", subject: "A name", message: "Habari", ...changes };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  return fetch(`${base}/contact`, { method: "POST", headers, body: JSON.stringify(message) });
}

const sent = async () => (await fetch(`${base}/outbox.json`)).json();

test("keeps sent messages in the outbox, as JSON and in the data folder", async () => {
  expect((await send()).status).toBe(200);
  expect((await send({ subject: "Two" }, "key-00000002")).status).toBe(200);
  expect(await sent()).toMatchObject([{ subject: "Two" }, { subject: "A name", kind: "contact" }]);
  expect((await readFile(path.join(dataDir, "outbox.jsonl"), "utf8")).trim().split("\n")).toHaveLength(2);
});

/** Starts the providers again with the same data folder. */
async function restart() {
  await served.close();
  served = await serveMocks({ port: 0, dataDir });
  base = `http://127.0.0.1:${served.port}`;
}

test("the outbox survives a restart", async () => {
  await send();
  await restart();
  expect(await sent()).toMatchObject([{ subject: "A name" }]);
});

test("a reset empties the outbox and forgets idempotency keys", async () => {
  await send();
  const reset = await fetch(`${base}/reset`, { method: "POST", redirect: "manual" });
  expect([reset.status, reset.headers.get("Location")]).toEqual([303, "/"]);
  expect(await sent()).toEqual([]);
  await send();
  expect(await sent()).toHaveLength(1);
});

test("keeps DNS records through a restart, has writes in its journal, and restores the seed at a reset", async () => {
  const { name, zoneId } = demoDomains.find((domain) => domain.zoneId) ?? {};
  const path = `/proxy/cloudflare/zones/${zoneId}/dns_records`;
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const total = async () => (await (await fetch(`${base}${path}`, { headers })).json()).result_info.total_count;
  const writes = async () => (await (await fetch(`${base}/calls/count?service=dns&op=POST`)).json()).count;
  const seeded = await total();
  const record = { type: "A", name: `lost-x.${name}`, content: "203.0.113.9", ttl: 600, proxied: false };
  const lost = fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(record) });
  await expect(lost).rejects.toThrow();
  expect([await total(), await writes()]).toEqual([seeded + 1, 1]);

  await restart();
  expect(await total()).toBe(seeded + 1);
  await fetch(`${base}/reset`, { method: "POST", redirect: "manual" });
  expect([await total(), await writes()]).toEqual([seeded, 1]);
});

test.each(['[{"id":"', "{}", '[{"id":1}]'])("reports a damaged file of zones (%s) in one sentence", async (text) => {
  const file = path.join(dataDir, "zones.json");
  await writeFile(file, text);
  expect(() => zones.keepIn(dataDir)).toThrow(`${file} is damaged: delete it, and the fake zones begin anew.`);
  await rm(file);
  zones.keepIn(dataDir);
  expect(zones.findByName("mamamboga.co.ke")?.records.length).toBeGreaterThan(0);
});

test("ignores invalid lines of the outbox file and keeps what is sent after a truncated one", async () => {
  const file = path.join(dataDir, "outbox.jsonl");
  await writeFile(file, '5\nnull\n{"kind":"mail"}\n{"kind":"ma');
  outbox.keepIn(dataDir);
  expect(outbox.list()).toEqual([]);
  outbox.add({ kind: "mail", to: "njeri@example.co.ke", subject: "One", text: "" });
  outbox.keepIn(dataDir);
  expect(outbox.list()).toMatchObject([{ subject: "One" }]);
});

test("refuses a reset from another origin", async () => {
  await send();
  const resetFrom = (Origin: string) =>
    fetch(`${base}/reset`, { method: "POST", headers: { Origin }, redirect: "manual" });
  expect((await resetFrom("https://evil.example")).status).toBe(403);
  expect((await resetFrom("null")).status).toBe(403);
  expect(await sent()).toHaveLength(1);
  expect((await resetFrom(base)).status).toBe(303);
});

test("the magic word timeout- leaves a request without a reply", async () => {
  const check = fetch(`${base}/proxy/godaddy/v1/domains/available?domain=timeout-njeri.com`, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(100),
  });
  await expect(check).rejects.toThrow("timeout");
  expect((await fetch(`${base}/outbox.json`)).status).toBe(200);
});

test("refuses an unknown path with 400", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  expect((await fetch(`${base}/nothing`)).status).toBe(400);
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});

test.each([
  ["Host", "sandbox.example"],
  ["X-Forwarded-For", "41.90.64.12"],
  ["Forwarded", "for=41.90.64.12"],
])("refuses a request that came through a proxy, by its %s header", async (name, value) => {
  const headers = { [name]: value };
  const request = httpRequest(`${base}/`, { headers }).end();
  const [response] = await once(request, "response");
  expect(response.resume().statusCode).toBe(403);
});

test("rejects if the port is in use", async () => {
  await expect(serveMocks({ port: served.port, dataDir })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("the outbox page lists mails newest first, with their links and without their scripts", async () => {
  outbox.add({ kind: "mail", to: "a@example.co.ke", subject: "Old", text: "See https://njeri.example/x?a=1&b=2." });
  outbox.add({
    kind: "mail",
    to: "a@example.co.ke",
    subject: "<script>alert(1)</script>",
    text: "",
    html: `<p onclick="x()">Karibu</p><a href="http://127.0.0.1:3000/auth/confirm?a=1&amp;b=2">Confirm</a><a href="javascript:alert(1)">x</a>`,
  });
  const response = await fetch(`${base}/`);
  const page = await response.text();
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<p onclick|href="javascript/);
  const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href?.replaceAll("&#38;", "&"));
  expect(links).toEqual([
    "/outbox.json",
    "/mails",
    "http://127.0.0.1:3000/auth/confirm?a=1&b=2",
    "https://njeri.example/x?a=1&b=2",
  ]);
  expect(page).toContain("Karibu");
});

test("answers WHOIS at the same port, and refuses what is neither HTTP nor WHOIS", async () => {
  const ask = async (line: string) => {
    const socket = connect(served.port, "127.0.0.1");
    socket.setEncoding("utf8").write(line);
    let text = "";
    for await (const part of socket) text += part;
    return text;
  };
  expect(await ask("notfound-duka.co.ke\r\n")).toContain("Domain Status: No Object Found");
  expect(await ask("taken-duka.co.ke\r\n")).toContain("Creation Date:");
  expect(await ask("duka.co.ke\r\n")).not.toContain("No Object Found");
  expect(await ask("two words.co.ke\r\n")).toMatch(/^HTTP\/1.1 400 /);
});
