import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { setDeadlines } from "../deadlines.js";
import { DOMAIN, type Fields, first, formOf, idOf, insertRecord, load, newRecord, post, stored } from "./dns-pages.ts";
import { renderPage } from "./render-page.ts";

const ADDED = { status: 303, title: "DNS record added successfully" };
const UPDATED = { status: 303, title: "DNS record updated successfully" };
const DELETED = { status: 303, title: "DNS record deleted successfully" };
const UNSURE = "We could not confirm it; it may still appear";

/** Inserts a record whose name has a magic word, without its fault. */
const seeded = (label: string) => insertRecord(label, { content: "198.51.100.70", ttl: 600 });
const change = async (label: string, fields: Fields = {}) => {
  const record = seeded(label);
  return post("edit", { ...(await formOf(record)), content: "41.90.64.99", ...fields }, { record });
};
const remove = (label: string) => post("delete", {}, { record: seeded(label) });
const messageOf = (reply: { data: { title?: string } | null; errors: object }) =>
  `${reply.data?.title} ${JSON.stringify(reply.errors)}`;

describe.each(["lost", "garbage"])("when a write succeeds and the reply is '%s'", (word) => {
  const label = `${word}-duka`;
  test("adding succeeds and creates one record", async () => {
    expect(await post("add", newRecord({ name: label }))).toMatchObject(ADDED);
    expect(stored(label)).toHaveLength(1);
    expect(zones.writes()).toMatchObject({ create: 1 });
  });

  test("changing and deleting succeed and are sent once", async () => {
    expect(await change(label)).toMatchObject(UPDATED);
    expect(stored(label)).toMatchObject([{ content: "41.90.64.99" }]);
    expect(await post("delete", {}, { record: idOf(label, "A") })).toMatchObject(DELETED);
    expect(stored(label)).toEqual([]);
    expect(zones.writes()).toMatchObject({ update: 1, delete: 1 });
  });
});

describe("when a write gets no reply", () => {
  beforeEach(() => setDeadlines({ dnsWrite: 1500 }));

  test("adding is unconfirmed, keeps the input, and the next press creates one record", async () => {
    const sent = newRecord({ name: "timeout-duka" });
    const reply = await post("add", sent);
    expect(reply).toMatchObject({ status: 503, typed: sent, carry: { unsure: "1" } });
    expect(messageOf(reply)).toContain(UNSURE);
    expect(messageOf(reply)).toContain("Pressing again does not make a second one");
    expect(zones.writes()).toMatchObject({ create: 1 });
    // It has arrived in the meantime.
    seeded("timeout-duka");
    const again = await post("add", { ...sent, content: "198.51.100.70", ...reply.carry });
    expect(again).toMatchObject(ADDED);
    expect(stored("timeout-duka")).toHaveLength(1);
    expect(zones.writes()).toMatchObject({ create: 1 });
  });

  test("a write that did not arrive is sent again by the next press", async () => {
    const sent = newRecord();
    server.use(http.post("*/dns_records", () => HttpResponse.error(), { once: true }));
    const reply = await post("add", sent);
    expect(reply).toMatchObject({ status: 503, carry: { unsure: "1" } });
    expect(await post("add", { ...sent, ...reply.carry })).toMatchObject(ADDED);
    expect(stored("tawi2")).toHaveLength(1);
  });

  test("the uncertainty survives a validation error in between", async () => {
    const mistaken = await post("add", newRecord({ content: "x", unsure: "1" }));
    expect(mistaken).toMatchObject({ status: 400, carry: { unsure: "1" } });
  });

  test("changing is unconfirmed, and the next press succeeds if the change has arrived", async () => {
    const record = seeded("timeout-duka");
    const form: Fields = { ...(await formOf(record)), content: "41.90.64.99" };
    const reply = await post("edit", form, { record });
    expect(reply).toMatchObject({ status: 503, carry: { unsure: "1", expectedVersion: form.expectedVersion } });
    Object.assign(stored("timeout-duka")[0] ?? {}, { content: "41.90.64.99" });
    expect(await post("edit", { ...form, ...reply.carry }, { record })).toMatchObject(UPDATED);
    expect(zones.writes()).toMatchObject({ update: 1 });
  });

  test("an unconfirmed change is not confirmed by another record with the same content", async () => {
    const record = idOf("ofisi", "A");
    seeded("tawi3");
    const form = { ...(await formOf(record)), name: "tawi3", content: "198.51.100.70", unsure: "1" };
    expect(await post("edit", form, { record })).toMatchObject({ status: 409 });
    expect(stored("ofisi")).toHaveLength(1);
  });

  test("deleting is unconfirmed, and the record is still there", async () => {
    const reply = await remove("timeout-duka");
    expect(reply.status).toBe(503);
    expect(messageOf(reply)).toContain("it may still disappear");
    expect(stored("timeout-duka")).toHaveLength(1);
    expect(zones.writes()).toMatchObject({ delete: 1 });
  });
});

describe("when a write is refused", () => {
  test.each(["error500", "ratelimit", "forbidden"])("'%s' is a 503 that keeps the input", async (word) => {
    const label = `${word}-duka`;
    const sent = newRecord({ name: label });
    const added = await post("add", sent);
    expect(added).toMatchObject({ status: 503, typed: sent, data: { title: "Failed to save DNS record" } });
    expect(added.carry).not.toHaveProperty("unsure");
    expect(stored(label)).toEqual([]);
    const changed = await change(label);
    expect(changed).toMatchObject({ status: 503, typed: { content: "41.90.64.99" } });
    const removed = await post("delete", {}, { record: idOf(label, "A") });
    expect(removed).toMatchObject({ status: 503, data: { title: "Failed to delete DNS record" } });
    expect(stored(label)).toMatchObject([{ content: "198.51.100.70" }]);
    expect(zones.writes()).toMatchObject({ create: 1, update: 1, delete: 1 });
    for (const reply of [added, changed, removed]) expect(messageOf(reply)).not.toMatch(/Authentication|throttling/);
  });

  test("a conflict that only the provider knows is shown at the name, an identical record at the content", async () => {
    const clash = await post("add", newRecord({ name: "conflict-duka" }));
    expect(clash).toMatchObject({ status: 409, errors: { name: [expect.stringContaining("CNAME")] } });
    const same = await post("add", newRecord({ name: "exists-duka" }));
    expect(same).toMatchObject({ status: 409, errors: { content: [expect.stringContaining("exists already")] } });
    expect(zones.writes()).toMatchObject({ create: 2 });
  });

  test("a record that somebody else deletes at that moment is gone when changed, and a success when deleted", async () => {
    const changed = await change("gone-duka");
    expect(changed).toMatchObject({ status: 409, typed: { content: "41.90.64.99" } });
    expect(messageOf(changed)).toContain("does not exist any more");
    expect(await remove("gone-duka")).toMatchObject(DELETED);
  });
});

describe("when the list cannot be read", () => {
  const words = "Failed to fetch DNS records";
  const denied = { success: false, errors: [{ code: 10_000, message: "Authentication error" }] };
  test.each<[string, () => Response]>([
    ["HTML", () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 })],
    ["nothing", () => new HttpResponse("")],
    ["10 MB", () => new HttpResponse(`{"a":"${"x".repeat(1e7)}"}`)],
    ["a refusal of our key", () => HttpResponse.json(denied, { status: 403 })],
  ])("the reply %s leads to a 503 with a message, and nothing is written", async (_what, response) => {
    const record = idOf("ofisi", "A");
    const form = await formOf(record);
    server.use(http.get("*/dns_records", () => response()));
    expect(await load("list")).toMatchObject({ status: 503, data: { list: null, failure: words } });
    expect(await load("delete", { record })).toMatchObject({ status: 503, data: { isGone: false } });
    const sent = newRecord();
    for (const [reply, title] of [
      [await post("add", sent), "save"],
      [await post("edit", form, { record }), "save"],
      [await post("delete", {}, { record }), "delete"],
    ] as const) {
      expect(reply).toMatchObject({ status: 503, data: { title: `Failed to ${title} DNS record` } });
      expect(reply.errors).toEqual({ "": [words] });
    }
    expect(zones.writes()).toEqual({ create: 0, update: 0, delete: 0, zone: 0 });
  });

  test.each(["HTML", "a part"])(
    "the page of a form that was posted has the form again: the list is %s",
    async (list) => {
      const record = idOf("ofisi", "A");
      const form = await formOf(record);
      const path = `/dashboard/domains/${DOMAIN}/dns/${record}`;
      const { html: asked } = await renderPage(first, `${path}/delete`);
      const field = (html: string, name: string) =>
        html.match(new RegExp(`name="${name}"[^>]* value="([^"]*)"`))?.[1] ?? "";
      const [expectedVersion, what] = [field(asked, "expectedVersion"), field(asked, "what")];
      expect(what).toBe(`A ofisi.${DOMAIN} 198.51.100.7`);
      const short = { success: true, result: [], result_info: { total_pages: 1, total_count: 3 } };
      server.use(
        http.get("*/dns_records", () =>
          list === "HTML" ? new HttpResponse("<h1>Bad gateway</h1>", { status: 502 }) : HttpResponse.json(short),
        ),
      );
      const edited = await renderPage(first, `${path}/edit`, Object.entries({ ...form, content: "41.90.64.77" }));
      expect(edited.status).toBe(503);
      expect(edited.html).toContain("Edit the record");
      expect(field(edited.html, "content")).toBe("41.90.64.77");
      expect(field(edited.html, "name")).toBe("ofisi");
      expect(edited.html.match(new RegExp(`name="expectedVersion" value="${form.expectedVersion}"`, "g"))).toHaveLength(
        1,
      );
      const text = { ...form, type: "TXT", shownType: "TXT", content: "", name: "typed-name" };
      const { html: changed } = await renderPage(
        first,
        `${path}/edit`,
        Object.entries({ ...text, content: "a typed text" }),
      );
      expect(changed).toContain("a typed text</textarea>");

      const deleted = await renderPage(first, `${path}/delete`, Object.entries({ expectedVersion, what }));
      expect(deleted.status).toBe(503);
      expect(deleted.html).toContain("Delete this record?");
      expect([field(deleted.html, "expectedVersion"), field(deleted.html, "what")]).toEqual([expectedVersion, what]);
      server.resetHandlers();
      for (const page of ["edit", "delete"]) expect((await renderPage(first, `${path}/${page}`)).status).toBe(200);
    },
  );

  test("an incomplete list is not taken as proof that a record is gone", async () => {
    const short = { success: true, result: [], result_info: { total_pages: 1, total_count: 3 } };
    server.use(http.get("*/dns_records", () => HttpResponse.json(short)));
    const record = idOf("ofisi", "A");
    expect(await load("edit", { record })).toMatchObject({ status: 503, data: { isGone: false } });
    expect(await load("delete", { record })).toMatchObject({ status: 503, data: { isGone: false } });
    expect((await post("delete", {}, { record })).status).toBe(503);
    expect((await post("edit", newRecord(), { record })).status).toBe(503);
  });
});

test("the ticks of several records come back while the provider does not answer", async () => {
  const ids = ["q1", "q2"].map((label) => insertRecord(label));
  server.use(http.get("*/dns_records", () => HttpResponse.json({ success: false }, { status: 503 })));
  const ticks = [...ids.map((id): [string, string] => ["record", id]), ["intent", "delete"] as [string, string]];
  const { status, html } = await renderPage(first, `/dashboard/domains/${DOMAIN}/dns/selection`, ticks);
  expect(status).toBe(503);
  for (const [name, value] of ticks) expect(html).toContain(`name="${name}" value="${value}"`);
  expect(html).toContain("Send it again");
});
