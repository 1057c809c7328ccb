import { describe, expect, test } from "vitest";
import { carriedOut } from "../../../tests/mail-zones.ts";
import { zoneRecord as record } from "../../../tests/zone-record.ts";
import { lastStepOf } from "../last-step.ts";
import type { DnsRecord } from "../record.ts";
import { presetAt } from "./preset-at.ts";
import { websitePlan } from "./website-plan.ts";
import { WEBSITE_PROVIDERS, type WebsiteProvider } from "./website-preset.ts";
import { presentWebsite, setupToShow, websiteSchema } from "./website-setup.ts";
import { websiteChoices } from "./websites-in-use.ts";
import { wwwQuestion } from "./www-question.ts";

const ZONE = "example.com";
const SHOP = `shop.${ZONE}`;
const APEX = [
  record("@ A 203.0.113.24"),
  record("www CNAME example.com"),
  record("@ MX mail.example.net", { priority: 10 }),
];

/** What each provider asks at a name below, and the records there afterwards. */
const EXPECTED: Record<WebsiteProvider, [typed: Record<string, string>, records: string[]]> = {
  address: [{ address: "41.90.64.12" }, ["A 41.90.64.12"]],
  cpanel: [{ address: "41.90.64.12" }, ["A 41.90.64.12"]],
  shopify: [{}, ["CNAME shops.myshopify.com"]],
  wordpress: [{}, ["A 192.0.78.24", "A 192.0.78.25"]],
  wix: [{ alias: "shop.example.wixdns.net" }, ["CNAME shop.example.wixdns.net"]],
  squarespace: [{ code: "k6bttcy3a8h7gche5nj2" }, ["CNAME ext-cust.squarespace.com"]],
  github: [{ alias: "njeri" }, ["CNAME njeri.github.io"]],
  google: [{ alias: "ghs.googlehosted.com" }, ["CNAME ghs.googlehosted.com"]],
  vercel: [{ alias: "cname.vercel-dns-0.com" }, ["CNAME cname.vercel-dns-0.com"]],
  netlify: [{ alias: "duka-1" }, ["CNAME duka-1.netlify.app"]],
};

const setupOf = (provider: WebsiteProvider) =>
  websiteSchema(ZONE, SHOP).parse({ preset: provider, ...EXPECTED[provider][0] });
const at = (name: string, records: readonly DnsRecord[]) =>
  records.flatMap((one) => (one.name === name ? `${one.type} ${one.content}` : [])).sort();

describe.each(WEBSITE_PROVIDERS)("The website preset %s at a name below the domain", (provider) => {
  const [, there] = EXPECTED[provider];

  test("asks what it needs there, changes that name alone, and nothing the second time", () => {
    const fields = presetAt(provider, true).asks.map(({ field }) => field);
    expect(fields).toEqual(Object.keys(EXPECTED[provider][0]));
    const old = [record("shop A 203.0.113.9"), record("shop AAAA 2001:db8::9")];
    const records = [...APEX, ...old];
    const plan = websitePlan(setupOf(provider), records, ZONE);
    const made = carriedOut(records, plan);
    expect(at(SHOP, made)).toEqual(there);
    const code = provider === "squarespace" ? [`k6bttcy3a8h7gche5nj2.${SHOP}`] : [];
    expect([...new Set(made.filter((one) => !APEX.includes(one)).map(({ name }) => name))].sort()).toEqual(
      [...code, SHOP].sort(),
    );
    expect(made).toEqual(expect.arrayContaining(APEX));
    expect(websitePlan(setupOf(provider), made, ZONE).changes).toEqual([]);
    expect(websiteChoices(made, ZONE, SHOP).flatMap((one) => (one.isInUse ? [one.provider] : []))).toEqual([provider]);
    expect(presentWebsite(provider, made, ZONE, SHOP)?.setup).toEqual(setupOf(provider));
    expect(lastStepOf(plan)).toBe(presetAt(provider, true).next);
    expect(`${plan.title} ${lastStepOf(plan)}`).toMatch(/ at shop\.example\.com [^w]/);
  });

  test("shows a plan before anything is typed, without a word about www", () => {
    const { setup } = setupToShow(provider, ZONE, SHOP);
    const names = websitePlan(setup, APEX, ZONE).changes.flatMap(({ after }) => after?.name ?? []);
    expect([...new Set(names)].filter((name) => !name.endsWith(SHOP))).toEqual([]);
    const { asks, next } = presetAt(provider, true);
    expect(JSON.stringify([asks.map(({ label }) => label), next])).not.toMatch(/\bwww\b(?!\.)/);
  });

  test.each([record('shop TXT "hi"'), record("shop MX mail.example.net", { priority: 10 })])(
    "beside another record gives the name addresses, or asks whether that record may go: $id",
    (other) => {
      const records = [...APEX, other];
      const question = wwwQuestion(setupOf(provider), records, ZONE);
      if (question) {
        expect(question.options).toEqual([{ value: "replace", label: `Remove it and connect ${SHOP}` }]);
        const made = carriedOut(records, websitePlan({ ...setupOf(provider), www: "replace" }, records, ZONE));
        expect(at(SHOP, made)).toEqual(there);
      } else {
        const made = carriedOut(records, websitePlan(setupOf(provider), records, ZONE));
        expect(made).toContain(other);
        expect(at(SHOP, made)).toContainEqual(expect.stringMatching(/^A /));
      }
    },
  );
});

test("a name below that a wildcard covered says what the wildcard no longer covers", () => {
  const records = [record("* A 203.0.113.24"), record("@ A 203.0.113.24")];
  const deep = websiteSchema(ZONE, `a.shop.${ZONE}`).parse({ preset: "shopify" });
  const { asides } = websitePlan(deep, [...records, record("@ MX shop.example.com", { priority: 10 })], ZONE);
  expect(asides.map(({ text }) => text).join(" ")).toContain("shop.example.com will have no address");
});

test("a name below is told of the nearest CAA records, its own before those of the domain", () => {
  const caa = [record('@ CAA 0 issue "letsencrypt.org"'), record('shop CAA 0 issue "digicert.com"')];
  const notes = (records: DnsRecord[], name: string) =>
    websitePlan(websiteSchema(ZONE, name).parse({ preset: "wordpress" }), records, ZONE).asides.map(({ text }) => text);
  expect(notes([...APEX, ...caa], SHOP).filter((text) => text.startsWith("CAA"))).toHaveLength(1);
  expect(notes([...APEX, ...caa], SHOP).join()).toContain("digicert.com");
  expect(notes([...APEX, ...caa], `a.b.${ZONE}`).join()).toContain("letsencrypt.org");
});
