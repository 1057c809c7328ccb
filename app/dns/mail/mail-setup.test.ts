import { describe, expect, test } from "vitest";
import { RSA_KEYS } from "../../../tests/dkim-keys.ts";
import { REQUIRED } from "../../../tests/mail-fields.ts";
import { txtText } from "../txt.ts";
import { type MailField, readMailSetup } from "./mail-setup.ts";
import { MAIL_PROVIDERS, type MailProvider, PRESETS, providerOf, ZOHO_REGIONS, zohoServers } from "./presets.ts";

const ZONE = "mama-mboga.co.ke";
const MX = "mamamboga-co-ke02i.r-v1.mx.microsoft";
const KEY = `v=DKIM1; k=rsa; p=${RSA_KEYS[2048]}`;
const ALIAS = "selector1-mamamboga-co-ke._domainkey.mboga.n-v1.dkim.mail.microsoft";

type Typed = Partial<Record<MailField, string>>;

const read = (provider: MailProvider, typed: Typed) =>
  readMailSetup(provider, { ...REQUIRED[provider], ...typed }, ZONE);

function setupOf(provider: MailProvider, typed: Typed = {}) {
  const reading = read(provider, typed);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.setup;
}

function problemsOf(provider: MailProvider, typed: Typed) {
  const reading = read(provider, typed);
  return reading.ok ? [] : reading.problems.map(({ field }) => field);
}

const recordsOf = (provider: MailProvider, typed: Typed) =>
  setupOf(provider, typed).records.map(({ type, name, content }) =>
    [type, name.replace(`.${ZONE}`, ""), type === "TXT" ? txtText(content) : content].join(" "),
  );

test.each<[MailProvider, Typed, MailField[]]>([
  ["microsoft", { mx: "" }, ["mx"]],
  ["zoho", { region: "" }, ["region"]],
  ["zoho", { region: "example" }, ["region"]],
  ["google", {}, []],
  ["microsoft", { mx: "x", token: "x", dkim: "x", reports: "x" }, ["mx", "token", "dkim", "reports"]],
])("the form of %s with %j has problems at the fields %j", (provider, typed, fields) => {
  expect(problemsOf(provider, typed)).toEqual(fields);
});

test.each([
  [MX, MX],
  [" 0  Contoso-com.Mail.Protection.Outlook.com. ", "contoso-com.mail.protection.outlook.com"],
])("Microsoft's mail server %j is read as %s", (mx, content) => {
  expect(setupOf("microsoft", { mx }).servers).toEqual([[{ content, priority: 0 }]]);
});

test.each(["autodiscover.outlook.com", "192.0.2.1", "outlook.com", "mail.protection.outlook.com.evil.example"])(
  "%s is rejected as Microsoft's mail server",
  (mx) => {
    expect(problemsOf("microsoft", { mx })).toEqual(["mx"]);
  },
);

const GOOGLE_TOKEN = "google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ";

test.each<[MailProvider, string, string]>([
  ["microsoft", "MS=ms12345678", "MS=ms12345678"],
  ["microsoft", "ms12345678", "MS=ms12345678"],
  ["microsoft", `MS=${"4F6E2A9C01".repeat(4)}`, `MS=${"4F6E2A9C01".repeat(4)}`],
  ["microsoft", '"MS=ms12345678"', "MS=ms12345678"],
  ["google", GOOGLE_TOKEN, GOOGLE_TOKEN],
  ["google", GOOGLE_TOKEN.slice(25), GOOGLE_TOKEN],
  ["zoho", "zb12345678.zmverify.zoho.eu", "zoho-verification=zb12345678.zmverify.zoho.eu"],
])("the verification text of %s is read from %s as %s", (provider, token, text) => {
  expect(recordsOf(provider, { token })).toContain(`TXT ${ZONE} ${text}`);
});

test.each<[MailProvider, string]>([
  ["microsoft", "MS="],
  ["microsoft", GOOGLE_TOKEN],
  ["google", "MS=ms12345678"],
  ["microsoft", `MS=${"4F6E2A9C01".repeat(3)}`],
  ["zoho", "zb12345678"],
])("the verification text of %s cannot be %s", (provider, token) => {
  expect(problemsOf(provider, { token })).toEqual(["token"]);
});

describe("DKIM keys", () => {
  const second = ALIAS.replace("selector1", "selector2");
  const records = [`CNAME selector1._domainkey ${ALIAS}`, `CNAME selector2._domainkey ${second}`];
  const message = [ALIAS, ALIAS.replace("selector1-", "selector2-\n")]
    .map((target, at) => `Host Name : selector${at + 1}._domainkey Points to address or value: ${target}`)
    .join(" ");
  test.each([
    ["the first", ALIAS],
    ["the second", second],
    ["both", `${ALIAS} ${second}`],
    ["the whole message", `${message} .`],
  ])("of Microsoft are read from %s", (_what, dkim) => {
    expect(recordsOf("microsoft", { dkim }).slice(1)).toEqual(records);
  });

  test("of Microsoft are read in the older form", () => {
    const dkim = "selector1-contoso-com._domainkey.contoso.onmicrosoft.com";
    expect(recordsOf("microsoft", { dkim })).toContain(`CNAME selector1._domainkey ${dkim}`);
  });

  test.each<[MailProvider, string, string]>([
    ["google", "", "google"],
    ["google", "mail2026", "mail2026"],
    ["zoho", "ZMail._domainkey", "zmail"],
    ["zoho", `zmail._domainkey.${ZONE}.`, "zmail"],
  ])("of %s with the selector %j are stored at %s", (provider, selector, label) => {
    expect(recordsOf(provider, { dkim: KEY, selector })).toEqual([`TXT ${label}._domainkey ${KEY}`]);
  });

  test.each([
    ["in quotes and pieces", `"${KEY.slice(0, 200)}" "${KEY.slice(200)}"`],
    ["over several lines", `${KEY.slice(0, 60)}\n${KEY.slice(60, 120)}\r\n  ${KEY.slice(120)}`],
    ["with spaces in the key", `${KEY.slice(0, 60)} ${KEY.slice(60)};`],
  ])("are the same when pasted %s", (_how, dkim) => {
    expect(recordsOf("google", { dkim })).toEqual([`TXT google._domainkey ${KEY}`]);
  });

  test.each<[MailProvider, Typed, MailField]>([
    ["microsoft", { dkim: KEY }, "dkim"],
    ["google", { dkim: ALIAS }, "dkim"],
    ["google", { dkim: "v=DKIM1; k=rsa; p=" }, "dkim"],
    ["google", { dkim: `k=rsa; p=${KEY.slice(18)}` }, "dkim"],
    ["zoho", { dkim: KEY }, "selector"],
    ["zoho", { dkim: KEY, selector: "zmail._domainkey.example.com" }, "selector"],
  ])("of %s are rejected: %j", (provider, typed, field) => {
    expect(problemsOf(provider, typed)).toEqual([field]);
  });

  test("that are private are rejected with a warning", () => {
    const message = expect.stringContaining("secret");
    expect(read("google", { dkim: "-----BEGIN RSA PRIVATE KEY-----" })).toMatchObject({ problems: [{ message }] });
  });

  test("are optional; a selector without a key is ignored", () => {
    expect(recordsOf("zoho", { selector: "zmail" })).toEqual([]);
  });
});

test.each([
  ["mailto:dmarc@example.com", true],
  ["", true],
  ["a@b.example,c@d.example", false],
  ["a!b@d.example", false],
  ["nobody", false],
])("the report address %j is valid: %s", (reports, isValid) => {
  expect(problemsOf("google", { reports })).toEqual(isValid ? [] : ["reports"]);
});

test("each preset recognizes its own mail servers and no others", () => {
  for (const provider of MAIL_PROVIDERS) {
    expect(setupOf(provider)).toMatchObject({ provider, isLeaving: false });
    const known = PRESETS[provider].mxPattern ? provider : undefined;
    for (const { content } of setupOf(provider).servers.flat()) expect(providerOf(content)).toBe(known);
  }
  for (const { content } of ZOHO_REGIONS.flatMap(zohoServers)) expect(providerOf(content)).toBe("zoho");
  for (const name of ["mail.example.com", "mx.zoho.com.evil.example", "smtp.google.com.example", "outlook.com"])
    expect(providerOf(name)).toBeUndefined();
});

test("each preset has documents and the day they were checked", () => {
  for (const { title, url, checked } of MAIL_PROVIDERS.flatMap((provider) => PRESETS[provider].sources))
    expect(`${title} ${url} ${checked}`).toMatch(/^\w.* https:\/\/\S+ \d{4}-\d\d-\d\d$/);
});

const PROTON = "protonmail2.domainkey.dq2fk4nyuagzx.domains.proton.ch";

test.each<[MailProvider, Typed, string[]]>([
  [
    "proton",
    { dkim: `protonmail._domainkey CNAME ${PROTON}.` },
    ["", "2", "3"].map(
      (n) => `CNAME protonmail${n}._domainkey protonmail${n}.domainkey.dq2fk4nyuagzx.domains.proton.ch`,
    ),
  ],
  ["icloud", {}, [`CNAME sig1._domainkey sig1.dkim.${ZONE}.at.icloudmailadmin.com`]],
  ["mailchimp", {}, ["CNAME k2._domainkey dkim2.mcsv.net", "CNAME k3._domainkey dkim3.mcsv.net"]],
  [
    "brevo",
    { dkim: "b2.mama-mboga-co-ke.dkim.brevo.com", token: "brevo-code:e760f020e6d438149540cfc757e99b5a" },
    [
      `TXT ${ZONE} brevo-code:e760f020e6d438149540cfc757e99b5a`,
      "CNAME brevo1._domainkey b1.mama-mboga-co-ke.dkim.brevo.com",
      "CNAME brevo2._domainkey b2.mama-mboga-co-ke.dkim.brevo.com",
    ],
  ],
  ["brevo", { dkim: `k=rsa;p=${RSA_KEYS[1024]}` }, [`TXT mail._domainkey v=DKIM1; k=rsa; p=${RSA_KEYS[1024]}`]],
  [
    "sendgrid",
    {
      dkim: `CNAME fwmail.${ZONE} u26000665.wl166.sendgrid.net CNAME s1._domainkey.${ZONE} s1.domainkey.u26000665.wl166.sendgrid.net`,
    },
    [
      "CNAME fwmail u26000665.wl166.sendgrid.net",
      "CNAME s1._domainkey s1.domainkey.u26000665.wl166.sendgrid.net",
      "CNAME s2._domainkey s2.domainkey.u26000665.wl166.sendgrid.net",
    ],
  ],
  [
    "cpanel",
    { dkim: KEY },
    [...["mail", "autodiscover", "autoconfig"].map((name) => `A ${name} 41.90.64.12`), `TXT default._domainkey ${KEY}`],
  ],
])("%s with %j has the records %j", (provider, typed, records) => {
  expect(recordsOf(provider, typed)).toEqual(records);
});

test.each<[MailProvider, Typed, MailField]>([
  ["cpanel", { mx: "mail.example.com" }, "mx"],
  ["proton", { dkim: "protonmail.domainkey.example.com" }, "dkim"],
  ["brevo", { dkim: "" }, "dkim"],
  ["sendgrid", { dkim: "s1.domainkey.u1.wl1.sendgrid.net" }, "dkim"],
])("%s rejects %j at the field %s", (provider, typed, field) => {
  expect(problemsOf(provider, typed)).toEqual([field]);
});
