import { expect, test } from "vitest";
import { readRecord } from "./read-record.ts";

type Typed = Record<string, string | undefined>;

const ZONE = "example.com";
const MX = { type: "MX", name: "@", content: "mail.example.com", priority: "10", ttl: "3600" };

test.each<[Typed, object, string]>([
  [{}, { name: ZONE, content: "mail.example.com", priority: 10, ttl: 3600, proxied: false }, "RFC 1035, 3.3.9"],
  [{ priority: " 5 " }, { priority: 5 }, "product: DNS records"],
  [{ content: ".", priority: "0" }, { content: ".", priority: 0 }, "RFC 7505, 3"],
  [{ proxied: "on" }, { proxied: false, ttl: 3600 }, "product: DNS records"],
  [{ type: "mx " }, { type: "MX" }, "product: DNS records"],
])("reads the MX record %j as %j (%s)", (typed, draft) => {
  expect(readRecord({ ...MX, ...typed }, ZONE)).toMatchObject({ ok: true, draft });
});

test.each<[Typed, string, string, string]>([
  [{ priority: undefined }, "priority", "priority is missing", "product: DNS records"],
  [{ priority: "" }, "priority", "priority is missing", "product: DNS records"],
  [{ priority: "-1" }, "priority", "below 0", "product: DNS records"],
  [{ priority: "high" }, "priority", "whole number", "RFC 1035, 3.3.9"],
  [{ priority: "1.5" }, "priority", "whole number", "RFC 1035, 3.3.9"],
  [{ content: ".", priority: "10" }, "priority", "priority is 0", "RFC 7505, 3"],
  [{ content: undefined }, "content", "mail.example.com", "product: DNS records"],
  [{ type: undefined }, "type", "Choose a type", "product: DNS records"],
  [{ type: "PTR" }, "type", "Choose a type", "product: DNS records"],
])("rejects the MX record %j at %s and says: %s (%s)", (typed, field, message) => {
  const reading = readRecord({ ...MX, ...typed }, ZONE);
  expect(reading).toEqual({ ok: false, problems: [{ field, message: expect.stringContaining(message) }] });
});

test("reports all invalid fields at once", () => {
  const reading = readRecord({ type: "MX", name: "a b", ttl: "30" }, ZONE);
  expect(reading.ok ? [] : reading.problems.map(({ field }) => field)).toEqual(["name", "content", "priority", "ttl"]);
});

test("gives a proxied record the TTL Auto, but still reports an invalid TTL", () => {
  const proxied = { type: "A", name: "www", content: "41.90.64.12", ttl: "3600", proxied: "on" };
  expect(readRecord(proxied, ZONE)).toEqual({
    ok: true,
    draft: { type: "A", name: "www.example.com", content: "41.90.64.12", ttl: 1, proxied: true },
  });
  expect(readRecord({ ...proxied, ttl: "30" }, ZONE)).toMatchObject({ ok: false, problems: [{ field: "ttl" }] });
  expect(readRecord({ ...proxied, ttl: undefined }, ZONE)).toMatchObject({ ok: false, problems: [{ field: "ttl" }] });
});

test("prefers a typed TTL to a chosen one, and reports its errors at its own field", () => {
  expect(readRecord({ ...MX, otherTtl: " 2 hours " }, ZONE)).toMatchObject({ ok: true, draft: { ttl: 7200 } });
  expect(readRecord({ ...MX, otherTtl: "  " }, ZONE)).toMatchObject({ ok: true, draft: { ttl: 3600 } });
  expect(readRecord({ ...MX, ttl: "nothing", otherTtl: "90" }, ZONE)).toMatchObject({ ok: true, draft: { ttl: 90 } });
  expect(readRecord({ ...MX, otherTtl: "5 s" }, ZONE)).toMatchObject({
    ok: false,
    problems: [{ field: "otherTtl", message: expect.stringContaining("at least 60") }],
  });
});

test("rejects a CNAME to itself in any notation, but accepts a name server for its own name", () => {
  const typed = { type: "CNAME", name: "www", content: "WWW.example.com.", ttl: "1" };
  expect(readRecord(typed, ZONE)).toMatchObject({ ok: false, problems: [{ field: "content" }] });
  expect(readRecord({ ...typed, name: "@", content: "@" }, ZONE)).toMatchObject({ ok: false });
  expect(readRecord({ ...typed, type: "NS" }, ZONE)).toMatchObject({ ok: true });
});

test("ignores fields of other types", () => {
  const left = { priority: "x", weight: "x", port: "x", target: " ", flags: "x", tag: "?", value: "x" };
  const reading = readRecord({ type: "A", name: "", content: "41.90.64.12", ttl: "60", ...left }, ZONE);
  expect(reading).toEqual({
    ok: true,
    draft: { type: "A", name: ZONE, content: "41.90.64.12", ttl: 60, proxied: false },
  });
});
