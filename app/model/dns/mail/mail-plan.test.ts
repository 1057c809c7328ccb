import { describe, expect, test } from "vitest";
import { carriedOut, is, said, ZONE } from "../../../../tests/mail-zones.ts";
import type { Plan } from "../change.ts";
import type { DnsRecord } from "../record.ts";
import { isSpf } from "../zone-records.ts";
import { mailPlan } from "./mail-plan.ts";
import { type MailField, readMailSetup } from "./mail-setup.ts";
import type { MailProvider } from "./presets.ts";

const MX = "example-co-ke.r-v1.mx.microsoft";
const KEY = `v=DKIM1; k=rsa; p=${"A".repeat(200)}`;

type Typed = Partial<Record<MailField, string>>;
const ANSWERS: Record<MailProvider, Typed> = { microsoft: { mx: MX }, google: {}, zoho: { region: "eu" } };

function planFor(provider: MailProvider, records: readonly DnsRecord[], typed: Typed = {}): Plan {
  const reading = readMailSetup(provider, { ...ANSWERS[provider], ...typed }, ZONE);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return mailPlan(reading.setup, records, ZONE);
}

const changed = ({ changes }: Plan) =>
  changes.map(({ before, after }) => `${said(before ? [before] : [])} → ${said(after ? [after] : [])}`);

describe("In an empty zone", () => {
  test.each<[MailProvider, string[]]>([
    [
      "microsoft",
      [
        ` → MX @ 0 ${MX}`,
        ` → TXT @ v=spf1 include:spf.protection.outlook.com -all`,
        " → CNAME autodiscover autodiscover.outlook.com",
        " → TXT _dmarc v=DMARC1; p=none",
      ],
    ],
    [
      "google",
      [` → MX @ 1 smtp.google.com`, ` → TXT @ v=spf1 include:_spf.google.com ~all`, " → TXT _dmarc v=DMARC1; p=none"],
    ],
    [
      "zoho",
      [
        ` → MX @ 10 mx.zoho.eu`,
        ` → MX @ 20 mx2.zoho.eu`,
        ` → MX @ 50 mx3.zoho.eu`,
        ` → TXT @ v=spf1 include:zohomail.eu ~all`,
        " → TXT _dmarc v=DMARC1; p=none",
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
      ` → TXT @ ${token}`,
      ` → TXT google._domainkey ${KEY}`,
      " → TXT _dmarc v=DMARC1; p=none; rua=mailto:dmarc@example.co.ke",
    ]);
  });
});

describe("In a zone with another provider's mail", () => {
  const old = [
    is("MX", "@", "mail.example.co.ke", { priority: 10, comment: "kept" }),
    is("MX", "@", "mail2.example.co.ke", { priority: 20 }),
    is("TXT", "@", "v=spf1 mx include:sendgrid.net -all", { ttl: 600, comment: "ours" }),
    is("TXT", "@", "other-verification=1"),
    is("A", "mail", "192.0.2.7"),
  ];

  test("the MX records are replaced, SPF includes both, and everything else stays", () => {
    const plan = planFor("google", old);
    expect(changed(plan)).toEqual([
      `MX @ 20 mail2.example.co.ke → `,
      `TXT @ v=spf1 mx include:sendgrid.net -all → TXT @ v=spf1 mx include:sendgrid.net include:_spf.google.com -all`,
      `MX @ 10 mail.example.co.ke → MX @ 1 smtp.google.com`,
      " → TXT _dmarc v=DMARC1; p=none",
    ]);
    expect(plan.changes[1]?.after).toMatchObject({ ttl: 600, comment: "ours" });
  });

  test("a null MX is replaced", () => {
    expect(changed(planFor("google", [is("MX", "@", ".", { priority: 0 })]))[0]).toBe(
      `MX @ 0 . → MX @ 1 smtp.google.com`,
    );
  });

  test("a null MX is deleted beside a correct MX record", () => {
    const zone = [is("MX", "@", ".", { priority: 0 }), is("MX", "@", "smtp.google.com", { priority: 1 })];
    expect(changed(planFor("google", zone))[0]).toBe("MX @ 0 . → ");
  });

  test("two SPF texts become one", () => {
    const zone = [is("TXT", "@", "v=spf1 mx -all"), is("TXT", "@", "v=spf1 include:zohomail.com ~all")];
    expect(said(carriedOut(zone, planFor("google", zone))).filter((text) => text.includes("spf1"))).toEqual([
      `TXT @ v=spf1 mx include:zohomail.com include:_spf.google.com ~all`,
    ]);
  });

  test("SPF excludes the former providers on request", () => {
    const zone = [is("TXT", "@", "v=spf1 include:zoho.eu include:spf.protection.outlook.com mx -all")];
    expect(said(carriedOut(zone, planFor("google", zone, { leave: "on" })))).toContain(
      `TXT @ v=spf1 mx include:_spf.google.com -all`,
    );
    expect(said(carriedOut(zone, planFor("microsoft", zone, { leave: "on" })))).toContain(
      `TXT @ v=spf1 include:spf.protection.outlook.com mx -all`,
    );
  });

  test("existing policies, keys and names stay, and the plan says so", () => {
    const zone = [
      is("TXT", "_dmarc", "v=DMARC1; p=reject"),
      is("CNAME", "autodiscover", "mail.example.co.ke"),
      is("A", "selector1._domainkey", "192.0.2.1"),
      is("TXT", "google._domainkey", "v=DKIM1; p=BBBB"),
    ];
    const dkim = "selector1-example-co-ke._domainkey.example.n-v1.dkim.mail.microsoft";
    const microsoft = planFor("microsoft", zone, { dkim, reports: "a@example.com" });
    expect(changed(microsoft)).toEqual([
      ` → MX @ 0 ${MX}`,
      ` → TXT @ v=spf1 include:spf.protection.outlook.com -all`,
      ` → CNAME selector2._domainkey ${dkim.replace("selector1", "selector2")}`,
    ]);
    expect(microsoft.asides.map(({ kind, text }) => `${kind} ${text.split(" → ")[0]}`)).toEqual([
      "skipped TXT record _dmarc",
      "skipped CNAME record autodiscover",
      "skipped CNAME record selector1._domainkey",
    ]);
    for (const { reason } of microsoft.asides) expect(reason).toMatch(/\w{3}/);
    const google = planFor("google", zone, { dkim: KEY });
    expect(google.asides.map(({ kind, text }) => `${kind} ${text.split(" → ")[0]}`)).toEqual([
      "skipped TXT record google._domainkey",
      "same TXT record _dmarc",
    ]);
  });
});

describe("Correct records stay as they are", () => {
  const spf = is("TXT", "@", "v=spf1 include:_spf.google.com ~all");
  const policy = is("TXT", "_dmarc", "v=DMARC1; p=none");
  test.each([
    [
      "the five servers of Google from before 2023",
      ["aspmx.l", "alt1.aspmx.l", "alt2.aspmx.l", "alt3.aspmx.l", "alt4.aspmx.l"],
    ],
    ["the one of today, with another priority", ["smtp"]],
  ])("if they are %s", (_what, hosts) => {
    const servers = hosts.map((host, index) => is("MX", "@", `${host}.Google.com`, { priority: index + 3 }));
    expect(planFor("google", [...servers, spf, policy]).changes).toEqual([]);
  });

  test("but not if only a part of them is there", () => {
    const zone = [is("MX", "@", "aspmx.l.google.com", { priority: 1 }), spf, policy];
    expect(changed(planFor("google", zone))).toEqual([`MX @ 1 aspmx.l.google.com → MX @ 1 smtp.google.com`]);
  });

  test("if an SPF text includes the provider under an older name or has other mistakes", () => {
    for (const text of ["v=spf1 include:zoho.eu ~all", "v=spf1 a:nobody include:zohomail.eu"]) {
      const { changes } = planFor("zoho", [is("TXT", "@", text)]);
      expect(changes.filter(({ after }) => after && isSpf(after))).toEqual([]);
    }
  });
});
