import { expect, test } from "vitest";
import { operatorOf, publicZone, questionsAbout } from "./public-zone.ts";
import type { Resolution, ResolverReply } from "./resolution.ts";

const DOMAIN = "duka.co.ke";
const NOW = new Date("2026-11-22T09:00:00Z");
const QUESTIONS = questionsAbout(DOMAIN);

/** What resolvers say where `world` has lines as "name type data"; else there is nothing. */
function look(world: readonly string[], outcome: Resolution["outcome"] = "answered") {
  const lines = world.map((one) => {
    const [name = "", type = "", ...data] = one.split(" ");
    return { name, type, ttl: 300, data: data.join(" ") };
  });
  const resolution = { outcome, records: lines, negativeTtl: null, askedAt: NOW.getTime() };
  return QUESTIONS.map((): ResolverReply[] => [
    { resolver: "One", resolution: undefined },
    { resolver: "Two", resolution },
  ]);
}

test("shows the DNS provider, and each record of the common names once", () => {
  const found = publicZone(
    DOMAIN,
    look([
      "duka.co.ke NS ns2.domaincontrol.com.",
      "duka.co.ke NS ns1.domaincontrol.com.",
      "duka.co.ke A 192.0.2.10",
      "duka.co.ke MX 10 mail.example.com.",
      'duka.co.ke TXT "v=spf1 -all"',
      "www.duka.co.ke CNAME duka.co.ke.",
      "elsewhere.co.ke A 192.0.2.99",
    ]),
    NOW,
  );
  expect(found).toMatchObject({
    servers: ["ns1.domaincontrol.com", "ns2.domaincontrol.com"],
    operator: "GoDaddy",
    trouble: null,
  });
  expect(found.records.map((one) => Object.values(one).join(" "))).toEqual([
    "A @ 192.0.2.10",
    "MX @ 10 mail.example.com",
    "TXT @ v=spf1 -all",
    "CNAME www duka.co.ke",
  ]);
});

test.each([
  ["no-name", /^The world does not know/],
  ["answered", /has no name servers$/],
  ["failed", /do not answer$/],
] as const)("a domain without name servers (%s) has a message that says why", (outcome, title) => {
  expect(publicZone(DOMAIN, look([], outcome), NOW)).toMatchObject({
    servers: [],
    operator: undefined,
    trouble: { title: expect.stringMatching(title) },
    records: [],
  });
});

test("says nothing against the domain if no resolver can be asked", () => {
  const nobody = QUESTIONS.map((): ResolverReply[] => [{ resolver: "One", resolution: undefined }]);
  expect(publicZone(DOMAIN, nobody, NOW).trouble?.title).toBe("We cannot ask what the world sees just now");
});

test("names a DNS provider only if it runs all name servers", () => {
  expect(operatorOf(["ns-1.awsdns-09.co.uk", "ns-2.awsdns-10.com"])).toBe("Amazon Route 53");
  expect(operatorOf(["amani.ns.cloudflare.com", "ns1.domaincontrol.com"])).toBeUndefined();
  expect(operatorOf(["ns1.cloudflare.com.example.com"])).toBeUndefined();
  expect(operatorOf([])).toBeUndefined();
});
