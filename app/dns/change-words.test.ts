import { expect, test } from "vitest";
import { changeTitle, undoTitle } from "./change-words.ts";
import type { DnsRecord } from "./record.ts";

const record = (values: Partial<DnsRecord>): DnsRecord => {
  return { id: "1", type: "A", name: "ofisi.a.ke", content: "198.51.100.7", ttl: 1, proxied: false, ...values };
};
const OLD = record({});
const NEW = record({ content: "198.51.100.8" });
const MX = record({ type: "MX", name: "a.ke", content: "mx.b.ke", priority: 10 });
const SPF = record({ type: "TXT", name: "a.ke", content: '"v=spf1 -all"' });

test.each([
  [{ before: null, after: OLD }, "New: ofisi points to 198.51.100.7", "ofisi points to 198.51.100.7 again"],
  [{ before: OLD, after: NEW }, "ofisi points to 198.51.100.8", "ofisi points to 198.51.100.8 again"],
  [{ before: MX, after: null }, "Mail for a.ke no longer goes to mx.b.ke", "Mail for a.ke no longer goes to mx.b.ke"],
  [
    { before: SPF, after: null },
    "Deleted: TXT record of a.ke: v=spf1 -all",
    "Deleted: TXT record of a.ke: v=spf1 -all",
  ],
  [
    { before: null, after: record({ type: "CNAME", name: "xn--mnze-0ra.a.ke", content: "b.ke" }) },
    "New: münze is another name for b.ke",
    "münze is another name for b.ke again",
  ],
  [
    { before: OLD, after: record({ proxied: true }) },
    "A record of ofisi: CDN switched on",
    "A record of ofisi: CDN switched on again",
  ],
  [{ before: OLD, after: record({ ttl: 3600 }) }, /: TTL 1 hour/, /: TTL 1 hour.* again$/],
  [{ before: MX, after: { ...MX, priority: 5 } }, "MX record of a.ke: priority 5", /5 again$/],
  [{ before: OLD, after: record({ comment: "x" }) }, "A record of ofisi: your note", /again$/],
])("the history says what a change does: %j", (change, title, undone) => {
  expect(changeTitle(change, "a.ke")).toMatch(title);
  expect(undoTitle(change, "a.ke")).toMatch(undone);
});
