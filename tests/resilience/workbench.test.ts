// The tester's API of a started sandbox (docs/testing.md), used as a tester does: over HTTP alone.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { httpRequest, postForm } from "./request.ts";
import { runSite, type Site } from "./run-site.ts";
import { cookieOf, type Session, workbenchOf } from "./workbench-calls.ts";

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});
beforeEach(() => call("POST /state/reset"));

const call = workbenchOf(() => site);
type User = Session & { id: string; email: string };
const visit = (path: string, user: User, address = "10.7.0.1") =>
  httpRequest(site, path, { headers: { Cookie: cookieOf(user), "X-Sandbox-Address": address } });
const makeUser = async (wanted: object = {}): Promise<User & Record<string, never>> =>
  (await call("POST /users", wanted)).json;

test("a customer is signed in, with the domains, records and the paid order that were asked for", async () => {
  const order = { kind: "renew", paid: true };
  const records = [
    ["A", "www", "203.0.113.7"],
    ["MX", "@", "mail.example.com"],
  ];
  const { status, json } = await call("POST /users", { domains: [{ ends: "+30d", records }, {}], orders: [order] });
  expect(status).toBe(201);
  expect(json.orders).toEqual([expect.objectContaining({ kind: "renew", isPaid: true })]);
  const [first, second] = json.domains.map(({ name }: { name: string }) => name);
  const dashboard = await visit("/dashboard", json);
  expect([dashboard.status, dashboard.text.includes(first), dashboard.text.includes(second)]).toEqual([
    200,
    true,
    true,
  ]);
  expect((await visit(`/dashboard/domains/${first}/dns`, json)).text).toContain("203.0.113.7");
  expect((await visit(`/dashboard/orders/receipt/${json.orders[0].bill}`, json)).status).toBe(200);
});

test("the same seed makes the same person again after a reset", async () => {
  const wanted = { seed: "mteja", domains: [{}], services: [{}, { kind: "mail", state: "ordered" }] };
  const { storageState: _cookies, ...first } = await makeUser(wanted);
  expect((await call("POST /users", wanted)).status).toBe(400);
  await call("POST /state/reset");
  const { storageState: _again, ...second } = await makeUser(wanted);
  expect(second).toEqual(first);
});

test("a member of staff opens the desk, and a code of theirs works twice", async () => {
  const staff = await makeUser({ role: "staff" });
  expect((await visit("/desk", staff)).status).toBe(200);
  const { json: codes } = await call("GET /codes.json");
  expect(codes[staff.email]).toMatchObject({ secret: staff.totpSecret, code: expect.stringMatching(/^\d{6}$/) });
  for (const address of ["10.7.1.1", "10.7.1.2"]) expect(await signInAsStaff(staff.email, address)).toBe(303);
});

/** Signs staff in by the forms, with the code of this half minute. Returns the status of the code's form. */
async function signInAsStaff(email: string, address: string) {
  const { text } = await httpRequest(site, "/login", { headers: { "X-Sandbox-Address": address } });
  const stamp = /id="sign-in-form".*?name="stamp" value="([^"]+)"/s.exec(text)?.[1] ?? "";
  const from = { Origin: `http://127.0.0.1:${site.port}`, "X-Sandbox-Address": address };
  const password = { email, password: "sandbox-password", stamp, website_2: "", cookies: "on" };
  const first = await postForm(site, "/login", password, from);
  const cookie = (first.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
  const { json } = await call("GET /codes.json");
  return (await postForm(site, "/login/step", { code: json[email].code }, { ...from, Cookie: cookie })).status;
}

test("a person who is deleted has no session and no name any more", async () => {
  const user = await makeUser({ domains: [{ name: "mteja-duka.co.ke" }] });
  expect((await call(`DELETE /users/${user.id}`)).status).toBe(204);
  expect((await visit("/dashboard", user)).status).not.toBe(200);
  expect((await call(`DELETE /users/${user.id}`)).status).toBe(404);
  expect((await call("POST /users", { domains: [{ name: "mteja-duka.co.ke" }] })).status).toBe(201);
});

test("the clock brings the reminder of a name on the day that it is due, and a reset takes all of it back", async () => {
  const user = await makeUser({ domains: [{ name: "mteja-duka.co.ke", ends: "+31d" }] });
  const before = (await call("GET /clock")).json;
  expect((await call("GET /outbox.json", { to: user.email })).json).toEqual([]);
  const moved = await call("POST /clock", { advance: "724h" });
  expect(moved).toMatchObject({
    status: 200,
    json: { ran: expect.arrayContaining(["reminders", "digest", "orders"]) },
  });
  expect(Date.parse(moved.json.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(30 * 24 * 3600_000);
  const { json: mails } = await call("GET /outbox.json", { to: user.email });
  expect(mails[0]).toMatchObject({ subject: expect.stringContaining("mteja-duka.co.ke ends tomorrow") });
  expect(mails[0].links[0]).toEqual({
    text: expect.any(String),
    href: expect.stringMatching(/^http:\/\/127\.0\.0\.1/),
  });
  await call("POST /state/reset");
  expect((await call("GET /clock")).json.offset).toBe(0);
  expect((await call("GET /outbox.json")).json).toEqual([]);
});

test("the clock refuses what is no time ahead", async () => {
  for (const wrong of [
    {},
    { advance: "1y" },
    { set: "2020-01-01T00:00Z" },
    { advance: "401d" },
    { advance: "1d", reset: true },
  ])
    expect([wrong, (await call("POST /clock", wrong)).status]).toEqual([wrong, 400]);
});

test("a fault hits one visitor so many times, and the journal says what the site asked", async () => {
  const user = await makeUser({ domains: [{ name: "mteja-duka.co.ke" }] });
  const path = "/dashboard/domains/mteja-duka.co.ke/dns";
  const fault = { service: "dns", effect: "status", status: 503, for: "10.7.0.1", times: 2 };
  expect((await call("POST /faults", fault)).status).toBe(201);
  expect((await visit(path, user, "10.7.0.2")).status).toBe(200);
  expect((await visit(path, user, "10.7.0.1")).status).toBe(503);
  expect((await visit(path, user, "10.7.0.1")).status).toBe(200);
  expect((await call("GET /faults")).json).toMatchObject([{ hits: 2, left: 0 }]);
  const calls = (await call("GET /calls.json", { service: "dns", for: "10.7.0.1" })).json;
  expect(calls.map(({ status, attempt }: { status: number; attempt: number }) => [status, attempt])).toEqual([
    [503, 1],
    [503, 2],
    [200, 1],
  ]);
  expect(calls[0]).toMatchObject({ op: "GET /proxy/cloudflare/zones/:id/dns_records", requestId: expect.any(String) });
  expect((await call("DELETE /faults")).status).toBe(204);
  expect((await call("DELETE /faults/1")).status).toBe(404);
});

test.each([
  ["cut", 1],
  ["garbage", 1],
  ["hang", 0],
])(
  "a write whose answer is lost by the effect %s is carried out %i times, and the record is there once at most",
  async (effect, times) => {
    const user = await makeUser({ domains: [{ name: "mteja-duka.co.ke" }] });
    const add = "/dashboard/domains/mteja-duka.co.ke/dns/add";
    const { text } = await visit(add, user);
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const from = { Origin: `http://127.0.0.1:${site.port}`, Cookie: cookieOf(user), "X-Sandbox-Address": "10.7.0.9" };
    await call("POST /faults", {
      service: "dns",
      op: "POST",
      effect,
      for: "10.7.0.9",
      ...(effect === "hang" && { ms: 200 }),
    });
    const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
    await postForm(site, add, { ...fields, type: "A", name: "soko", content: "203.0.113.9", ttl: "3600" }, from);
    expect((await call("GET /calls/count", { service: "dns", op: "POST" })).json.count).toBeGreaterThanOrEqual(1);
    const list = (await visit("/dashboard/domains/mteja-duka.co.ke/dns", user)).text;
    expect(list.split("203.0.113.9").length > 1).toBe(times === 1);
  },
);

test("no secret stands in the journal", async () => {
  await makeUser({ role: "staff" });
  const { text } = await httpRequest({ port: site.sandboxPort }, "/calls.json");
  expect(text).toContain("/auth/v1/token");
  expect(text).not.toMatch(/sandbox-password|refresh_token":"[^…]/);
});

test("a state that was saved comes back after everything was changed", async () => {
  const user = await makeUser({ domains: [{ name: "mteja-duka.co.ke" }] });
  await call("POST /clock", { advance: "4h" });
  const { json: mails } = await call("GET /outbox.json");
  expect(mails).not.toEqual([]);
  expect((await call("POST /state/save", { name: "with-domain" })).status).toBe(201);
  await call("POST /state/reset");
  expect((await visit("/dashboard", user)).status).not.toBe(200);
  expect((await call("POST /state/load", { name: "with-domain" })).status).toBe(200);
  expect((await call("GET /outbox.json")).json).toEqual(mails);
  expect((await visit("/dashboard", user)).text).toContain("mteja-duka.co.ke");
  expect((await call("POST /state/load", { name: "unknown" })).status).toBe(404);
  expect((await call("POST /state/save", { name: 'a"; drop' })).status).toBe(400);
});

test("a reset brings back the two customers, the staff and their domains", async () => {
  await makeUser({ domains: [{}] });
  const { json } = await call("POST /state/reset");
  expect(json).toMatchObject({ customers: 2, staff: 3, domains: 13, ms: expect.any(Number) });
});

test("limits are switched off and on: a fourth order of a day is refused, and taken without the limit", async () => {
  const names = [1, 2, 3, 4].map((at) => `mteja-${at}.co.ke`);
  const wanted = {
    domains: names.map((name) => ({ name })),
    orders: names.map((domain) => ({ kind: "renew", domain })),
  };
  expect((await call("POST /users", wanted)).status).toBe(400);
  await call("POST /state/reset");
  expect((await call("POST /limits", { orders: "off" })).json).toMatchObject({ orders: "off", mails: "on" });
  expect((await call("POST /users", wanted)).status).toBe(201);
  expect((await call("POST /limits", { orders: "on" })).json).toMatchObject({ orders: "on" });
  expect((await call("POST /limits", { order: "on" })).status).toBe(400);
});

test("waiting for a mail that does not come ends with 204", async () => {
  expect(await call("GET /outbox.json", { to: "nobody@example.co.ke", wait: "0.1" })).toEqual({
    status: 204,
    json: null,
  });
});

const orderWith = async (): Promise<{ user: User; bill: string; reference: string }> => {
  const user = await makeUser({ domains: [{}], orders: [{ kind: "renew" }] });
  expect(user).toMatchObject({ orders: [{ kind: "renew", isPaid: false }] });
  const [{ bill, reference }] = (user as unknown as { orders: [{ bill: string; reference: string }] }).orders;
  return { user, bill, reference };
};

/** Returns whether the page of a bill says that it is paid, and by this payment. */
async function isPaidBy(code: string, page: string, user: User): Promise<boolean> {
  const { text } = await visit(page, user);
  return text.includes("Paid. Thank you.") && text.includes(code);
}

test("a bill is paid by Pay Bill when M-PESA tells of it, once however often it tells", async () => {
  const { user, bill, reference } = await orderWith();
  const page = `/dashboard/orders/pay/${bill}`;
  const { status, json } = await call("POST /payments", { bill: reference, amount: 1500, report: false });
  expect([status, json]).toEqual([201, { code: expect.stringMatching(/^S\w{9}$/), bill: reference, amount: 1500 }]);
  expect((await visit(page, user)).text).not.toContain(json.code);
  for (const _time of [1, 2]) expect((await call("POST /payments/report", { code: json.code })).status).toBe(204);
  await call("GET /outbox.json", { to: user.email, subject: "We have your KSh 1,500", wait: "60" });
  expect(await isPaidBy(json.code, page, user)).toBe(true);
  const { json: mails } = await call("GET /outbox.json", { to: user.email, subject: "We have your KSh 1,500" });
  expect(mails).toHaveLength(1);
  expect((await call("POST /payments/report", { code: "unknown" })).status).toBe(404);
});

test("a payment of which M-PESA never tells is found in its list when the clock moves", async () => {
  const { user, bill, reference } = await orderWith();
  const { json } = await call("POST /payments", { bill: reference, amount: 1500, report: false });
  await call("POST /clock", { advance: "10m" });
  expect(await isPaidBy(json.code, `/dashboard/orders/pay/${bill}`, user)).toBe(true);
});
