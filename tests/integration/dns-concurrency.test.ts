import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { zones } from "#mocks/zones.ts";
import { formOf, idOf, load, newRecord, post, stored, upstreamCalls, writesIn } from "./dns-pages.ts";

const NO_WRITES = { create: 0, update: 0, delete: 0, zone: 0 };
const added = { status: 303, title: "DNS record added successfully" };
const deleted = { status: 303, title: "DNS record deleted successfully" };
const updated = { status: 303, title: "DNS record updated successfully" };

/** Changes the record at a label, as another person. */
function changeElsewhere(label: string, change: object) {
  Object.assign(stored(label)[0] ?? {}, change);
}

test("a record that somebody else changed is shown, not overwritten; the next press replaces it", async () => {
  const record = idOf("ofisi", "A");
  const form = { ...(await formOf(record)), content: "41.90.64.99" };
  changeElsewhere("ofisi", { content: "198.51.100.200" });

  const refused = await post("edit", form, { record });
  expect(refused).toMatchObject({ status: 409, data: { title: "This record has changed in the meantime" } });
  expect(JSON.stringify(refused.errors)).toContain("A record ofisi: 198.51.100.200");
  expect(refused.typed).toMatchObject({ content: "41.90.64.99" });
  expect(stored("ofisi")).toMatchObject([{ content: "198.51.100.200" }]);
  expect(zones.writes()).toEqual(NO_WRITES);

  expect(await post("edit", { ...form, ...refused.carry }, { record })).toMatchObject(updated);
  expect(stored("ofisi")).toMatchObject([{ content: "41.90.64.99" }]);
});

test("a form that was re-rendered for another reason keeps its record version", async () => {
  const record = idOf("ofisi", "A");
  const form = await formOf(record);
  const refused = await post("edit", { ...form, content: "no address" }, { record });
  changeElsewhere("ofisi", { content: "198.51.100.200" });
  // Without scripts the page is rendered again, with a newer record version.
  const rendered = { ...(await formOf(record)), ...refused.carry, content: "41.90.64.99" };
  expect((await post("edit", rendered, { record })).status).toBe(409);
  expect(stored("ofisi")).toMatchObject([{ content: "198.51.100.200" }]);
});

test("a form without its record version overwrites nothing", async () => {
  const record = idOf("ofisi", "A");
  const { expectedVersion, ...form } = await formOf(record);
  expect((await post("edit", { ...form, content: "41.90.64.99" }, { record })).status).toBe(409);
  expect(zones.writes()).toEqual(NO_WRITES);
});

test("a change that somebody else already made is a success", async () => {
  const record = idOf("ofisi", "A");
  const form = { ...(await formOf(record)), content: "41.90.64.99" };
  changeElsewhere("ofisi", { content: "41.90.64.99" });
  expect(await post("edit", form, { record })).toMatchObject(updated);
  expect(zones.writes()).toEqual(NO_WRITES);
});

test("a record that was deleted meanwhile is reported with the input, and not created again", async () => {
  const record = idOf("ofisi", "A");
  const form = await formOf(record);
  await post("delete", {}, { record });
  const refused = await post("edit", { ...form, content: "41.90.64.99" }, { record });
  expect(refused).toMatchObject({ status: 409, typed: { content: "41.90.64.99" } });
  expect(JSON.stringify(refused.errors)).toContain("does not exist any more");
  expect(stored("ofisi")).toEqual([]);
  expect(zones.writes()).toMatchObject({ create: 0, update: 0 });
  expect(await load("edit", { record })).toMatchObject({ status: 404, data: { isGone: true } });
});

test("two submissions at once create one record, and both succeed", async () => {
  const calls = upstreamCalls();
  const form = newRecord();
  const replies = await Promise.all([post("add", form), post("add", form), post("add", form)]);
  for (const response of replies) expect(response).toMatchObject(added);
  expect(zones.writes()).toMatchObject({ create: 1 });
  expect(writesIn(calls)).toHaveLength(1);
  expect(stored("tawi2")).toHaveLength(1);
});

test("repeated submissions change or delete a record once, and all succeed", async () => {
  const record = idOf("ofisi", "A");
  const form = { ...(await formOf(record)), content: "41.90.64.99" };
  const edits = await Promise.all([post("edit", form, { record }), post("edit", form, { record })]);
  for (const response of [...edits, await post("edit", form, { record })]) expect(response).toMatchObject(updated);
  const shop = { record: idOf("duka", "CNAME") };
  const deletions = await Promise.all([post("delete", {}, shop), post("delete", {}, shop)]);
  for (const response of deletions) expect(response).toMatchObject(deleted);
  expect([zones.writes().update, stored("duka")]).toEqual([1, []]);
});

test("the same content is refused while it exists, and added again after it was deleted", async () => {
  await post("add", newRecord());
  const refused = await post("add", newRecord());
  expect(refused).toMatchObject({ status: 409, errors: { content: [expect.stringMatching(/exists already/)] } });
  await post("delete", {}, { record: idOf("tawi2", "A") });
  expect(await post("add", newRecord())).toMatchObject(added);
  expect(stored("tawi2")).toHaveLength(1);
  expect(zones.writes()).toMatchObject({ create: 2 });
});

test("an old form sent again after its record was deleted does not claim that the record exists", async () => {
  const form = newRecord();
  await post("add", form);
  await post("delete", {}, { record: idOf("tawi2", "A") });
  const response = await post("add", form);
  expect(response).toMatchObject({ status: 409, typed: { content: form.content } });
  expect(stored("tawi2")).toEqual([]);
  expect(await post("add", { ...form, ...response.carry })).toMatchObject(added);
  expect(stored("tawi2")).toHaveLength(1);
});

test("an old form sent again after its change was undone does not claim that the change is in place", async () => {
  const record = idOf("ofisi", "A");
  const form = { ...(await formOf(record)), ttl: "300" };
  await post("edit", form, { record });
  changeElsewhere("ofisi", { ttl: 600 });
  const response = await post("edit", form, { record });
  expect(response.status).toBe(409);
  expect(await post("edit", { ...form, ...response.carry }, { record })).toMatchObject(updated);
  expect(stored("ofisi")).toMatchObject([{ ttl: 300 }]);
});

test("Back, another value and the same form is a new record", async () => {
  const once = randomUUID();
  for (const content of ["41.90.64.12", "41.90.64.13"]) {
    expect(await post("add", newRecord({ once, content }))).toMatchObject(added);
  }
  expect(stored("tawi2")).toHaveLength(2);
});

test("loading the page after a success sends nothing", async () => {
  const { to } = await post("add", newRecord());
  expect(to).toMatch(/\/dns#record-\w+$/);
  const calls = upstreamCalls();
  await Promise.all([load("list"), load("list")]);
  expect(writesIn(calls)).toEqual([]);
  expect(zones.writes()).toMatchObject({ create: 1 });
});

test("a record that somebody else changed since it was shown is shown again before it is deleted", async () => {
  const record = idOf("ofisi", "A");
  const { data } = await load<{ record: { expectedVersion: string } }>("delete", { record });
  const expectedVersion = data?.record.expectedVersion ?? "";
  changeElsewhere("ofisi", { content: "198.51.100.201" });
  const refused = await post("delete", { expectedVersion }, { record });
  expect(refused).toMatchObject({ status: 409, data: { title: "This record has changed in the meantime" } });
  expect(zones.writes()).toEqual(NO_WRITES);
  expect(await post("delete", { expectedVersion, ...refused.carry }, { record })).toMatchObject(deleted);
});

test("a submission that returns after signing in again is shown, not carried out", async () => {
  const record = idOf("ofisi", "A");
  expect(await post("delete", { backAgain: "1" }, { record })).toMatchObject({ status: 400 });
  expect(await post("list", { backAgain: "1" }, { domain: "kilimobora.or.ke" })).toMatchObject({ status: 400 });
  expect(zones.writes()).toEqual(NO_WRITES);
});
