import { describe, expect, test } from "vitest";
import { carriedOut } from "../../../tests/mail-zones.ts";
import { zoneRecord as record } from "../../../tests/zone-record.ts";
import { canonicalIpv6, isIpv4 } from "../address.ts";
import type { DnsRecord } from "../record.ts";
import { recordsAt } from "../zone-records.ts";
import { affectedMailServer, websiteObstacles, websitePlan } from "./website-plan.ts";
import { WEBSITE_PROVIDERS } from "./website-preset.ts";
import { WEBSITE_PRESETS } from "./website-presets.ts";
import { type WebsiteSetup, websiteSchema } from "./website-setup.ts";
import { websiteChoices } from "./websites-in-use.ts";
import { wwwQuestion } from "./www-question.ts";

const ZONE = "example.com";
const OLD = [record("@ A 203.0.113.24"), record("@ AAAA 2001:db8::24"), record("www CNAME old.example.net")];
const MAIL = [
  record("@ MX smtp.google.com", { priority: 1 }),
  record('@ TXT "v=spf1 include:_spf.google.com ~all"'),
  record("autodiscover CNAME autodiscover.outlook.com"),
];

/** A valid form of each provider. */
const TYPED: Record<string, Record<string, string>> = {
  address: { address: "41.90.64.12" },
  cpanel: { address: "41.90.64.12, 2c0f:fe38:2405::12" },
  wix: { address: "41.90.64.12", alias: "www.example.wixdns.net" },
  squarespace: { code: "k6bttcy3a8h7gche5nj2" },
  github: { alias: "njeri" },
  google: { alias: "ghs.googlehosted.com" },
  vercel: { address: "76.76.21.21", alias: "cname.vercel-dns-0.com" },
  netlify: { address: "41.90.64.12", alias: "https://duka-1.netlify.app/" },
};

function ask(provider: string, typed = TYPED[provider]) {
  const parsed = websiteSchema(ZONE).safeParse({ preset: provider, ...typed });
  return parsed.success ? parsed.data : parsed.error.issues.map(({ path, message }) => `${path.join()}: ${message}`);
}

function setupOf(provider: string): WebsiteSetup {
  const asked = ask(provider);
  if (Array.isArray(asked)) throw new Error(asked.join());
  return asked;
}

const changesOf = (provider: string, records: DnsRecord[]) =>
  websitePlan(setupOf(provider), records, ZONE).changes.map(
    ({ before, after }) =>
      `${before?.type ?? "-"} ${before?.content ?? "-"} → ${after?.type ?? "-"} ${after?.content ?? "-"}`,
  );

describe.each(WEBSITE_PROVIDERS)("The website preset %s", (provider) => {
  test("changes only addresses and CNAMEs of the apex and www, and nothing the second time", () => {
    const records = [...OLD, ...MAIL, record("ftp A 203.0.113.9")];
    const plan = websitePlan(setupOf(provider), records, ZONE);
    const touched = plan.changes.flatMap(({ before, after }) => [before, after]).flatMap((one) => one ?? []);
    for (const { type, name } of touched) {
      expect(["A", "AAAA", "CNAME"]).toContain(type);
      if (name !== `k6bttcy3a8h7gche5nj2.${ZONE}`) expect([ZONE, `www.${ZONE}`]).toContain(name);
    }
    const made = carriedOut(records, plan);
    expect(made).toEqual(expect.arrayContaining(MAIL));
    expect(websitePlan(setupOf(provider), made, ZONE).changes).toEqual([]);
    expect(websiteChoices(made, ZONE).flatMap((one) => (one.isInUse ? [one.provider] : []))).toEqual([provider]);
  });

  test("has sources and valid addresses and names", () => {
    const { addresses, alias, asks, sources } = WEBSITE_PRESETS[provider];
    for (const address of addresses) expect(isIpv4(address) || canonicalIpv6(address) === address, address).toBe(true);
    if (alias !== undefined) expect(alias).toMatch(/^@$|\.[a-z]{2,}$/);
    for (const { url, checked } of sources) expect(`${url} ${checked}`).toMatch(/^https:\/\/\S+ 20\d\d-\d\d-\d\d$/);
    if (addresses.length > 0 || asks.some(({ starts }) => starts !== undefined)) expect(sources).not.toEqual([]);
  });
});

test("replaces old addresses and CNAMEs by the provider's", () => {
  expect(changesOf("shopify", [...OLD, ...MAIL]).sort()).toEqual([
    "A 203.0.113.24 → A 23.227.38.65",
    "AAAA 2001:db8::24 → AAAA 2620:127:f00f:5::",
    "CNAME old.example.net → CNAME shops.myshopify.com",
  ]);
  expect(changesOf("address", [record("@ AAAA 2001:db8::24"), record("www A 203.0.113.24")])).toEqual([
    "AAAA 2001:db8::24 → - -",
    "A 203.0.113.24 → - -",
    "- - → A 41.90.64.12",
    "- - → CNAME example.com",
  ]);
});

test("keeps an address proxied, but not a provider that issues certificates", () => {
  const proxied = [record("@ A 203.0.113.24", { proxied: true, ttl: 1 })];
  const ways = (provider: string) =>
    websitePlan(setupOf(provider), proxied, ZONE).changes.map(({ after }) => `${after?.type} ${after?.proxied}`);
  expect(ways("address")).toContain("A true");
  expect(ways("shopify")).toContain("A false");
});

test("leaves the apex alone for a provider that supports only www", () => {
  expect(changesOf("google", OLD)).toEqual(["CNAME old.example.net → CNAME ghs.googlehosted.com"]);
});

test("notes which other records are affected", () => {
  const records = [
    ...OLD,
    record("ftp CNAME example.com"),
    record('@ HTTPS 1 . alpn="h3"'),
    record('@ CAA 0 issue "letsencrypt.org"'),
    record('@ TXT "v=spf1 a include:_spf.google.com ~all"'),
  ];
  const { asides } = websitePlan(setupOf("shopify"), records, ZONE);
  expect(asides.map(({ text }) => text.split(" ")[0])).toEqual(["CNAME", "HTTPS", "CAA", "TXT"]);
  expect(asides.find(({ text }) => text.startsWith("CAA"))?.reason).toMatch(/add a CAA record for them\.$/);
});

const mailServerOf = (provider: string, records: DnsRecord[]) =>
  affectedMailServer(websitePlan(setupOf(provider), records, ZONE).changes, records);

test.each<[string, DnsRecord[]]>([
  ["at once", [record("@ MX example.com")]],
  ["through another name", [record("@ MX mail.example.com"), record("mail CNAME example.com")]],
  ["through www", [record("@ MX www.example.com")]],
])("mail to the apex would stop if it goes there %s", (_way, mail) => {
  expect(mailServerOf("shopify", [...OLD, ...mail])).toBeDefined();
});

test.each<[string, string, DnsRecord[]]>([
  ["the apex stays", "google", [...OLD, record("@ MX example.com")]],
  [
    "the address of cPanel stays",
    "cpanel",
    [record("@ A 41.90.64.12"), record("@ AAAA 2c0f:fe38:2405::12"), record("@ MX example.com")],
  ],
  ["it has its own server", "shopify", [...OLD, record("@ MX mail.example.com"), record("mail A 203.0.113.24")]],
])("mail to the apex is not affected if %s", (_why, provider, records) => {
  expect(mailServerOf(provider, records)).toBeUndefined();
});

test.each([
  ["address", { address: "" }, "address: Enter an IPv4"],
  ["address", { address: "192.168.1.5" }, "address: 192.168.1.5 can only be reached"],
  ["wix", { address: "41.90.64.12", alias: "203.0.113.9" }, "alias: That is an IP address"],
  ["wix", { address: "41.90.64.12", alias: `www.${ZONE}` }, "alias: www.example.com cannot point to itself"],
  ["github", { alias: "njeri duka" }, "alias: Type what comes before .github.io"],
  ["squarespace", { code: "@" }, "code: Copy the code"],
  ["geocities", {}, ": Choose where your website is."],
])("the preset %s rejects %j at its field", (provider, typed, message) => {
  expect(ask(provider, typed as Record<string, string>)).toEqual([expect.stringContaining(message)]);
});

test.each(["https://www.münchen.ke/", "www.xn--mnchen-3ya.ke。"])("rejects %s as a target of www itself", (alias) => {
  const parsed = websiteSchema("xn--mnchen-3ya.ke").safeParse({ preset: "wix", ...TYPED.wix, alias });
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["alias"]]);
});

test("accepts the GitHub name in whole or in part", () => {
  for (const alias of ["njeri", "Njeri.github.io", "https://njeri.github.io/duka"])
    expect(ask("github", { alias })).toMatchObject({ alias: "njeri.github.io" });
});

const OBSTACLES = [
  record('www TXT "v=spf1 -all"'),
  record("www MX mail.example.net", { priority: 10 }),
  record('www CAA 0 issue "letsencrypt.org"'),
  record('www HTTPS 1 . alpn="h3"'),
  record("www NS ns1.example.net"),
];
const typesAt = (name: string, records: readonly DnsRecord[]) =>
  recordsAt(name, records)
    .map(({ type }) => type)
    .sort();

describe.each(WEBSITE_PROVIDERS)("The website preset %s beside another record of www", (provider) => {
  test.each(OBSTACLES)("keeps an address at www: $id", (obstacle) => {
    const records = [record("@ A 203.0.113.24"), record("www A 203.0.113.24"), obstacle];
    const plan = websitePlan(setupOf(provider), records, ZONE);
    const made = carriedOut(records, plan);
    expect(typesAt(`www.${ZONE}`, made)).toEqual(expect.arrayContaining(["A", obstacle.type]));
    const isConnected = websiteObstacles(setupOf(provider), records, ZONE).length === 0;
    const addressesAt = (name: string) =>
      recordsAt(name, made).flatMap(({ type, content }) => (type === "A" || type === "AAAA" ? content : []));
    if (isConnected) expect(addressesAt(`www.${ZONE}`)).toEqual(addressesAt(ZONE));
    else expect(addressesAt(`www.${ZONE}`)).toEqual(["203.0.113.24"]);
  });

  test.each(OBSTACLES)("connects www without it, or leaves www alone, as the customer chooses: $id", (obstacle) => {
    const records = [record("@ A 203.0.113.24"), record("www A 203.0.113.24"), obstacle];
    if (websiteObstacles(setupOf(provider), records, ZONE).length === 0) return;
    const made = (www: "replace" | "leave") =>
      carriedOut(records, websitePlan({ ...setupOf(provider), www }, records, ZONE));
    expect(typesAt(`www.${ZONE}`, made("replace"))).toEqual(["CNAME"]);
    expect(typesAt(`www.${ZONE}`, made("leave"))).toEqual(["A", obstacle.type].sort());
  });
});

test.each<[string, DnsRecord[], string]>([
  ["both names", [record("@ A 23.227.38.65"), record("www CNAME shops.myshopify.com")], "in use"],
  ["both by address", [record("@ A 23.227.38.65"), record("www A 23.227.38.65")], "in use"],
  ["www through a wildcard", [record("@ A 23.227.38.65"), record("* CNAME example.com")], "in use"],
  ["only the apex", [record("@ A 23.227.38.65"), record("www TXT x")], "in use, but not at www"],
  ["only www", [record("@ A 203.0.113.24"), record("www CNAME shops.myshopify.com")], "in use, only at www"],
  ["half of the apex", [record("@ A 23.227.38.65"), record("@ A 203.0.113.24")], ""],
])("says that Shopify is in use only where visitors get there: %s", (_where, records, expected) => {
  expect(websiteChoices(records, ZONE).find((one) => one.provider === "shopify")?.inUse).toBe(expected);
});

test("asks only what can be done: an unsupported record of www cannot be removed here", () => {
  const asked = (line: string) => wwwQuestion(setupOf("google"), [record("@ A 203.0.113.24"), record(line)], ZONE);
  expect(asked("www TXT x")).toEqual({
    name: "www",
    about: "www has a TXT record, which leaves no room for a website.",
    options: [{ value: "replace", label: "Remove it and connect www" }],
  });
  expect(asked("www LOC 1 S 36 E")).toMatchObject({
    about: expect.stringMatching(/Ask us to remove it\.$/),
    options: [],
  });
  expect(asked("www CNAME old.example.net")).toBeUndefined();
});

test.each(["K6bttcy3a8h7gche5nj2", `k6bttcy3a8h7gche5nj2.${ZONE}`, `k6bttcy3a8h7gche5nj2.${ZONE}.`])(
  "Squarespace's code may be pasted with the domain: %s",
  (code) => {
    expect(ask("squarespace", { code })).toMatchObject({ code: "k6bttcy3a8h7gche5nj2" });
  },
);
