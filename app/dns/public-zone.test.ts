import { expect, test } from "vitest";
import type { Resolution } from "#app/domains/resolver-reply.ts";
import { resolutionOf, resolverReplies } from "../../tests/resolver-answers.ts";
import { operatorOf, publicZone, questionsAbout } from "./public-zone.ts";

const DOMAIN = "example.com";
const QUESTIONS = questionsAbout(DOMAIN);

/** Returns what the page shows if one of two resolvers gives an answer to every question, and the other none. */
const zoneSeen = (answer?: Resolution) =>
  publicZone(
    DOMAIN,
    QUESTIONS.map(() => resolverReplies(undefined, answer)),
    new Date(1000),
  );

test("shows the DNS provider, and each record of the common names once", () => {
  const found = zoneSeen(
    resolutionOf([
      ...["@ NS ns2.domaincontrol.com.", "@ NS ns1.domaincontrol.com.", "@ A 192.0.2.10", "@ MX 10 mail.example.com."],
      ...['@ TXT "v=spf1 -all"', "www CNAME example.com.", "other A 192.0.2.99"],
    ]),
  );
  expect(found).toMatchObject({
    servers: ["ns1.domaincontrol.com", "ns2.domaincontrol.com"],
    operator: "GoDaddy",
    trouble: null,
  });
  expect(found.records.map((one) => Object.values(one).join(" "))).toEqual([
    ...["A @ 192.0.2.10", "MX @ 10 mail.example.com", "TXT @ v=spf1 -all", "CNAME www example.com"],
  ]);
});

test.each([
  ["no-name", /^Nobody can find/],
  ["answered", /has no name servers$/],
  ["failed", /do not answer$/],
] as const)("a domain without name servers (%s) has a message that says why", (outcome, title) => {
  expect(zoneSeen(resolutionOf([], { outcome }))).toMatchObject({
    ...{ servers: [], operator: undefined, records: [] },
    trouble: { title: expect.stringMatching(title) },
  });
});

test("says nothing against the domain if no resolver can be asked", () => {
  expect(zoneSeen().trouble?.title).toBe("We can’t check right now");
});

test.each([
  [["ns-1.awsdns-09.co.uk", "ns-2.awsdns-10.com"], "Amazon Route 53"],
  [["amani.ns.cloudflare.com", "ns1.domaincontrol.com"], undefined],
  [["ns1.cloudflare.com.example.com"], undefined],
  [[], undefined],
])("the DNS provider that runs all of %j is %s", (servers, operator) => {
  expect(operatorOf(servers)).toBe(operator);
});
