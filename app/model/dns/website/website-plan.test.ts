import { describe, expect, test } from "vitest";
import { canonicalIpv6, isIpv4 } from "../address.ts";
import type { DnsRecord } from "../record.ts";
import { affectedMailServer, websiteChoices, websitePlan } from "./website-plan.ts";
import { WEBSITE_PROVIDERS } from "./website-preset.ts";
import { WEBSITE_PRESETS } from "./website-presets.ts";
import { type WebsiteSetup, websiteSchema } from "./website-setup.ts";

const ZONE = "duka.co.ke";
const record = (type: string, name: string, content: string, more: Partial<DnsRecord> = {}): DnsRecord => ({
  id: `${type} ${name} ${content}`,
  type,
  name: name === "@" ? ZONE : `${name}.${ZONE}`,
  content,
  ttl: 3600,
  proxied: false,
  ...more,
});
const MX = record("MX", "@", "smtp.google.com", { priority: 1 });
const SPF = record("TXT", "@", '"v=spf1 include:_spf.google.com ~all"');
const OLD = [
  record("A", "@", "203.0.113.24"),
  record("AAAA", "@", "2001:db8::24"),
  record("CNAME", "www", "old.example.com"),
];
const MAIL = [MX, SPF, record("CNAME", "autodiscover", "autodiscover.outlook.com")];

/** What stands in each provider's form when it is filled in right. */
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

function wishes(provider: string): WebsiteSetup {
  const asked = ask(provider);
  if (Array.isArray(asked)) throw new Error(asked.join());
  return asked;
}

const said = (provider: string, records: DnsRecord[]) =>
  websitePlan(wishes(provider), records, ZONE).changes.map(
    ({ before, after }) =>
      `${before?.type ?? "-"} ${before?.content ?? "-"} → ${after?.type ?? "-"} ${after?.content ?? "-"}`,
  );

describe.each(WEBSITE_PROVIDERS)("The website preset %s", (provider) => {
  test("changes only addresses and CNAMEs of the apex and www, and nothing the second time", () => {
    const records = [...OLD, ...MAIL, record("A", "ftp", "203.0.113.9")];
    const { changes } = websitePlan(wishes(provider), records, ZONE);
    const touched = changes.flatMap(({ before, after }) => [before, after]).flatMap((one) => one ?? []);
    for (const { type, name } of touched) {
      expect(["A", "AAAA", "CNAME"]).toContain(type);
      if (name !== `k6bttcy3a8h7gche5nj2.${ZONE}`) expect([ZONE, `www.${ZONE}`]).toContain(name);
    }
    const gone = changes.flatMap(({ before }) => before?.id ?? []);
    const after = [
      ...records.filter(({ id }) => !gone.includes(id)),
      ...changes.flatMap(({ after }, at) => (after ? [{ id: `new ${at}`, ...after }] : [])),
    ];
    expect(after).toEqual(expect.arrayContaining(MAIL));
    expect(websitePlan(wishes(provider), after, ZONE).changes).toEqual([]);
    expect(websiteChoices(after, ZONE).some(({ isInUse }) => isInUse)).toBe(true);
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
  expect(said("shopify", [...OLD, ...MAIL]).sort()).toEqual([
    "A 203.0.113.24 → A 23.227.38.65",
    "AAAA 2001:db8::24 → AAAA 2620:127:f00f:5::",
    "CNAME old.example.com → CNAME shops.myshopify.com",
  ]);
  expect(said("address", [record("AAAA", "@", "2001:db8::24"), record("A", "www", "203.0.113.24")])).toEqual([
    "AAAA 2001:db8::24 → - -",
    "A 203.0.113.24 → - -",
    "- - → A 41.90.64.12",
    "- - → CNAME duka.co.ke",
  ]);
});

test("keeps an address proxied, but not a provider that issues certificates", () => {
  const proxied = [record("A", "@", "203.0.113.24", { proxied: true, ttl: 1 })];
  const ways = (provider: string) =>
    websitePlan(wishes(provider), proxied, ZONE).changes.map(({ after }) => `${after?.type} ${after?.proxied}`);
  expect(ways("address")).toContain("A true");
  expect(ways("shopify")).toContain("A false");
});

test("leaves the apex alone for a provider that supports only www", () => {
  expect(said("google", OLD)).toEqual(["CNAME old.example.com → CNAME ghs.googlehosted.com"]);
});

test("notes which other records are affected", () => {
  const records = [
    ...OLD,
    record("CNAME", "ftp", ZONE),
    record("HTTPS", "@", '1 . alpn="h3"'),
    record("CAA", "@", '0 issue "letsencrypt.org"'),
    record("TXT", "@", '"v=spf1 a include:_spf.google.com ~all"'),
  ];
  expect(websitePlan(wishes("shopify"), records, ZONE).asides.map(({ text }) => text.split(" ")[0])).toEqual([
    "CNAME",
    "HTTPS",
    "CAA",
    "TXT",
  ]);
});

const stopped = (provider: string, records: DnsRecord[], typed = TYPED[provider]) => {
  const parsed = websiteSchema(ZONE).parse({ preset: provider, ...typed });
  return affectedMailServer(websitePlan(parsed, records, ZONE).changes, records);
};

describe("Mail to the apex", () => {
  test.each([
    ["at once", [record("MX", "@", ZONE)]],
    ["through another name", [record("MX", "@", `mail.${ZONE}`), record("CNAME", "mail", ZONE)]],
    ["through www", [record("MX", "@", `www.${ZONE}`)]],
  ])("would stop if it goes there %s", (_way, mail) => {
    expect(stopped("shopify", [...OLD, ...mail])).toBeDefined();
  });

  test("is not affected if the apex stays or mail has its own server", () => {
    expect(stopped("google", [...OLD, record("MX", "@", ZONE)])).toBeUndefined();
    // What cPanel makes: website and mail at one address. Only www is missing.
    const cpanel = [record("A", "@", "203.0.113.24"), record("MX", "@", ZONE)];
    expect(stopped("cpanel", cpanel, { address: "203.0.113.24" })).toBeUndefined();
    const own = [record("MX", "@", `mail.${ZONE}`), record("A", "mail", "203.0.113.24")];
    expect(stopped("shopify", [...OLD, ...own])).toBeUndefined();
  });
});

test.each([
  ["address", { address: "" }, "address: Enter an IPv4"],
  ["address", { address: "2c0f:fe38:2405::12" }, "address: Enter an IPv4"],
  ["address", { address: "192.168.1.5" }, "address: 192.168.1.5 can only be reached"],
  ["wix", { address: "41.90.64.12", alias: "203.0.113.9" }, "alias: That is an IP address"],
  ["wix", { address: "41.90.64.12", alias: `www.${ZONE}` }, "alias: www.duka.co.ke cannot point to itself"],
  ["github", { alias: "njeri duka" }, "alias: Type what comes before .github.io"],
  ["squarespace", { code: "@" }, "code: Copy the code"],
  ["geocities", {}, ": Choose where your website is."],
])("the preset %s rejects %j at its field", (provider, typed, message) => {
  expect(ask(provider, typed as Record<string, string>)).toEqual([expect.stringContaining(message)]);
});

test.each(["www.xn--mnchen-3ya.ke", "https://www.münchen.ke/", "www.xn--mnchen-3ya.ke。"])(
  "%s is www itself in any spelling",
  (alias) => {
    const parsed = websiteSchema("xn--mnchen-3ya.ke").safeParse({ preset: "wix", ...TYPED.wix, alias });
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["alias"]]);
  },
);

test("accepts the GitHub name in whole or in part", () => {
  for (const alias of ["njeri", "Njeri.github.io", "https://njeri.github.io/duka"])
    expect(ask("github", { alias })).toMatchObject({ alias: "njeri.github.io" });
});
