import { describe, expect, test } from "vitest";
import { delegationOf, type NameServerState, nameServerReport } from "./delegation.ts";
import type { Resolution } from "./resolution.ts";

const DOMAIN = "example.co.ke";
const OURS = ["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"];
const OTHERS = ["ns1.example.net", "ns2.example.net"];
const NOW = new Date("2026-11-21T11:00:00Z");

const answer = (outcome: Resolution["outcome"], names: string[] = [], ttl = 60): Resolution => ({
  outcome,
  records: names.map((name) => ({ name: `${DOMAIN}.`, type: "NS", ttl, data: `${name.toUpperCase()}.` })),
  negativeTtl: 900,
  askedAt: NOW.getTime(),
});
const ANSWERS: Record<NameServerState, Resolution | undefined> = {
  ours: answer("answered", OURS),
  partly: answer("answered", [...OURS, ...OTHERS]),
  others: answer("answered", OTHERS, 3600),
  unregistered: answer("no-name"),
  nameless: answer("answered"),
  silent: answer("failed"),
  unknown: undefined,
};
const seenBy = (one: NameServerState, other: NameServerState, ours = OURS) =>
  delegationOf(
    DOMAIN,
    [
      { resolver: "Google", resolution: ANSWERS[one] },
      { resolver: "Cloudflare", resolution: ANSWERS[other] },
    ],
    ours,
  );

test.each(Object.keys(ANSWERS) as NameServerState[])("the reply of a single resolver decides: %s", (kind) => {
  expect(seenBy(kind, kind)).toMatchObject({ kind, byResolver: [kind, kind] });
  expect(seenBy("unknown", kind)).toMatchObject({ kind, byResolver: ["unknown", kind] });
  expect(seenBy(kind, "unknown").kind).toBe(kind);
});

test.each<[NameServerState, NameServerState, string]>([
  ["ours", "others", "moving"],
  ["unregistered", "ours", "moving"],
  ["silent", "ours", "moving"],
  ["others", "partly", "partly"],
  ["others", "unregistered", "others"],
  ["silent", "unregistered", "silent"],
])("the replies %s and %s together mean %s", (one, other, kind) => {
  expect(seenBy(one, other).kind).toBe(kind);
  expect(seenBy(other, one).kind).toBe(kind);
});

test("lists foreign name servers once, and uses the longest TTL", () => {
  expect(seenBy("others", "partly")).toMatchObject({ seen: OTHERS, until: NOW.getTime() + 3_600_000 });
  expect(seenBy("ours", "ours")).toMatchObject({ seen: [], until: null });
});

test("counts one of our name servers as ours, but not those that the provider gives to others", () => {
  const sight = (...names: string[]) => [{ resolver: "Google", resolution: answer("answered", names) }];
  expect(delegationOf(DOMAIN, sight("juma.ns.cloudflare.com"), OURS).kind).toBe("ours");
  expect(delegationOf(DOMAIN, sight("zara.ns.cloudflare.com"), OURS).kind).toBe("others");
  // Without ours, all of the provider's count.
  expect(delegationOf(DOMAIN, sight("zara.ns.cloudflare.com"), []).kind).toBe("ours");
  expect(delegationOf(DOMAIN, sight("ns.cloudflare.com.example.net"), []).kind).toBe("others");
});

describe("The report on name servers", () => {
  const said = (one: NameServerState, other: NameServerState = one, ours = OURS) =>
    nameServerReport(DOMAIN, seenBy(one, other), ours, NOW);

  test("is one line if they are ours, and null if nothing is known", () => {
    expect(said("ours")).toMatchObject({ status: "ok", change: null });
    expect(said("unknown")).toBeNull();
  });

  test("lists the name servers found, those to enter, and how long the old ones are cached", () => {
    expect(said("others")).toMatchObject({
      status: "warn",
      title: expect.stringContaining(DOMAIN),
      seen: OTHERS,
      change: { enter: OURS, wait: expect.stringContaining("until 15:00") },
    });
    expect(said("others", "others", [])?.change).toMatchObject({ enter: [] });
    expect(said("ours", "others")).toMatchObject({ status: "warn", seen: OTHERS, change: { enter: OURS } });
    expect(said("partly")).toMatchObject({ status: "warn", seen: OTHERS });
  });

  test("says that nothing can be found if there is nobody to ask", () => {
    expect(said("silent")).toMatchObject({ status: "bad", change: { enter: OURS, wait: "" } });
    expect(said("nameless")).toMatchObject({ status: "bad", change: { enter: OURS } });
    // There is no place where they could be entered.
    expect(said("unregistered")).toMatchObject({ status: "bad", change: null });
  });
});
