import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { setDeadlines } from "../deadlines.js";
import {
  DOMAIN,
  type Fields,
  formOf,
  idOf,
  insertRecord,
  jobOf,
  load,
  newRecord,
  post,
  press,
  stored,
} from "./dns-pages.ts";

const UNSURE = { status: 503, title: undefined };

type Line = {
  id: string;
  title: string;
  outcome: { words: string; kind: string; note: string | null };
  canUndo: boolean;
};

beforeEach(() => setDeadlines({ dnsWrite: 1500 }));

async function lines(): Promise<Line[]> {
  const { data } = await load<{ days: { lines: Line[] }[] }>("history");
  return data?.days.flatMap((day) => day.lines) ?? [];
}
/** Returns the line of the newest change, without its time and ids. */
async function latest() {
  const [line] = await lines();
  if (!line) throw new Error("There is no history.");
  const { title, outcome, canUndo } = line;
  return { title, outcome: outcome.words, kind: outcome.kind, note: outcome.note, canUndo };
}
const change = async (label: string, fields: Fields) => {
  const record = idOf(label, "A");
  return post("edit", { ...(await formOf(record)), ...fields }, { record });
};
const undoOf = (response: Parameters<typeof jobOf>[0]) => press(jobOf(response), "undo");
describe("the history shows the outcome of each change", () => {
  test("done, with Undo, until the zone says otherwise", async () => {
    await post("add", newRecord({ name: "o1" }));
    const title = "New: o1 points to 41.90.64.12";
    expect(await latest()).toEqual({ title, outcome: "done", kind: "ok", note: null, canUndo: true });
    await change("o1", { content: "41.90.64.77" });
    const [edited, added] = await lines();
    expect(edited).toMatchObject({ title: "o1 points to 41.90.64.77", canUndo: true });
    expect(added).toMatchObject({ outcome: { words: "changed later", kind: "neutral" }, canUndo: false });
  });

  test.each([
    ["error500", "Failed to save DNS record"],
    ["conflict", "A CNAME cannot share its name with other records"],
  ])("refused by the provider (%s), in our own words and without Undo", async (word, words) => {
    await post("add", newRecord({ name: `${word}-o3` }));
    const line = await latest();
    expect(line).toMatchObject({ outcome: "failed", kind: "bad", canUndo: false });
    expect(line.note).toContain(words);
    expect(line.title).toMatch(/^New: /);
  });

  test("not confirmed, without Undo until it has arrived", async () => {
    await post("add", newRecord({ name: "timeout-o4" }));
    const lost = { outcome: "not confirmed", kind: "warn", canUndo: false };
    expect(await latest()).toMatchObject({
      ...lost,
      note: expect.stringContaining("not among your records, or not yet"),
    });
    insertRecord("timeout-o4");
    const [line] = await lines();
    expect(line).toMatchObject({ outcome: { words: "done", kind: "ok" }, canUndo: true });
    // The mock never replies to a write of this name: the undo is seen in its request.
    const planned = await load<{ canUndo: boolean }>("job", { job: line?.id ?? "" });
    expect(planned.data).toMatchObject({ canUndo: true });
  });

  test("as stored when the zone cannot be read, and the page still renders", async () => {
    await post("add", newRecord({ name: "o5" }));
    await post("add", newRecord({ name: "timeout-o5" }));
    server.use(http.get("*/dns_records", () => HttpResponse.json({}, { status: 500 })));
    const { status, data } = await load<{ days: { lines: Line[] }[] }>("history");
    expect(status).toBe(200);
    const [lost, done] = data?.days.flatMap((day) => day.lines) ?? [];
    expect(lost).toMatchObject({ outcome: { words: "not confirmed" }, canUndo: false });
    expect(done).toMatchObject({ outcome: { words: "done" }, canUndo: true });
  });
});

describe("a change whose reply was lost and that turns out to be made", () => {
  test("offers Undo when it is submitted again", async () => {
    const sent = newRecord({ name: "o6" });
    server.use(http.post("*/dns_records", () => HttpResponse.error(), { once: true }));
    const unsure = await post("add", sent);
    expect(unsure).toMatchObject({ ...UNSURE, carry: { unsure: "1", job: expect.any(String) } });
    insertRecord("o6");
    const again = await post("add", { ...sent, ...unsure.carry });
    expect(again).toMatchObject({ status: 303, undo: expect.stringContaining(unsure.carry.job ?? "?") });
    expect(await latest()).toMatchObject({ outcome: "done", canUndo: true });
    await undoOf(again);
    expect(stored("o6")).toEqual([]);
  });

  test("offers Undo for a changed and a deleted record too", async () => {
    await post("add", newRecord({ name: "o7" }));
    const record = idOf("o7", "A");
    const form: Fields = { ...(await formOf(record)), content: "41.90.64.99" };
    server.use(http.put("*/dns_records/*", () => HttpResponse.error(), { once: true }));
    const unsure = await post("edit", form, { record });
    Object.assign(stored("o7")[0] ?? {}, { content: "41.90.64.99" });
    const again = await post("edit", { ...form, ...unsure.carry }, { record });
    expect(again).toMatchObject({ status: 303, undo: expect.stringContaining(unsure.carry.job ?? "?") });

    server.use(http.delete("*/dns_records/*", () => HttpResponse.error(), { once: true }));
    const kept = await post("delete", {}, { record });
    expect(kept).toMatchObject({ ...UNSURE, carry: { job: expect.any(String) } });
    const zone = zones.findByName(DOMAIN);
    if (zone) zone.records = zone.records.filter(({ id }) => id !== record);
    const gone = await post("delete", { ...kept.carry }, { record });
    expect(gone).toMatchObject({ status: 303, undo: expect.stringContaining(kept.carry.job ?? "?") });
    await undoOf(gone);
    expect(stored("o7")).toMatchObject([{ content: "41.90.64.99" }]);
  });

  test("offers no Undo for an invalid job, and opens no other customer's page", async () => {
    insertRecord("o8");
    const again = await post("add", newRecord({ name: "o8", unsure: "1", job: "../../../../logout" }));
    expect(again).toMatchObject({ status: 303, undo: undefined });
  });
});
