import { describe, expect, test } from "vitest";
import { zones } from "#mocks/zones.ts";
import { formOf, insertRecord, jobOf, load, newRecord, post, press, stored } from "./dns-pages.ts";

type JobData = { job: { state: string }; changes: object[]; asides: { kind: string }[] };

const alias = (name: string) => newRecord({ type: "CNAME", shownType: "CNAME", name, content: "shops.myshopify.com" });
const typesAt = (name: string) => stored(name).map(({ type }) => type);
const writes = () => Object.values(zones.writes()).reduce((sum, count) => sum + count, 0);

describe("a record that a CNAME excludes", () => {
  test("is saved in place of what is in the way, after every change was shown, and Undo brings that back", async () => {
    insertRecord("ofisi", { type: "TXT", content: '"hello"' });
    const before = typesAt("ofisi").sort();
    const rejected = await post("add", alias("ofisi"));
    expect(rejected).toMatchObject({ status: 409, carry: { replace: `Replace the ${before.length} records` } });

    const planned = await post("add", { ...alias("ofisi"), intent: "replace" });
    const job = jobOf(planned);
    const { data } = await load<JobData>("job", { job });
    expect(data).toMatchObject({ job: { state: "planned" }, changes: expect.any(Array) });
    expect(data?.changes).toHaveLength(before.length + 1);
    expect([writes(), typesAt("ofisi").sort()]).toEqual([0, before]);

    await press(job, "apply");
    expect(stored("ofisi")).toMatchObject([{ type: "CNAME", content: "shops.myshopify.com" }]);
    const undone = await press(job, "undo");
    await press(jobOf(undone), "apply");
    expect(typesAt("ofisi").sort()).toEqual(before);
  });

  test("and that is changed to another type replaces a CNAME by one button with the type's name", async () => {
    const record = insertRecord("soko");
    insertRecord("duka2", { type: "CNAME", content: "shops.myshopify.com" });
    const typed = { ...(await formOf(record)), name: "duka2" };
    expect((await post("edit", typed, { record })).carry).toMatchObject({ replace: "Replace the CNAME record" });
    const job = jobOf(await post("edit", { ...typed, intent: "replace" }, { record }));
    await press(job, "apply");
    expect([typesAt("duka2"), typesAt("soko")]).toEqual([["A"], []]);
  });

  test("has no such button beside a record that can only be viewed here, and nothing is planned", async () => {
    insertRecord("loc", { type: "LOC", content: "1 16 0 S 36 48 0 E 1700m" });
    for (const intent of ["", "replace"]) {
      const rejected = await post("add", { ...alias("loc"), intent });
      expect(rejected).toMatchObject({ status: 409, errors: { name: [expect.stringContaining("only record")] } });
      expect(rejected.carry.replace).toBeUndefined();
    }
    expect(writes()).toBe(0);
  });

  test("of which what was in the way is gone meanwhile is planned alone", async () => {
    const job = jobOf(await post("add", { ...alias("mpya"), intent: "replace" }));
    expect((await load<JobData>("job", { job })).data?.changes).toHaveLength(1);
    expect(typesAt("mpya")).toEqual([]);
  });
});
