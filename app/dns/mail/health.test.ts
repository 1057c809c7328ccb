import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import {
  AUTODISCOVER,
  dmarc,
  GOOGLE,
  GOOGLE_KEY,
  GOOGLE_SPF,
  MICROSOFT,
  MICROSOFT_KEYS,
  MICROSOFT_SPF,
  mx,
  OTHER_FAULTS,
  OWN,
  REJECT,
  SERVERS,
  SPF_FAULTS,
  spf,
} from "../../../tests/mail-faults.ts";
import { carriedOut, distinct, is, said, ZONE } from "../../../tests/mail-zones.ts";
import type { DnsRecord } from "../record.ts";
import { isSpf, recordsAt } from "../zone-records.ts";
import { fixPlan } from "./fixes.ts";
import { mailHealth } from "./health.ts";
import { type FindingCode, isFindingCode, RULES } from "./health-rules.ts";

const codes = (records: readonly DnsRecord[]) => mailHealth(records, ZONE).map(({ code }) => code);
const fixed = (code: FindingCode, records: readonly DnsRecord[]) => carriedOut(records, fixPlan(code, records, ZONE));

test.each<[string, DnsRecord[], string]>([
  ["Google Workspace", [GOOGLE, GOOGLE_SPF, GOOGLE_KEY, REJECT], "mx-ok spf-ok dkim-ok dmarc-ok"],
  [
    "Microsoft 365",
    [MICROSOFT, MICROSOFT_SPF, ...MICROSOFT_KEYS, AUTODISCOVER, dmarc("v=DMARC1; p=none")],
    "mx-ok spf-ok dkim-ok dmarc-watching",
  ],
  ["a mail server of the customer", [...SERVERS, spf("mx -all")], "mx-ok spf-ok dmarc-ok"],
  ["a name that takes no mail", [mx(".", 0), spf("-all"), REJECT], "mx-null spf-ok dmarc-ok"],
  [
    "a DMARC policy behind a CNAME",
    [GOOGLE, GOOGLE_SPF, GOOGLE_KEY, is("CNAME", "_dmarc", "a.example")],
    "mx-ok spf-ok dkim-ok dmarc-ok",
  ],
  [
    "a server whose address comes from a wildcard",
    [OWN, REJECT, spf("mx -all"), is("A", "*", "192.0.2.1")],
    "mx-ok spf-ok dmarc-ok",
  ],
  [
    "a key and a policy that CNAMEs of the zone lead to",
    [
      ...[GOOGLE, GOOGLE_SPF, is("CNAME", "google._domainkey", `key.${ZONE}`), { ...GOOGLE_KEY, name: `key.${ZONE}` }],
      ...[is("CNAME", "_dmarc", `policy.${ZONE}`), { ...REJECT, name: `policy.${ZONE}` }],
    ],
    "mx-ok spf-ok dkim-ok dmarc-ok",
  ],
  [
    "an SPF text that redirects",
    [GOOGLE, GOOGLE_KEY, REJECT, spf("redirect=_spf.example.com")],
    "mx-ok spf-ok dkim-ok dmarc-ok",
  ],
])("finds no problem with %s", (_what, records, expected) => {
  const findings = mailHealth(records, ZONE);
  expect(codes(records).join(" ")).toBe(expected);
  expect(findings.filter(({ severity, fix }) => severity !== "ok" || fix)).toEqual([]);
});

describe.each([...SPF_FAULTS, ...OTHER_FAULTS])("The finding %s for %s", (code, _what, records, fixedZone) => {
  const finding = mailHealth(records, ZONE).find((one) => one.code === code);

  test("is reported in words", () => {
    expect(finding).toMatchObject({ severity: RULES[code].severity, title: RULES[code].title });
    expect(finding?.words).toMatch(/\w{3}.*\w{3}/);
  });

  test(fixedZone ? "is fixed by its plan and then gone" : "has no plan", () => {
    if (!fixedZone) {
      expect(finding?.fix?.kind).not.toBe("plan");
      expect(fixPlan(code, records, ZONE)?.changes ?? []).toEqual([]);
      return;
    }
    expect(finding?.fix).toMatchObject({ kind: "plan", label: expect.stringMatching(/\w/) });
    const zone = fixed(code, records);
    const about = (text: string) => !code.startsWith("spf") || text.includes("v=spf1");
    expect(said(zone).filter(about).sort()).toEqual([...fixedZone].sort());
    expect(codes(zone)).not.toContain(code);
    expect(fixPlan(code, zone, ZONE)?.changes ?? []).toEqual([]);
  });
});

test("every rule about a problem has a test case, a document and the day it was checked", () => {
  const cases = new Set([...SPF_FAULTS, ...OTHER_FAULTS].map(([code]) => code));
  for (const [code, { severity, source, checked }] of Object.entries(RULES)) {
    expect(isFindingCode(code) && (severity === "ok" || cases.has(code)), code).toBe(true);
    expect(source).toMatch(/RFC \d+|Cloudflare|Microsoft/);
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  for (const other of ["toString", undefined]) expect(isFindingCode(other)).toBe(false);
});

test("sorts the worst finding first", () => {
  const records = [GOOGLE, spf("include:_spf.google.com +all"), GOOGLE_KEY];
  expect(codes(records)).toEqual(["spf-open", "dmarc-missing", "mx-ok", "dkim-ok"]);
});

test("more void lookups than allowed are worse", () => {
  const records = [spf("a:b.example.co.ke a:c.example.co.ke a:d.example.co.ke -all")];
  expect(mailHealth(records, ZONE).find(({ code }) => code === "spf-void")).toMatchObject({ severity: "bad" });
});

test.each([
  ["v=DMARC1; p=reject", /^Fake mail in your name is refused\.$/],
  ["v = DMARC1; p=reject", /^Fake mail in your name is refused\.$/],
  ["v=DMARC1; p=reject; pct=10", /only 10 % of such mail/],
  ["v=DMARC1; p=quarantine; t=y", /marked as a test/],
  ["v=DMARC1; p=reject; pct=0", /^Because of pct=0 many mail providers carry nothing out/],
  ["v=DMARC1; p=reject; sp=none", /does not protect the names below/],
  ["v=DMARC1; p=none; rua=mailto:shop@gmail.com", /Reports go to gmail\.com\. They come only if gmail\.com has agreed/],
  [
    "v=DMARC1; p=reject; rua=mailto:a@example.co.ke,mailto:b@mail.example.co.ke",
    /^Fake mail in your name is refused\.$/,
  ],
])("of the policy %s the page says what receivers do", (text, words) => {
  const found = mailHealth([dmarc(text)], ZONE).filter(({ code }) => code.startsWith("dmarc"));
  expect(found).toMatchObject([{ severity: "ok", words: expect.stringMatching(words) }]);
});

test("a problem that only a person can fix links to the record", () => {
  const record = spf("nonsense -all");
  expect(mailHealth([record], ZONE)[0]).toMatchObject({ code: "spf-broken", fix: { kind: "edit", record: record.id } });
});

describe("Any zone", () => {
  const pool = [...SPF_FAULTS, ...OTHER_FAULTS].flatMap(([, , records]) => records);
  const zones = fc.subarray(distinct(pool), { maxLength: 10 });

  test("has at least one finding, and each plan fixes its finding without creating a second SPF text", () => {
    const spfCount = (records: readonly DnsRecord[]) => recordsAt(ZONE, records).filter(isSpf).length;
    const check = (records: DnsRecord[]) => {
      const findings = mailHealth(records, ZONE);
      expect(findings.length).toBeGreaterThan(0);
      for (const { code, fix } of findings) {
        if (fix?.kind !== "plan") continue;
        const zone = fixed(code, records);
        expect(codes(zone), code).not.toContain(code);
        expect(spfCount(zone)).toBeLessThanOrEqual(Math.max(1, spfCount(records)));
      }
    };
    forAny([zones], check, 500);
  });

  test("has only findings for a person in the end, after all plans are applied", () => {
    const check = (records: DnsRecord[]) => {
      let zone = records;
      for (let round = 0; round < 20; round++) {
        const next = mailHealth(zone, ZONE).find(({ fix }) => fix?.kind === "plan");
        if (!next) return;
        zone = fixed(next.code, zone);
      }
      expect(codes(zone)).toEqual([]);
    };
    forAny([zones], check, 500);
  });
});
