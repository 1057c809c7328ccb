import { expect, test } from "vitest";
import type { ResolverReply } from "#app/domains/resolver-reply.ts";
import { resolutionOf as answer, resolverReplies as replies } from "../../tests/resolver-answers.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { liveView } from "./live-view.ts";
import type { DnsRecord } from "./record.ts";
import { recordSets } from "./record-sets.ts";

const ZONE = "example.com";
const A = record("www A 192.0.2.1");
const ours = answer(["@ NS amani.ns.cloudflare.com."]);
const live = answer(["www A 192.0.2.1"]);

function view(servers: ResolverReply[], ofRecords: ResolverReply[], records: DnsRecord[] = [A]) {
  const sets = recordSets(records, ZONE).map((set) => ({ set, replies: ofRecords }));
  return liveView({ domain: ZONE, ours: ["amani.ns.cloudflare.com"], servers, sets }, new Date(1000));
}

test("lists each record set with its values and each resolver's verdict", () => {
  const { rows, ...rest } = view(replies(ours, ours), replies(live, answer([])));
  expect(rest).toMatchObject({ isUnreachable: false, missing: [], servers: { status: "ok" } });
  expect(rows).toEqual([
    {
      ...{ id: A.id, types: ["A"], name: "www", values: [{ id: A.id, text: "192.0.2.1" }], note: "" },
      answers: [
        { resolver: "Google", status: "ok", word: "Live", text: "" },
        { resolver: "Cloudflare", status: "warn", word: "Not seen", text: expect.any(String) },
      ],
    },
  ]);
});

test("leaves out and names a resolver only if it answered nothing at all", () => {
  expect(view(replies(ours), replies(live))).toMatchObject({
    missing: ["Cloudflare"],
    rows: [{ answers: [{ resolver: "Google" }] }],
  });
  expect(view(replies(ours), replies(live, live)).missing).toEqual([]);
  const { rows, missing } = view(replies(ours, ours), replies(undefined, live));
  expect(missing).toEqual([]);
  expect(rows[0]?.answers).toMatchObject([{ resolver: "Google", word: "Not asked" }, { word: "Live" }]);
});

test("reports nothing else if no resolver answered", () => {
  expect(view(replies(), replies())).toEqual({ isUnreachable: true, missing: [], servers: null, rows: [] });
});

test.each(["no-name", "answered", "failed"] as const)(
  "leaves out the records if the NS answer is empty (%s)",
  (outcome) => {
    const empty = answer([], { outcome });
    expect(view(replies(empty, empty), replies(live, live))).toMatchObject({ servers: { status: "bad" }, rows: [] });
  },
);

test("judges each resolver's answers by the name servers that it sees", () => {
  const { rows } = view(replies(ours, answer(["@ NS ns1.example.net."])), replies(live, live));
  expect(rows[0]?.answers.map(({ word }) => word)).toEqual(["Live", "Same value"]);
});

test.each([
  [[record("www A 192.0.2.1", { proxied: true })], "CDN"],
  [[record("* A 192.0.2.1")], "any-name.example.com"],
  [[record("@ CNAME a.example.net")], "target"],
  [[record("www NS a.example.net"), record("x.www A 192.0.2.1")], "give this name"],
])("the note of %j says why the public value differs from the record", (records, words) => {
  const { rows } = view(replies(ours, ours), replies(live, live), records);
  expect(rows.at(-1)?.note).toContain(words);
});
