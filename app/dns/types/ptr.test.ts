import { expect, test } from "vitest";
import { warningsFor } from "../check-record.ts";
import { readRecord } from "../read-record.ts";

const read = (content: string, zone: string) => readRecord({ type: "PTR", name: "12", ttl: "3600", content }, zone);

test("RFC 1035, section 3.5: is for zones of addresses, and warned of in others", () => {
  for (const [zone, isReverse] of [
    ["64.90.41.in-addr.arpa", true],
    ["0.0.0.0.2.ip6.arpa", true],
    ["example.com", false],
  ] as const) {
    const reading = read("Mail.Example.net.", zone);
    if (!reading.ok) throw new Error("The record is invalid.");
    expect(reading.draft).toMatchObject({ type: "PTR", content: "mail.example.net", proxied: false });
    const said = warningsFor(reading.draft, [], zone).filter(({ message }) => message.includes("reverse DNS"));
    expect(said).toHaveLength(isReverse ? 0 : 1);
  }
});

test.each(["", "41.90.64.12", "https://example.net", "host"])("rejects the target %j", (content) => {
  expect(read(content, "example.com")).toMatchObject({ ok: false, problems: [{ field: "content" }] });
});
