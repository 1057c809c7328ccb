import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { server } from "#mocks/node.ts";
import * as withProvider from "./check-name.server.ts";
import { parseDomainName } from "./domain-name.ts";

function check(typed: string, { checkName }: Pick<typeof withProvider, "checkName"> = withProvider) {
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
])("looks up %s", async (typed, expected) => {
  expect(await check(typed)).toMatchObject(expected);
});

test("queries resolvers only for Kenyan names", async () => {
  const queried: string[] = [];
  server.use(http.all("*/public-dns/*", ({ request }) => void queried.push(request.url)));
  await check("mamanjeri.org");
  expect(queried).toEqual([]);
  await check("ni-yetu.or.ke");
  expect(queried).toHaveLength(2);
});

test("a provider that can check Kenyan names takes precedence", async () => {
  server.use(
    http.get("*/proxy/godaddy/v1/domains/available", () => HttpResponse.json({ available: true, price: 11_990_000 })),
  );
  expect(await check("taken-kwa-dns.me.ke")).toMatchObject({ kind: "available", price: { ksh: 1793 } });
});

test("without a provider resolvers check every listed ending, and a person registers it", async () => {
  const calls: string[] = [];
  server.use(http.all("*/proxy/godaddy/*", ({ request }) => void calls.push(request.url)));
  vi.resetModules();
  const settings = (await import("#app/platform/env.server.ts")).env;
  Object.assign(settings, { registrar: null });
  const alone = await import("./check-name.server.ts");
  const lookups = ["mamanjeri.com", "taken-duka.com", "mamanjeri.co.ke", "unreachable-duka.com", "mamanjeri.zz"].map(
    (typed) => check(typed, alone),
  );
  expect(await Promise.all(lookups)).toMatchObject([
    { kind: "by-hand", isUnused: true, price: { ksh: expect.any(Number) } },
    { kind: "taken", domain: "taken-duka.com" },
    { kind: "by-hand", isUnused: true, ...LISTED },
    { kind: "by-hand", isUnused: false },
    { kind: "not-sold" },
  ]);
  const name = parseDomainName("mamanjeri.com");
  if (name.kind !== "name") throw new Error("It is one.");
  expect((await alone.listSuggestions(name)).map((one) => one.name)).toContain("mamanjeri.co.ke");
  expect(calls).toEqual([]);
  expect(env.registrar).not.toBeNull();
});
