import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { refund } from "#app/platform/abuse/limits.server.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { zones } from "#mocks/zones.ts";
import { database, FIRST, load, post, upstreamCalls, writesIn } from "./dns-pages.ts";
import { spendLimit } from "./spend-limit.ts";

const DOMAIN = "kilimobora.or.ke";
const NAMES = [DOMAIN, ...["exists", "lost", "garbage", "error500", "forbidden"].map((word) => `${word}-kilimo.co.ke`)];

beforeEach(async () => {
  await database.query("delete from submissions");
  await database.query("delete from domains where name = any($1)", [NAMES]);
  for (const name of NAMES) {
    const row = "insert into domains (user_id, name, status, expiry_date) values ($1, $2, 'active', '2030-01-01')";
    await database.query(row, [FIRST.id, name]);
  }
});

const zoneOf = async (name: string) =>
  (await database.query("select zone_id from domains where name = $1", [name]))[0]?.zone_id;
const press = (domain = DOMAIN) => post("list", {}, { domain });
const done = { status: 303, to: `/dashboard/domains/${DOMAIN}/dns`, title: "DNS is set up" };

test("one press creates the zone, stores its id, and shows its name servers", async () => {
  const response = await press();
  expect(response).toMatchObject(done);
  expect(response.text).toContain("amani.ns.cloudflare.com");
  expect(await zoneOf(DOMAIN)).toBe(zones.findByName(DOMAIN)?.id);
  expect(zones.writes()).toMatchObject({ zone: 1 });
  expect((await load("list", { domain: DOMAIN })).data).toMatchObject({ hasZone: true, list: { packed: "[]" } });
});

test("a second press creates no second zone and succeeds", async () => {
  for (const response of await Promise.all([press(), press(), press()])) expect(response).toMatchObject(done);
  expect(await press()).toMatchObject(done);
  expect(zones.writes()).toMatchObject({ zone: 1 });
});

test("an existing zone is not adopted, and the agency is notified once", async () => {
  const name = "exists-kilimo.co.ke";
  for (let presses = 0; presses < 2; presses++) {
    const response = await press(name);
    expect(response).toMatchObject({ status: 409, data: { title: "DNS could not be set up" } });
    expect(JSON.stringify(response.errors)).toContain("We know about it");
  }
  expect(await zoneOf(name)).toBeNull();
  expect(outbox.list().map(({ subject }) => subject)).toEqual([`Set up DNS by hand: ${name}`]);
});

test.each(["lost", "garbage"])(
  "after a reply of %s the zone is not adopted either, and the agency is notified",
  async (word) => {
    const name = `${word}-kilimo.co.ke`;
    // The result of the first press was lost; the second finds the zone that it created.
    const [lost, found] = [await press(name), await press(name)];
    expect([lost.status, found.status]).toEqual([503, 409]);
    for (const { data } of [lost, found]) expect(data).toMatchObject({ title: "DNS could not be set up" });
    expect(await zoneOf(name)).toBeNull();
    expect(outbox.list().map(({ text }) => text)).toEqual([
      expect.stringContaining("there is a zone already"),
      expect.stringContaining("its answer was lost"),
    ]);
  },
);

test.each(["error500", "forbidden"])("%s is reported, nothing is stored, and it may be tried again", async (word) => {
  const name = `${word}-kilimo.co.ke`;
  const response = await press(name);
  expect(response.status).toBe(503);
  expect(JSON.stringify(response.errors)).not.toMatch(/Authentication|10000/);
  expect(await zoneOf(name)).toBeNull();
  expect(outbox.list()).toEqual([]);
  await press(name);
  expect(zones.writes()).toMatchObject({ zone: 2 });
});

test("a domain that has a zone keeps it, and the provider is not called", async () => {
  const before = await zoneOf("mamamboga.co.ke");
  const calls = upstreamCalls();
  expect((await press("mamamboga.co.ke")).title).toBe("DNS is set up");
  expect(writesIn(calls)).toEqual([]);
  expect(await zoneOf("mamamboga.co.ke")).toBe(before);
});

test("when the agency cannot be notified, the page does not claim that it was", async () => {
  server.use(http.post("*/contact", () => HttpResponse.json({ error: "no" }, { status: 422 })));
  const response = await press("exists-kilimo.co.ke");
  expect(response.status).toBe(409);
  expect(JSON.stringify(response.errors)).toContain("Please write to us");
});

test("a press counts as a change, and too many are refused without a call", async () => {
  const calls = upstreamCalls();
  const pressOnce = () => post("list", {}, { domain: "error500-kilimo.co.ke", isCounted: true });
  await spendLimit("dnsWritesOfUser", FIRST.id);
  // The refused one counts too, so one is left.
  for (let uses = 0; uses < 2; uses += 1) await refund("dnsWritesOfUser", FIRST.id);
  expect((await pressOnce()).status).not.toBe(429);
  expect(await pressOnce()).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^[1-9]\d*$/) });
  expect(writesIn(calls)).toHaveLength(1);
});
