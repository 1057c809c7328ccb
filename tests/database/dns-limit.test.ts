import { expect, test } from "vitest";
import { giveBack, take } from "#app/http/limits.server.ts";
import { zones } from "#mocks/zones.ts";
import { DOMAIN, idOf, newRecord, post, stored } from "./dns-pages.ts";

/** In the sandbox twenty times as many as elsewhere. */
const IN_ALL = 4000;

/** How many changes of all customers were counted in this minute. */
async function counted(): Promise<number> {
  for (let uses = IN_ALL; ; uses -= 1) {
    const isFree = (await take("dnsWritesInAll", undefined, uses)).ok;
    await giveBack("dnsWritesInAll", undefined, uses);
    if (isFree) return IN_ALL - uses;
  }
}

test("what the provider was asked for counts, and nothing else", async () => {
  await post("add", newRecord({ name: "b1" }));
  expect(await counted()).toBe(1);
  // Refused by our own rules, refused by the schema, nothing to change, gone already.
  await post("add", newRecord({ name: "b1" }));
  await post("add", newRecord({ name: "b2", content: "no address" }));
  await post("delete", {}, { record: "f".repeat(32) });
  expect(await counted()).toBe(1);
  await post("add", newRecord({ name: "error500-b3" }));
  expect(await counted()).toBe(2);
});

test("of a plan those that were there already do not count", async () => {
  for (const name of ["c1", "c2", "c3"]) await post("add", newRecord({ name }));
  const before = await counted();
  const ids = ["c1", "c2", "c3"].map((name): [string, string] => ["record", idOf(name, "A")]);
  const plan = await post("selection", [["intent", "ttl"], ["ttl", "300"], ...ids]);
  expect(await counted()).toBe(before);
  for (const name of ["c1", "c2"]) Object.assign(stored(name)[0] ?? {}, { ttl: 300 });
  const job = plan.to?.split("/history/")[1] ?? "";
  await post("job", { intent: "apply" }, { job });
  expect(stored("c3")).toMatchObject([{ ttl: 300 }]);
  expect(await counted()).toBe(before + 1);
});

test("at the limit a change is not sent, the form says when to come back, and it does not count either", async () => {
  const free = IN_ALL - (await counted());
  await take("dnsWritesInAll", undefined, free);
  const writes = zones.writes();
  const refused = await post("add", newRecord({ name: "d1" }));
  expect(refused).toMatchObject({ status: 429, typed: { name: "d1" }, retryAfter: expect.stringMatching(/^\d+$/) });
  const deleted = await post("delete", {}, { record: idOf("ofisi", "A", DOMAIN) });
  expect(deleted).toMatchObject({ status: 429 });
  expect(zones.writes()).toEqual(writes);
  await giveBack("dnsWritesInAll", undefined, free);
  expect(await post("add", newRecord({ name: "d1" }))).toMatchObject({ status: 303 });
});
