import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { parseDomainName } from "#app/model/domain-name.ts";
import { server } from "#mocks/node.ts";
import { checkName } from "./check-name.server.ts";

function check(typed: string) {
  const name = parseDomainName(typed);
  if (name.kind !== "name") throw new Error(`${typed} is no name`);
  return checkName(name);
}

const LISTED = { price: { ksh: 1500, usdCents: 1154 }, renewalPrice: { ksh: 1500, usdCents: 1154 } };

test.each([
  ["safaricom.co.ke", { kind: "taken", display: "safaricom.co.ke", tld: "co.ke" }],
  ["shop.taken-duka.co.ke", { kind: "taken", domain: "taken-duka.co.ke" }],
  ["mamanjeri.co.ke", { kind: "by-hand", isUnused: true, ...LISTED }],
  ["shule.sc.ke", { kind: "by-hand", isUnused: true, papers: expect.stringContaining("certificate") }],
  ["unreachable-duka.co.ke", { kind: "by-hand", isUnused: false, ...LISTED }],
  ["error500-duka.co.ke", { kind: "by-hand", isUnused: false }],
  ["taken-duka.com", { kind: "taken" }],
  ["mamanjeri.com", { kind: "available" }],
  ["mamanjeri.zz", { kind: "not-sold" }],
])("%s is answered", async (typed, expected) => {
  expect(await check(typed)).toMatchObject(expected);
});

test("resolvers are asked about Kenyan names alone", async () => {
  const asked: string[] = [];
  server.use(http.all("*/public-dns/*", ({ request }) => void asked.push(request.url)));
  await check("mamanjeri.org");
  expect(asked).toEqual([]);
  await check("ni-yetu.or.ke");
  expect(asked).toHaveLength(2);
});

test("a provider that can check Kenyan names has the last word", async () => {
  server.use(
    http.get("*/proxy/godaddy/v1/domains/available", () => HttpResponse.json({ available: true, price: 11_990_000 })),
  );
  expect(await check("taken-kwa-dns.me.ke")).toMatchObject({ kind: "available", price: { ksh: 1793 } });
});
