import { describe, expect, test } from "vitest";
import { zones } from "#mocks/zones.ts";
import { DOMAIN, type Fields, formOf, idOf, load, newRecord, post, stored, upstreamCalls } from "./dns-pages.ts";

const typedAs = (type: string, fields: Fields = {}) => newRecord({ type, shownType: type, ...fields });

describe("a validation error is shown at its field with all input, and the provider is not called", () => {
  test.each<[string, Fields, string]>([
    ["A", { name: "www.example.com." }, "name"],
    ["CNAME", { name: "tawi2", content: `tawi2.${DOMAIN}` }, "content"],
    ["MX", { content: "mail.example.com", priority: "65536" }, "priority"],
    ["SRV", { name: "tawi2", priority: "1", weight: "1", port: "443", target: "sip.example.com" }, "name"],
    ["CAA", { flags: "256", tag: "issue", value: "letsencrypt.org" }, "flags"],
    ["LOC", {}, "type"],
    ["", {}, "type"],
  ])("%s %j: %s", async (type, fields, field) => {
    const calls = upstreamCalls();
    const sent = typedAs(type, fields);
    const { status, errors, typed } = await post("add", sent);
    expect(status).toBe(400);
    expect(errors).toEqual({ [field]: [expect.stringMatching(/\w{2}/)] });
    expect(typed).toEqual(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== "")));
    expect(calls).toEqual([]);
  });
});

describe("changing the type as a separate step", () => {
  const typed = { name: "tawi2", content: "41.90.64.12", ttl: "300", proxied: "on" };
  const step = (shownType: string, type: string, fields: Fields = {}) =>
    post("add", newRecord({ ...typed, shownType, type, intent: "type", ...fields }));

  test("keeps the input, sets the priority of MX to 10, disables the CDN, and does not call the provider", async () => {
    const calls = upstreamCalls();
    const { status, typed: values, errors } = await step("A", "MX");
    expect([status, errors]).toEqual([200, {}]);
    expect(values).toMatchObject({ ...typed, type: "MX", priority: "10", proxied: "" });
    expect(calls).toEqual([]);
  });

  test("clears the priority for other types, and keeps the CDN where it is possible", async () => {
    const txt = await step("MX", "TXT", { priority: "5", proxied: "" });
    expect(txt.typed).toMatchObject({ type: "TXT", priority: "", content: typed.content });
    expect((await step("A", "AAAA")).typed).toMatchObject({ type: "AAAA", proxied: "on", priority: "" });
  });

  test("returns invalid input unchanged", async () => {
    const wrong = { name: "<b>", content: "x".repeat(5000), ttl: "-1" };
    expect((await step("A", "TXT", wrong)).typed).toMatchObject(wrong);
    expect((await step("A", "<script>")).status).toBe(200);
  });

  test("keeps the record version", async () => {
    const record = idOf("ofisi", "A");
    const form = await formOf(record);
    const { carry } = await post("edit", { ...form, type: "AAAA", intent: "type" }, { record });
    expect(carry).toMatchObject({ expectedVersion: form.expectedVersion });
  });
});

describe("a conflicting record is reported at its field, and nothing is written", () => {
  const private10 = { content: "10.0.0.7", proxied: "on" };
  test.each<[string, string, Fields, string, RegExp]>([
    ["a CNAME beside an A", "CNAME", { name: "ofisi", content: "a.example.com" }, "name", /A record ofisi/],
    ["what is there already", "A", { name: "ofisi", content: "198.51.100.7" }, "content", /exists already/],
    ["the same CAA", "CAA", { name: "@", flags: "0", tag: "issue", value: "letsencrypt.org" }, "value", /exists/],
    ["a private address through the CDN", "A", private10, "proxied", /private address/],
  ])("%s", async (_what, type, fields, field, words) => {
    const sent = typedAs(type, fields);
    const { status, errors, typed } = await post("add", sent);
    expect(status).toBe(409);
    expect(errors).toEqual({ [field]: [expect.stringMatching(words)] });
    expect(typed).toMatchObject(sent);
    expect(zones.writes()).toMatchObject({ create: 0 });
  });

  test("a record does not conflict with itself", async () => {
    const record = idOf("duka", "CNAME");
    const form = { ...(await formOf(record)), content: "other.myshopify.com" };
    expect((await post("edit", form, { record })).status).toBe(303);
    expect(stored("duka")).toMatchObject([{ content: "other.myshopify.com" }]);
  });
});

describe("without a zone", () => {
  const domain = "kilimobora.or.ke";
  test("adding, editing and deleting report it, keep the input, and do not call the provider", async () => {
    const calls = upstreamCalls();
    const sent = newRecord();
    const record = "a".repeat(32);
    for (const response of [
      await post("add", sent, { domain }),
      await post("edit", sent, { domain, record }),
      await post("delete", {}, { domain, record }),
    ]) {
      expect(response.status).toBe(409);
      expect(response.errors).toMatchObject({ "": ["Zone ID not available"] });
    }
    expect((await post("add", sent, { domain })).typed).toMatchObject(sent);
    expect(calls).toEqual([]);
  });

  test("every page redirects to the DNS set-up, and does not call the provider", async () => {
    const calls = upstreamCalls();
    const there = { status: 303, to: `/dashboard/domains/${domain}/dns` };
    for (const page of ["add", "edit", "delete", "import", "export", "mail"] as const) {
      expect(await load(page, { domain, record: "a".repeat(32) })).toMatchObject(there);
    }
    expect(await post("import", { text: "www A 198.51.100.1", mode: "add" }, { domain })).toMatchObject(there);
    expect(await post("mail", { preset: "google" }, { domain })).toMatchObject(there);
    expect(calls).toEqual([]);
  });
});
