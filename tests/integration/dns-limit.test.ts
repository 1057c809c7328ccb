import { expect, test } from "vitest";
import { consume, refund } from "#app/platform/abuse/limits.server.ts";
import { zones } from "#mocks/zones.ts";
import { DOMAIN, FIRST, idOf, jobOf, newRecord, post, press, stored, upstreamCalls } from "./dns-pages.ts";

/** The sandbox allows twenty times as many as a real site. */
const IN_ALL = 4000;
const OF_USER = 600;

/** Returns how many changes of all customers were counted in this minute. */
const counted = () => used("dnsWritesInAll", undefined, IN_ALL);
/** Returns how many forms of the first customer were counted. */
const countedForms = () => used("dnsWritesOfUser", FIRST.id, OF_USER);

async function used(limit: "dnsWritesInAll" | "dnsWritesOfUser", whom: string | undefined, most: number) {
  for (let uses = most; ; uses -= 1) {
    const isFree = (await consume(limit, whom, uses)).ok;
    await refund(limit, whom, uses);
    if (isFree) return most - uses;
  }
}

test("only changes that were sent to the provider count against the limit", async () => {
  await post("add", newRecord({ name: "b1" }));
  expect(await counted()).toBe(1);
  // Refused by our rules, refused by the schema, nothing to change, already deleted.
  await post("add", newRecord({ name: "b1" }));
  await post("add", newRecord({ name: "b2", content: "no address" }));
  await post("delete", {}, { record: "f".repeat(32) });
  expect(await counted()).toBe(1);
  await post("add", newRecord({ name: "error500-b3" }));
  expect(await counted()).toBe(2);
});

test("planned changes that already exist do not count against the limit", async () => {
  for (const name of ["c1", "c2", "c3"]) await post("add", newRecord({ name }));
  const before = await counted();
  const ids = ["c1", "c2", "c3"].map((name): [string, string] => ["record", idOf(name, "A")]);
  const plan = await post("selection", [["intent", "ttl"], ["ttl", "300"], ...ids]);
  expect(await counted()).toBe(before);
  for (const name of ["c1", "c2"]) Object.assign(stored(name)[0] ?? {}, { ttl: 300 });
  await press(jobOf(plan), "apply");
  expect(stored("c3")).toMatchObject([{ ttl: 300 }]);
  expect(await counted()).toBe(before + 1);
});

test("at the limit a change is not sent and does not count, and the form says when to try again", async () => {
  const free = IN_ALL - (await counted());
  await consume("dnsWritesInAll", undefined, free);
  const writes = zones.writes();
  const refused = await post("add", newRecord({ name: "d1" }));
  expect(refused).toMatchObject({ status: 429, typed: { name: "d1" }, retryAfter: expect.stringMatching(/^\d+$/) });
  const deleted = await post("delete", {}, { record: idOf("ofisi", "A", DOMAIN) });
  expect(deleted).toMatchObject({ status: 429 });
  expect(zones.writes()).toEqual(writes);
  await refund("dnsWritesInAll", undefined, free);
  expect(await post("add", newRecord({ name: "d1" }))).toMatchObject({ status: 303 });
});

test("a form that was already processed does not count when it is sent again", async () => {
  const form = newRecord({ name: "e1" });
  const send = () => post("add", form, { isCounted: true });
  const added = { status: 303, title: "DNS record added successfully" };
  const before = await countedForms();
  for (const response of await Promise.all([send(), send()])) expect(response).toMatchObject(added);
  expect(await send()).toMatchObject(added);
  expect((await countedForms()) - before).toBe(1);
});

// Comes last, because it uses up the limit.
test("for an invalid form, or one over its customer's limit, the provider is not called", async () => {
  const added = await post("add", newRecord({ name: "f1" }));
  const record = idOf("f1", "A");
  const select = (...fields: [string, string][]) => post("selection", [["record", record], ...fields]);
  const calls = upstreamCalls();
  expect(await select(["intent", "ttl"], ["ttl", "soon"])).toMatchObject({ title: "Nothing was changed" });
  expect(calls).toEqual([]);
  await consume("dnsWritesOfUser", FIRST.id, 2 * OF_USER);
  const over = { data: { title: expect.stringMatching(/./) }, retryAfter: expect.stringMatching(/^\d+$/) };
  expect(await select(["intent", "delete"])).toMatchObject({ text: expect.stringContaining("in one minute") });
  expect(await press(jobOf(added), "undo")).toMatchObject({ status: 429, ...over });
  expect(await press(jobOf(added), "before")).toMatchObject({ status: 429, ...over });
  expect(await post("delete", {}, { record })).toMatchObject({ status: 429, ...over });
  expect(await post("add", newRecord({ name: "f2" }))).toMatchObject({ status: 429, ...over });
  expect(calls).toEqual([]);
});

test("unreadable zone files count against a customer's limit too, and above it the text is returned unread", async () => {
  const broken = { text: "no record\n".repeat(5_000), mode: "add" };
  expect((await post("import", broken)).errors.text?.[0]).toMatch(/more than 1,000 records/);
  await consume("dnsImportsOfUser", FIRST.id, OF_USER - 1);
  const refused = await post("import", broken);
  expect(refused).toMatchObject({ status: 429, typed: broken });
  expect(refused.errors).toMatchObject({ "": [expect.stringMatching(/Please wait \d+ (seconds|minutes)/)] });
  await refund("dnsImportsOfUser", FIRST.id, OF_USER + 1);
});
