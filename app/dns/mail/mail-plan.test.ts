import { describe, expect, test } from "vitest";
import { RSA_KEYS } from "../../../tests/dkim-keys.ts";
import { MX, planFor } from "../../../tests/mail-plans.ts";
import { carriedOut, is, said } from "../../../tests/mail-zones.ts";
import type { Plan } from "../change.ts";
import { isSpf } from "../zone-records.ts";
import type { MailProvider } from "./presets.ts";

const KEY = `v=DKIM1; k=rsa; p=${RSA_KEYS[2048]}`;

const changed = ({ changes }: Plan) =>
  changes.map(({ before, after }) => `${said(before ? [before] : [])} → ${said(after ? [after] : [])}`);

const spf = (text: string) => is("TXT", "@", `v=spf1 ${text}`);
const NULL_MX = is("MX", "@", ".", { priority: 0 });

describe("In an empty zone", () => {
  const policy = " → TXT _dmarc v=DMARC1; p=none";
  test.each<[MailProvider, string[]]>([
    [
      "microsoft",
      [
        ...[` → MX @ 0 ${MX}`, " → TXT @ v=spf1 include:spf.protection.outlook.com -all"],
        ...[" → CNAME autodiscover autodiscover.outlook.com", policy],
      ],
    ],
    ["google", [" → MX @ 1 smtp.google.com", " → TXT @ v=spf1 include:_spf.google.com ~all", policy]],
    [
      "zoho",
      [
        ...[" → MX @ 10 mx.zoho.eu", " → MX @ 20 mx2.zoho.eu", " → MX @ 50 mx3.zoho.eu"],
        ...[" → TXT @ v=spf1 include:zohomail.eu ~all", policy],
      ],
    ],
  ])("%s adds its records, not proxied, with a TTL of an hour", (provider, wanted) => {
    const plan = planFor(provider, []);
    expect(changed(plan)).toEqual(wanted);
    expect(plan).toMatchObject({ kind: "mail", asides: [] });
    for (const change of plan.changes) expect(change.after).toMatchObject({ ttl: 3600, proxied: false });
  });

  test("the optional fields add their records", () => {
    const token = "google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ";
    const plan = planFor("google", [], { token, dkim: KEY, reports: "dmarc@example.co.ke" });
    expect(changed(plan).slice(2)).toEqual([
      ...[` → TXT @ ${token}`, ` → TXT google._domainkey ${KEY}`],
      " → TXT _dmarc v=DMARC1; p=none; rua=mailto:dmarc@example.co.ke",
    ]);
  });
});

describe("In a zone with another provider's mail", () => {
  test("the MX records are replaced, SPF includes both, and everything else stays", () => {
    const plan = planFor("google", [
      is("MX", "@", "mail.example.co.ke", { priority: 10, comment: "kept" }),
      is("MX", "@", "mail2.example.co.ke", { priority: 20 }),
      { ...spf("mx include:sendgrid.net -all"), ttl: 600, comment: "ours" },
      is("TXT", "@", "other-verification=1"),
      is("A", "mail", "192.0.2.7"),
    ]);
    expect(changed(plan)).toEqual([
      "MX @ 20 mail2.example.co.ke → ",
      "TXT @ v=spf1 mx include:sendgrid.net -all → TXT @ v=spf1 mx include:sendgrid.net include:_spf.google.com -all",
      "MX @ 10 mail.example.co.ke → MX @ 1 smtp.google.com",
      " → TXT _dmarc v=DMARC1; p=none",
    ]);
    expect(plan.changes[1]?.after).toMatchObject({ ttl: 600, comment: "ours" });
  });

  test("a null MX is replaced, or deleted beside a correct MX record", () => {
    expect(changed(planFor("google", [NULL_MX]))[0]).toBe("MX @ 0 . → MX @ 1 smtp.google.com");
    const both = [NULL_MX, is("MX", "@", "smtp.google.com", { priority: 1 })];
    expect(changed(planFor("google", both))[0]).toBe("MX @ 0 . → ");
  });

  test("SPF excludes the former providers on request", () => {
    const zone = [spf("include:zoho.eu include:spf.protection.outlook.com mx -all")];
    const after = carriedOut(zone, planFor("microsoft", zone, { leave: "on" }));
    expect(said(after.filter(isSpf))).toEqual(["TXT @ v=spf1 include:spf.protection.outlook.com mx -all"]);
  });

  test("existing policies, keys and names stay, and the plan says so", () => {
    const zone = [
      is("TXT", "_dmarc", "v=DMARC1; p=reject"),
      is("CNAME", "autodiscover", "mail.example.co.ke"),
      is("A", "selector1._domainkey", "192.0.2.1"),
      is("TXT", "google._domainkey", "v=DKIM1; p=BBBB"),
    ];
    const dkim = "selector1-example-co-ke._domainkey.example.n-v1.dkim.mail.microsoft";
    const notes = ({ asides }: Plan) => asides.map(({ kind, text }) => `${kind} ${text.split(": ")[0]}`);
    const microsoft = planFor("microsoft", zone, { dkim, reports: "a@example.com" });
    expect(changed(microsoft)).toEqual([
      ...[` → MX @ 0 ${MX}`, " → TXT @ v=spf1 include:spf.protection.outlook.com -all"],
      ` → CNAME selector2._domainkey ${dkim.replace("selector1", "selector2")}`,
    ]);
    expect(notes(microsoft)).toEqual([
      ...["skipped TXT record _dmarc", "skipped CNAME record autodiscover"],
      "skipped CNAME record selector1._domainkey",
    ]);
    for (const { reason } of microsoft.asides) expect(reason).toMatch(/\w{3}/);
    expect(notes(planFor("google", zone, { dkim: KEY }))).toEqual([
      ...["skipped TXT record google._domainkey", "same TXT record _dmarc"],
    ]);
  });
});

describe("Correct records stay as they are", () => {
  const others = [spf("include:_spf.google.com ~all"), is("TXT", "_dmarc", "v=DMARC1; p=none")];
  test.each([
    ["the five servers of Google from before 2023", "aspmx.l alt1.aspmx.l alt2.aspmx.l alt3.aspmx.l alt4.aspmx.l"],
    ["today's one server, with another priority", "smtp"],
  ])("if they are %s", (_what, hosts) => {
    const servers = hosts.split(" ").map((host, at) => is("MX", "@", `${host}.Google.com`, { priority: at + 3 }));
    expect(planFor("google", [...servers, ...others]).changes).toEqual([]);
  });

  test("but not if only a part of them is there", () => {
    const zone = [is("MX", "@", "aspmx.l.google.com", { priority: 1 }), ...others];
    expect(changed(planFor("google", zone))).toEqual(["MX @ 1 aspmx.l.google.com → MX @ 1 smtp.google.com"]);
  });

  test("if an SPF text includes the provider under an older name or has other mistakes", () => {
    for (const text of ["include:zoho.eu ~all", "a:nobody include:zohomail.eu"]) {
      const { changes } = planFor("zoho", [spf(text)]);
      expect(changes.filter(({ after }) => after && isSpf(after))).toEqual([]);
    }
  });
});
