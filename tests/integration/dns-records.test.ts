import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, test } from "vitest";
import { unpackRecords } from "#app/dns/listed-record.ts";
import { zones } from "#mocks/zones.ts";
import {
  DOMAIN,
  type Fields,
  formOf,
  idOf,
  insertRecord,
  load,
  newRecord,
  post,
  second,
  stored,
  upstreamCalls,
  writesIn,
} from "./dns-pages.ts";
import { renderPage } from "./render-page.ts";

const PATH = `/dashboard/domains/${DOMAIN}/dns`;
type List = { hasZone: boolean; list: { packed: string; isComplete: boolean } | null; failure: string };
const recordsOf = (data: List | null) => unpackRecords(data?.list?.packed ?? "[]");

describe("the list", () => {
  test("has every record of a zone of three pages, once", async () => {
    const ids = [];
    for (const query of ["", "?page=2", "?page=3"]) {
      const { status, data } = await load<List>("list", { domain: "big-zone-demo.co.ke", browser: second, query });
      expect(status).toBe(200);
      expect(data?.list).toMatchObject({ isComplete: true, found: 250, total: 250, pages: 3 });
      ids.push(...recordsOf(data).map(({ id }) => id));
    }
    expect([ids.length, new Set(ids).size]).toEqual([250, 250]);
  });

  test("of a zone of 3,000 records has a hundred a page, and no page is heavier than its gate", async () => {
    const domain = "big-zone-demo.co.ke";
    const zone = zones.findByName(domain);
    const rest = { ttl: 3600, proxied: false, comment: null, created_on: "", modified_on: "" };
    const kinds = [
      (n: number) => ({ type: "A", content: `41.90.${n % 200}.${n % 250}` }),
      (n: number) => ({ type: "CNAME", content: `duka.host-${n}.example.net` }),
      (n: number) => ({ type: "TXT", content: `"v=spf1 include:_spf.google.com ip4:41.90.64.${n % 250} ~all"` }),
      (n: number) => ({ type: "MX", content: `mx${n}.zoho.com`, priority: 10 }),
    ];
    const record = (n: number) => ({
      id: n.toString(16).padStart(32, "0"),
      name: `kiosk${n}.${domain}`,
      ...rest,
      ...(kinds[n % 4]?.(n) ?? { type: "", content: "" }),
    });
    zone?.records.splice(0, Number.POSITIVE_INFINITY, ...Array.from({ length: 3000 }, (_, n) => record(n)));
    const calls = upstreamCalls();
    for (const page of [1, 15, 30]) {
      const { html, status } = await renderPage(second, `/dashboard/domains/${domain}/dns?page=${page}`);
      expect([status, html.match(/type="checkbox"/g)?.length]).toEqual([200, 100]);
      expect(brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length).toBeLessThanOrEqual(
        15 * 1024,
      );
    }
    expect(calls.filter((call) => call.endsWith("/dns_records"))).toHaveLength(3);
  });

  test("is read once for the page and the form beside it", async () => {
    const calls = upstreamCalls();
    await load("list");
    expect(calls.filter((call) => call.endsWith("/dns_records"))).toHaveLength(1);
  });

  test("shows records of unsupported types, for viewing only", async () => {
    const { data } = await load<List>("list");
    const records = recordsOf(data);
    expect(records).toHaveLength(zones.findByName(DOMAIN)?.records.length ?? 0);
    expect(new Set(records.filter(({ isEditable }) => !isEditable).map(({ type }) => type))).toEqual(new Set(["LOC"]));
  });

  test("of an empty zone is empty, and without a zone the provider is not called", async () => {
    const empty = await load<List>("list", { domain: "fundiwaviatu.co.ke" });
    expect(empty).toMatchObject({ status: 200, data: { hasZone: true, list: { packed: "[]", isComplete: true } } });
    const calls = upstreamCalls();
    const none = await load<List>("list", { domain: "kilimobora.or.ke" });
    expect(none).toMatchObject({ status: 200, data: { hasZone: false, list: null, failure: "" } });
    expect(calls).toEqual([]);
  });
});

describe("adding", () => {
  const own = { ttl: 3600, proxied: false };
  test.each([
    ["A", { content: "41.90.64.12" }, { content: "41.90.64.12", ...own }],
    ["A", { content: "41.90.64.12", proxied: "on" }, { content: "41.90.64.12", ttl: 1, proxied: true }],
    ["TXT", { content: '5" pipes' }, { content: '"5\\" pipes"', ...own }],
    ["MX", { content: "mail.example.com", priority: "5" }, { content: "mail.example.com", priority: 5, ...own }],
    [
      "CAA",
      { tag: "issue", value: "letsencrypt.org", flags: "0" },
      { data: { flags: 0, tag: "issue", value: "letsencrypt.org" }, ...own },
    ],
  ])("of %s %j creates that record only, and confirms it", async (type, fields, expected) => {
    const before = structuredClone(zones.findByName(DOMAIN)?.records);
    const response = await post("add", newRecord({ type, shownType: type, ...fields }));
    const [record, ...more] = stored("tawi2");
    const to = `${PATH}#record-${record?.id}`;
    expect(response).toMatchObject({ status: 303, to, title: "DNS record added successfully" });
    expect(more).toEqual([]);
    expect(record).toMatchObject({ type, name: `tawi2.${DOMAIN}`, ...expected });
    expect(zones.findByName(DOMAIN)?.records.filter(({ id }) => id !== record?.id)).toEqual(before);
    expect(zones.writes()).toEqual({ create: 1, update: 0, delete: 0, zone: 0 });
  });

  test.each<[string, string, Fields, boolean, RegExp]>([
    ["a website", "A", { name: "duka9" }, true, /^$/],
    ["a mail server", "A", { name: "mail9" }, false, /The CDN is off\. mail9 is a name for mail/],
  ])("leaves the CDN to us for %s, and says why it is off", async (_what, type, fields, isProxied, text) => {
    const typed = newRecord({ type, shownType: type, ...fields, proxied: "auto" });
    const response = await post("add", typed);
    expect([response.status, response.text ?? ""]).toEqual([303, expect.stringMatching(text)]);
    expect(stored(fields.name ?? "")).toMatchObject([{ proxied: isProxied, ttl: isProxied ? 1 : 3600 }]);
    // The same form again is the same record, whatever we chose.
    expect(await post("add", typed)).toMatchObject({ status: 303 });
    expect(stored(fields.name ?? "")).toHaveLength(1);
  });

  test("warns where a customer switches the CDN on for a name that does not work with it", async () => {
    const response = await post("add", newRecord({ name: "smtp9", proxied: "on" }));
    expect(response.text).toContain("smtp9 is a name for mail, and the CDN carries no mail. Switch the CDN off here");
    expect(stored("smtp9")).toMatchObject([{ proxied: true }]);
  });

  test("says which name a wildcard no longer covers, with a link to the form that adds its address", async () => {
    insertRecord("*", { content: "41.90.64.99" });
    const response = await post("add", newRecord({ type: "TXT", shownType: "TXT", name: "duka8", content: "hujambo" }));
    expect(response.text).toContain(`duka8.${DOMAIN} was covered by *.${DOMAIN} and is no longer.`);
    const { to = "", label } = response.next ?? {};
    expect(label).toBe(`Add duka8.${DOMAIN}`);
    const { data } = await load<{ values: Fields }>("add", { query: new URL(to, "http://x").search });
    expect(data?.values).toMatchObject({ type: "A", name: `duka8.${DOMAIN}`, content: "41.90.64.99" });
  });

  test("accepts an empty name, @ and the domain's name for the domain itself", async () => {
    for (const [index, name] of ["", "@", `${DOMAIN}.`].entries()) {
      const response = await post("add", newRecord({ type: "TXT", name, content: `uthibitisho ${index}` }));
      expect(response.status).toBe(303);
    }
    const texts = stored("@").filter(({ content }) => content.includes("uthibitisho"));
    expect(texts).toHaveLength(3);
  });

  test("refuses name servers of the domain itself at the name, however it is written, and sends nothing", async () => {
    const calls = upstreamCalls();
    for (const name of ["", "@", `${DOMAIN.toUpperCase()}.`]) {
      const refused = await post("add", newRecord({ type: "NS", name, content: "ns1.example.net" }));
      expect(refused).toMatchObject({ status: 409, errors: { name: [expect.stringContaining("is registered")] } });
    }
    expect(writesIn(calls)).toEqual([]);
  });

  test("starts with an A record through the CDN, or with the type in the URL", async () => {
    type Data = { values: { type: string; proxied: string; priority: string } };
    expect((await load<Data>("add")).data?.values).toMatchObject({ type: "A", proxied: "auto", priority: "" });
    const mail = await load<Data>("add", { query: "?new=MX" });
    expect(mail.data?.values).toMatchObject({ type: "MX", proxied: "", priority: "10" });
    expect((await load<Data>("add", { query: "?new=LOC&type=MX" })).data?.values).toMatchObject({ type: "A" });
  });
});

describe("editing", () => {
  test("changes the changed fields and nothing else", async () => {
    const record = idOf("ofisi", "A");
    const before = structuredClone(stored("ofisi")[0]);
    const response = await post("edit", { ...(await formOf(record)), content: "41.90.64.99" }, { record });
    const to = `${PATH}#record-${record}`;
    expect(response).toMatchObject({ status: 303, to, title: "DNS record updated successfully" });
    const { modified_on, ...rest } = before ?? { modified_on: "" };
    expect(stored("ofisi")).toEqual([
      { ...rest, content: "41.90.64.99", modified_on: expect.not.stringMatching(modified_on) },
    ]);
    expect(zones.writes()).toEqual({ create: 0, update: 1, delete: 0, zone: 0 });
  });

  test("a record through the CDN, which reads back Auto, can be saved as it is and stays Auto", async () => {
    const record = idOf("duka", "CNAME");
    const form = await formOf(record);
    expect(form).toMatchObject({ ttl: "1", proxied: "on" });
    expect((await post("edit", form, { record })).status).toBe(303);
    expect(stored("duka")).toMatchObject([{ ttl: 1, proxied: true, content: "shops.myshopify.com" }]);
  });

  test.each([
    ["www", "CNAME"],
    ["_dmarc", "TXT"],
    ["_sip._tls", "SRV"],
  ])("sends no change when the form of %s %s is submitted unchanged", async (label, type) => {
    const record = idOf(label, type);
    const find = () => structuredClone(stored(label).find(({ id }) => id === record));
    const before = find();
    expect((await post("edit", await formOf(record), { record })).status).toBe(303);
    const after = find();
    const content = (text = "") => text.replaceAll('"', "");
    expect({ ...after, content: content(after?.content), modified_on: "" }).toEqual({
      ...before,
      content: content(before?.content),
      modified_on: "",
    });
  });

  test("can change a record's type", async () => {
    const record = idOf("ofisi", "A");
    const form = { ...(await formOf(record)), type: "CNAME", shownType: "CNAME", content: "shops.myshopify.com" };
    expect((await post("edit", form, { record })).status).toBe(303);
    expect(stored("ofisi")).toMatchObject([{ id: record, type: "CNAME", content: "shops.myshopify.com" }]);
  });
});

describe("deleting", () => {
  test("shows which record it is, then deletes only that one", async () => {
    const record = idOf("ofisi", "A");
    const before = structuredClone(zones.findByName(DOMAIN)?.records);
    expect((await load("delete", { record })).data).toMatchObject({
      record: { type: "A", name: "ofisi", content: "198.51.100.7" },
    });
    const response = await post("delete", {}, { record });
    expect(response).toMatchObject({ status: 303, to: PATH, title: "DNS record deleted successfully" });
    expect(zones.findByName(DOMAIN)?.records).toEqual(before?.filter(({ id }) => id !== record));
  });

  test("succeeds for a record that is already gone, and sends nothing", async () => {
    const calls = upstreamCalls();
    const response = await post("delete", {}, { record: "b".repeat(32) });
    expect(response).toMatchObject({ status: 303, title: "DNS record deleted successfully" });
    expect(writesIn(calls)).toEqual([]);
  });
});

describe("a record of an unsupported type", () => {
  test.each(["LOC"])("of type %s can neither be edited nor deleted by its URL", async (type) => {
    const record = idOf("@", type);
    const before = structuredClone(zones.findByName(DOMAIN)?.records);
    expect(await load("edit", { record })).toMatchObject({ status: 404, data: { isGone: true } });
    expect(await load("delete", { record })).toMatchObject({ status: 404, data: { isGone: true } });
    expect((await post("delete", {}, { record })).status).toBe(404);
    const pressed = await post("edit", newRecord({ name: "@", expectedVersion: "a" }), { record });
    expect(pressed.status).toBe(404);
    const again = await post("edit", newRecord({ name: "@", ...pressed.carry }), { record });
    expect(again.status).toBe(404);
    expect(zones.findByName(DOMAIN)?.records).toEqual(before);
    expect(zones.writes()).toEqual({ create: 0, update: 0, delete: 0, zone: 0 });
  });
});
