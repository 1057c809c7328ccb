import { expect, test } from "vitest";
import { liveView } from "./live-view.ts";
import type { DnsRecord } from "./record.ts";
import { recordSets } from "./record-sets.ts";
import type { Resolution, ResolvedRecord, ResolverReply } from "./resolution.ts";

const ZONE = "example.com";
const NOW = new Date("2026-11-21T11:00:00Z");
const ours = ["amani.ns.cloudflare.com"];
const base = { ttl: 300, proxied: false };
const a: DnsRecord = { ...base, id: "1", type: "A", name: `www.${ZONE}`, content: "192.0.2.1" };

const answer = (lines: Omit<ResolvedRecord, "ttl">[], outcome: Resolution["outcome"] = "answered"): Resolution => ({
  outcome,
  records: lines.map((line) => ({ ...line, ttl: 60 })),
  negativeTtl: null,
  askedAt: NOW.getTime(),
});
const replies = (...answers: (Resolution | undefined)[]): ResolverReply[] =>
  answers.map((one, index) => ({ resolver: ["Google", "Cloudflare"][index] ?? "", resolution: one }));
const servers = (name: string) => answer([{ name: ZONE, type: "NS", data: name }]);
const mine = servers("amani.ns.cloudflare.com.");
const live = answer([{ name: `www.${ZONE}.`, type: "A", data: "192.0.2.1" }]);

function view(ns: ResolverReply[], forA: ResolverReply[], records = [a]) {
  const sets = recordSets(records, ZONE).map((set) => ({ set, replies: forA }));
  return liveView({ domain: ZONE, ours, servers: ns, sets }, NOW);
}

test("lists each record set with its values and each resolver's answer", () => {
  const { rows, ...rest } = view(replies(mine, mine), replies(live, answer([])));
  expect(rest).toMatchObject({ isUnreachable: false, missing: [], servers: { status: "ok" } });
  expect(rows).toEqual([
    {
      id: "1",
      types: ["A"],
      name: "www",
      values: [{ id: "1", text: "192.0.2.1" }],
      note: "",
      answers: [
        { resolver: "Google", status: "ok", word: "Live", text: "" },
        { resolver: "Cloudflare", status: "warn", word: "Not seen", text: expect.any(String) },
      ],
    },
  ]);
});

test("leaves out and names a resolver that answered nothing, but not one that answered something", () => {
  expect(view(replies(mine, undefined), replies(live, undefined))).toMatchObject({
    missing: ["Cloudflare"],
    rows: [{ answers: [{ resolver: "Google" }] }],
  });
  expect(view(replies(mine, undefined), replies(live, live)).missing).toEqual([]);
  const { rows, missing } = view(replies(mine, mine), replies(undefined, live));
  expect(missing).toEqual([]);
  expect(rows[0]?.answers).toMatchObject([{ resolver: "Google", word: "Not asked" }, { word: "Live" }]);
});

test("reports only that, if no resolver answered", () => {
  expect(view(replies(undefined, undefined), replies(undefined, undefined))).toEqual({
    isUnreachable: true,
    missing: [],
    servers: null,
    rows: [],
  });
});

test("leaves out the records if the domain itself cannot be resolved", () => {
  for (const dark of [answer([], "no-name"), answer([]), answer([], "failed")]) {
    expect(view(replies(dark, dark), replies(live, live))).toMatchObject({ servers: { status: "bad" }, rows: [] });
  }
});

test("judges each resolver's answers by the name servers that it sees", () => {
  const { rows } = view(replies(mine, servers("ns1.example.net.")), replies(live, live));
  expect(rows[0]?.answers.map(({ word }) => word)).toEqual(["Live", "Same value"]);
});

test("says why the public value differs from the record", () => {
  const notes = (...records: DnsRecord[]) =>
    view(replies(mine, mine), replies(live, live), records).rows.map(({ note }) => note);
  expect(notes({ ...a, proxied: true })).toEqual([expect.stringContaining("CDN")]);
  expect(notes({ ...a, name: `*.${ZONE}` })).toEqual([expect.stringContaining(`any-name.${ZONE}`)]);
  expect(notes({ ...a, type: "CNAME", name: ZONE })).toEqual([expect.stringContaining("target")]);
  const [, below] = notes({ ...a, type: "NS", id: "2" }, { ...a, name: `x.www.${ZONE}` });
  expect(below).toContain("hand this name");
});
