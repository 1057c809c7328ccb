import { expect, test } from "vitest";
import type { Resolution } from "#app/domains/resolver-reply.ts";
import { resolutionOf as answer, resolverReplies as replies } from "../../tests/resolver-answers.ts";
import { delegationOf, type NameServerState, nameServerReport } from "./delegation.ts";

const DOMAIN = "example.com";
const OURS = ["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"];
const OTHERS = ["ns1.example.net", "ns2.example.net"];

/** An answer at 11:00 UTC, in capitals and with final dots as some resolvers write. */
const servers = (names: string[], rest: Partial<Resolution> = {}) =>
  answer(
    names.map((name) => `@ NS ${name.toUpperCase()}.`),
    { negativeTtl: 900, askedAt: Date.parse("2026-11-21T11:00:00Z"), ...rest },
  );
const ANSWERS: Record<NameServerState, Resolution | undefined> = {
  ours: servers(OURS),
  partly: servers([...OURS, ...OTHERS]),
  others: servers(OTHERS),
  unregistered: servers([], { outcome: "no-name" }),
  nameless: servers([]),
  silent: servers([], { outcome: "failed" }),
  unknown: undefined,
};
const seenBy = (google: NameServerState, cloudflare: NameServerState) =>
  delegationOf(DOMAIN, replies(ANSWERS[google], ANSWERS[cloudflare]), OURS);

test.each(Object.keys(ANSWERS) as NameServerState[])("a resolver that cannot be asked does not change: %s", (kind) => {
  expect(seenBy(kind, kind)).toMatchObject({ kind, byResolver: [kind, kind] });
  expect(seenBy("unknown", kind)).toMatchObject({ kind, byResolver: ["unknown", kind] });
  expect(seenBy(kind, "unknown").kind).toBe(kind);
});

test.each<[NameServerState, NameServerState, string]>([
  ["ours", "others", "moving"],
  ["silent", "ours", "moving"],
  ["others", "partly", "partly"],
  ["others", "unregistered", "others"],
  ["silent", "unregistered", "silent"],
])("the replies %s and %s together mean %s, in any order", (one, other, kind) => {
  expect(seenBy(one, other).kind).toBe(kind);
  expect(seenBy(other, one).kind).toBe(kind);
});

test("lists foreign name servers once, and the time at which every resolver has refreshed", () => {
  expect(seenBy("others", "partly")).toMatchObject({ others: OTHERS, until: Date.parse("2026-11-21T11:01:00Z") });
  expect(seenBy("others", "nameless")).toMatchObject({ until: Date.parse("2026-11-21T11:15:00Z") });
  expect(seenBy("ours", "ours")).toMatchObject({ others: [], until: null });
});

test.each([
  ["juma.ns.cloudflare.com", OURS, "ours"],
  ["zara.ns.cloudflare.com", OURS, "others"],
  ["zara.ns.cloudflare.com", [], "ours"],
  ["ns.cloudflare.com.example.net", [], "others"],
])("the name server %s, if ours are %j, is one of: %s", (name, ours, kind) => {
  expect(delegationOf(DOMAIN, replies(servers([name])), ours).kind).toBe(kind);
});

const WAIT = expect.stringContaining("until 14:01");

test.each<[NameServerState, NameServerState, object]>([
  ["ours", "ours", { status: "ok", change: null }],
  ["others", "others", { status: "warn", others: OTHERS, change: { enter: OURS, wait: WAIT } }],
  ["ours", "others", { status: "warn", others: OTHERS, change: { enter: OURS } }],
  ["partly", "partly", { status: "warn", others: OTHERS }],
  ["silent", "silent", { status: "bad", change: { enter: OURS, wait: "" } }],
  ["nameless", "nameless", { status: "bad", change: { enter: OURS } }],
  // There is no place where name servers could be entered.
  ["unregistered", "unregistered", { status: "bad", change: null }],
])("the report on %s and %s has the name servers found, those to enter and the wait", (one, other, report) => {
  const now = new Date("2026-11-21T11:00:00Z");
  expect(nameServerReport(DOMAIN, seenBy(one, other), OURS, now)).toMatchObject(report);
});

test("there is no report if nothing is known, and no name servers to enter if ours are unknown", () => {
  expect(nameServerReport(DOMAIN, seenBy("unknown", "unknown"), OURS, new Date())).toBeNull();
  expect(nameServerReport(DOMAIN, seenBy("others", "others"), [], new Date())?.change).toMatchObject({ enter: [] });
});
