// Sessions, codes and the faults of mails in the tester's API of a started sandbox (docs/testing.md).
import { beforeAll, beforeEach, expect, test } from "vitest";
import { contactFields, httpRequest, newVisitor, postForm } from "./request.ts";
import { runSite, type Site } from "./run-site.ts";
import { cookieOf, type Session, workbenchOf } from "./workbench-calls.ts";

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "error" });
});
beforeEach(() => call("POST /state/reset"));

const call = workbenchOf(() => site);
const visit = async (path: string, one: Session) =>
  (await httpRequest(site, path, { headers: { Cookie: cookieOf(one), ...newVisitor() } })).status;
/** Sends a contact message, which the agency gets by mail. Returns a part of its text that no other has. */
async function send(): Promise<string> {
  const fields = contactFields();
  const from = { Origin: `http://127.0.0.1:${site.port}`, ...newVisitor() };
  expect((await postForm(site, "/contact", fields, from)).status).toBe(303);
  return fields.email ?? "";
}

test("people of the sandbox are signed in by their address, staff through their second step, until the sessions end", async () => {
  const { status, json: customer } = await call("POST /sessions", { email: "Second@example.co.ke" });
  expect([status, await visit("/dashboard", customer)]).toEqual([201, 200]);
  const { json: staff } = await call("POST /sessions", { email: "staff@example.co.ke" });
  expect(await visit("/desk", staff)).toBe(200);
  expect((await call("DELETE /sessions/second%40example.co.ke")).status).toBe(204);
  expect([await visit("/dashboard", customer), await visit("/desk", staff)]).toEqual([302, 200]);
  expect((await call("DELETE /sessions/nobody@example.co.ke")).status).toBe(404);
  expect((await call("POST /sessions", { email: "nobody@example.co.ke" })).status).toBe(400);
});

test("the site, a fault and a filter refuse a visitor address that is no IP address with 400", async () => {
  expect((await httpRequest(site, "/", { headers: { "X-Sandbox-Address": "worker-1" } })).status).toBe(400);
  expect((await call("POST /faults", { service: "dns", effect: "cut", for: "worker-1" })).status).toBe(400);
  expect((await call("GET /calls.json", { for: "worker-1" })).status).toBe(400);
});

/** How often a mail with each effect is in the outbox at once, and the codes of its tries in the journal. */
const EFFECTS = [
  ["delay", { ms: 50 }, 1, [250]],
  ["status", {}, 0, [451]],
  ["status", { status: 550 }, 0, [550]],
  ["cut", {}, 1, [0]],
  ["garbage", {}, 1, [0]],
  ["hang", { ms: 50 }, 0, [0]],
] as const;

test.each(EFFECTS)(
  "a mail with the fault %s %j arrives %i times at its first try",
  async (effect, more, arrived, codes) => {
    await call("POST /faults", { service: "mail", effect, ...more });
    const text = await send();
    await expect.poll(async () => (await call("GET /calls.json", { service: "mail" })).json.length).toBe(1);
    const { json: tries } = await call("GET /calls.json", { service: "mail" });
    expect(tries.map(({ status }: { status: number }) => status)).toEqual(codes);
    expect(tries[0]).toMatchObject({ attempt: 1, method: "SMTP", body: { messageId: expect.any(String) } });
    expect((await call("GET /outbox.json", { text })).json).toHaveLength(arrived);
    expect((await call("GET /faults")).json).toMatchObject([{ hits: 1, left: 0 }]);
  },
);

test("a mail that was refused for now arrives a minute later, as its second try", async () => {
  await call("POST /faults", { service: "mail", effect: "status" });
  const text = await send();
  await expect.poll(async () => (await call("GET /calls/count", { service: "mail" })).json.count).toBe(1);
  expect((await call("POST /clock", { advance: "61s" })).status).toBe(200);
  expect((await call("GET /outbox.json", { text, wait: "60" })).json).toHaveLength(1);
  const { json: tries } = await call("GET /calls.json", { service: "mail" });
  expect(tries).toMatchObject([
    { status: 451, attempt: 1 },
    { status: 250, attempt: 2 },
  ]);
});

test("the clock moves when the queued mails have left, so none is sent at a later time", async () => {
  await call("POST /faults", { service: "mail", effect: "delay", ms: 300, times: 6 });
  for (let count = 0; count < 6; count++) await send();
  const { json: before } = await call("GET /clock");
  expect((await call("POST /clock", { advance: "2d" })).status).toBe(200);
  const { json: tries } = await call("GET /calls.json", { service: "mail" });
  const times = tries
    .map(({ at }: { at: string }) => Date.parse(at) - Date.parse(before.now))
    .sort((a: number, b: number) => a - b);
  expect(times.length).toBeGreaterThanOrEqual(6);
  expect(times[5]).toBeLessThan(6 * 3600_000);
});

test("a fault of mails for a visitor is refused, because mails are sent in the background", async () => {
  const { status, json } = await call("POST /faults", { service: "mail", effect: "cut", for: "10.0.0.7" });
  expect([status, json.error]).toEqual([400, expect.stringContaining("match")]);
});

test("an unpaid bill is followed up by mail when the clock has moved by more than three days", async () => {
  const { json: user } = await call("POST /users", { domains: [{}], orders: [{ kind: "renew" }] });
  expect((await call("POST /clock", { advance: "4d" })).status).toBe(200);
  const { json: mails } = await call("GET /outbox.json", { to: user.email, subject: "is not paid yet" });
  expect(mails).toHaveLength(1);
});
