import { describe, expect, test } from "vitest";
import { txtText } from "../txt.ts";
import { type MailField, readMailSetup } from "./mail-setup.ts";
import { MAIL_PROVIDERS, type MailProvider, PRESETS, providerOf, ZOHO_REGIONS, zohoServers } from "./presets.ts";

const ZONE = "mama-mboga.co.ke";
const MX = "mamamboga-co-ke02i.r-v1.mx.microsoft";
const KEY = `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(8)}IDAQAB`;
const ALIAS = "selector1-mamamboga-co-ke._domainkey.mboga.n-v1.dkim.mail.microsoft";

type Typed = Partial<Record<MailField, string>>;
const LEAST: Record<MailProvider, Typed> = { microsoft: { mx: MX }, google: {}, zoho: { region: "com" } };

function wishesOf(provider: MailProvider, typed: Typed = {}) {
  const reading = readMailSetup(provider, { ...LEAST[provider], ...typed }, ZONE);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.setup;
}

function problemsOf(provider: MailProvider, typed: Typed) {
  const reading = readMailSetup(provider, { ...LEAST[provider], ...typed }, ZONE);
  return reading.ok ? [] : reading.problems.map(({ field }) => field);
}

const said = (provider: MailProvider, typed: Typed) =>
  wishesOf(provider, typed).records.map(({ type, name, content }) => [
    type,
    name.replace(`.${ZONE}`, ""),
    type === "TXT" ? txtText(content) : content,
  ]);

describe("The form requires", () => {
  test("the mail server for Microsoft 365, the region for Zoho, and nothing for Google", () => {
    expect(problemsOf("microsoft", { mx: "" })).toEqual(["mx"]);
    expect(problemsOf("zoho", { region: "" })).toEqual(["region"]);
    expect(problemsOf("zoho", { region: "example" })).toEqual(["region"]);
    expect(problemsOf("google", {})).toEqual([]);
    for (const provider of MAIL_PROVIDERS) expect(wishesOf(provider)).toMatchObject({ provider, isLeaving: false });
  });

  test("valid fields, and reports all invalid ones at once", () => {
    const typed = { mx: "x", token: "x", dkim: "x", reports: "x" };
    expect(problemsOf("microsoft", typed)).toEqual(["mx", "token", "dkim", "reports"]);
  });
});

describe("Microsoft's mail server", () => {
  test.each([
    [MX, MX],
    ["contoso-com.mail.protection.outlook.com", "contoso-com.mail.protection.outlook.com"],
    [" 0  Contoso-com.Mail.Protection.Outlook.com. ", "contoso-com.mail.protection.outlook.com"],
  ])("%s is read as %s", (mx, content) => {
    expect(wishesOf("microsoft", { mx }).servers).toEqual([[{ content, priority: 0 }]]);
  });

  test.each([
    "autodiscover.outlook.com",
    "mail.example.com",
    "192.0.2.1",
    "outlook.com",
    "mail.protection.outlook.com.evil.example",
  ])("%s is rejected", (mx) => {
    expect(problemsOf("microsoft", { mx })).toEqual(["mx"]);
  });
});

describe("The verification text", () => {
  const google = `google-site-verification=${"rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ"}`;
  test.each<[MailProvider, string, string]>([
    ["microsoft", "MS=ms12345678", "MS=ms12345678"],
    ["microsoft", "ms12345678", "MS=ms12345678"],
    ["microsoft", '"MS=ms12345678"', "MS=ms12345678"],
    ["google", google, google],
    ["google", google.slice(25), google],
    ["zoho", "zoho-verification=zb12345678.zmverify.zoho.com", "zoho-verification=zb12345678.zmverify.zoho.com"],
    ["zoho", "zb12345678.zmverify.zoho.eu", "zoho-verification=zb12345678.zmverify.zoho.eu"],
  ])("of %s is accepted: %s", (provider, token, text) => {
    expect(said(provider, { token })[0]).toEqual(["TXT", ZONE, text]);
  });

  test.each<[MailProvider, string]>([
    ["microsoft", "MS="],
    ["microsoft", google],
    ["google", "MS=ms12345678"],
    ["google", "v=spf1 include:_spf.google.com ~all"],
    ["zoho", "zb12345678"],
  ])("of %s is rejected: %s", (provider, token) => {
    expect(problemsOf(provider, { token })).toEqual(["token"]);
  });
});

describe("DKIM keys", () => {
  const one = ["CNAME", "selector1._domainkey", ALIAS];
  const two = ["CNAME", "selector2._domainkey", ALIAS.replace("selector1", "selector2")];
  test.each([
    ["the first", ALIAS],
    ["the second", ALIAS.replace("selector1", "selector2")],
    ["both", `${ALIAS} ${ALIAS.replace("selector1", "selector2")}`],
    [
      "the whole message",
      `Host Name : selector1._domainkey Points to address or value: ${ALIAS} Host Name : selector2._domainkey Points to address or value: ${ALIAS.replace("selector1-", "selector2-\n")} .`,
    ],
  ])("of Microsoft are read from %s", (_what, dkim) => {
    expect(said("microsoft", { dkim }).slice(1)).toEqual([one, two]);
  });

  test("of Microsoft are read in the older form", () => {
    const old = "selector1-contoso-com._domainkey.contoso.onmicrosoft.com";
    expect(said("microsoft", { dkim: old })[1]).toEqual(["CNAME", "selector1._domainkey", old]);
  });

  test.each([
    ["google", "", "google"],
    ["google", "mail2026", "mail2026"],
    ["zoho", "zmail", "zmail"],
    ["zoho", "ZMail._domainkey", "zmail"],
    ["zoho", `zmail._domainkey.${ZONE}.`, "zmail"],
  ] satisfies [MailProvider, string, string][])(
    "of %s with the selector %j are stored at %s",
    (provider, selector, label) => {
      expect(said(provider, { dkim: KEY, selector })).toEqual([["TXT", `${label}._domainkey`, KEY]]);
    },
  );

  test.each([
    ["in quotes and pieces", `"${KEY.slice(0, 200)}" "${KEY.slice(200)}"`],
    ["over several lines", `${KEY.slice(0, 60)}\n${KEY.slice(60, 120)}\r\n  ${KEY.slice(120)}`],
    ["with spaces in the key", `${KEY.slice(0, 60)} ${KEY.slice(60)};`],
  ])("are the same when pasted %s", (_how, dkim) => {
    expect(said("google", { dkim })).toEqual([["TXT", "google._domainkey", KEY]]);
  });

  test.each<[MailProvider, Typed, MailField[]]>([
    ["microsoft", { dkim: KEY }, ["dkim"]],
    ["google", { dkim: ALIAS }, ["dkim"]],
    ["google", { dkim: "v=DKIM1; k=rsa; p=" }, ["dkim"]],
    ["google", { dkim: `k=rsa; p=${KEY.slice(18)}` }, ["dkim"]],
    ["google", { dkim: "-----BEGIN RSA PRIVATE KEY-----" }, ["dkim"]],
    ["zoho", { dkim: KEY }, ["selector"]],
    ["zoho", { dkim: KEY, selector: "z mail" }, ["selector"]],
    ["zoho", { dkim: KEY, selector: "zmail._domainkey.example.com" }, ["selector"]],
  ])("of %s are rejected: %j", (provider, typed, fields) => {
    expect(problemsOf(provider, typed)).toEqual(fields);
  });

  test("that are private are rejected with a warning", () => {
    const reading = readMailSetup("google", { dkim: "-----BEGIN RSA PRIVATE KEY-----" }, ZONE);
    expect(reading).toMatchObject({ problems: [{ message: expect.stringContaining("secret") }] });
  });

  test("are optional; a selector without a key is ignored", () => {
    expect(said("zoho", { selector: "zmail" })).toEqual([]);
  });
});

test.each([
  ["dmarc@mama-mboga.co.ke", true],
  ["mailto:dmarc@example.com", true],
  ["", true],
  ["a@b.example,c@d.example", false],
  ["a!b@d.example", false],
  ["nobody", false],
])("the report address %j is valid: %s", (reports, isFine) => {
  expect(problemsOf("google", { reports })).toEqual(isFine ? [] : ["reports"]);
});

describe("Each mail preset", () => {
  test("recognizes its own servers and no others", () => {
    for (const provider of MAIL_PROVIDERS)
      for (const { content } of wishesOf(provider).servers.flat()) expect(providerOf(content)).toBe(provider);
    for (const region of ZOHO_REGIONS)
      for (const { content } of zohoServers(region)) expect(providerOf(content)).toBe("zoho");
    for (const name of ["mail.example.com", "mx.zoho.com.evil.example", "smtp.google.com.example", "outlook.com"])
      expect(providerOf(name)).toBeUndefined();
  });

  test("has documents and the day they were checked", () => {
    for (const provider of MAIL_PROVIDERS)
      for (const { title, url, checked } of PRESETS[provider].sources) {
        expect(title).toMatch(/\w/);
        expect(new URL(url).protocol).toBe("https:");
        expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
      }
  });
});
