import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
} from "../../../../tests/mail-faults.ts";
import { carriedOut, distinct, is, said, ZONE } from "../../../../tests/mail-zones.ts";
import type { DnsRecord } from "../record.ts";
import { isSpf, recordsAt } from "../zone-records.ts";
import { fixPlan } from "./fixes.ts";
import { mailHealth } from "./health.ts";
import { type FindingCode, isFindingCode, RULES } from "./health-rules.ts";

const codes = (records: readonly DnsRecord[]) => mailHealth(records, ZONE).map(({ code }) => code);
const fixed = (code: FindingCode, records: readonly DnsRecord[]) => carriedOut(records, fixPlan(code, records, ZONE));

describe("nothing is wrong with", () => {
  test.each<[string, DnsRecord[], FindingCode[]]>([
    ["Google Workspace", [GOOGLE, GOOGLE_SPF, GOOGLE_KEY, REJECT], ["mx-ok", "spf-ok", "dkim-ok", "dmarc-ok"]],
    [
      "Microsoft 365",
      [MICROSOFT, MICROSOFT_SPF, ...MICROSOFT_KEYS, AUTODISCOVER, dmarc("v=DMARC1; p=none")],
      ["mx-ok", "spf-ok", "dkim-ok", "dmarc-watching"],
    ],
    ["a server of one's own", [...SERVERS, spf("mx -all")], ["mx-ok", "spf-ok", "dmarc-ok"]],
    ["a name that takes no mail", [mx(".", 0), spf("-all"), REJECT], ["mx-null", "spf-ok", "dmarc-ok"]],
    [
      "a policy kept elsewhere",
      [GOOGLE, GOOGLE_SPF, GOOGLE_KEY, is("CNAME", "_dmarc", "a.example")],
      ["mx-ok", "spf-ok", "dkim-ok", "dmarc-ok"],
    ],
    [
      "a server that a wildcard or other name servers answer for",
      [OWN, REJECT, spf("mx -all"), is("A", "*", "192.0.2.1")],
      ["mx-ok", "spf-ok", "dmarc-ok"],
    ],
    [
      "an SPF text that is kept elsewhere",
      [GOOGLE, GOOGLE_KEY, REJECT, spf("redirect=_spf.example.com")],
      ["mx-ok", "spf-ok", "dkim-ok", "dmarc-ok"],
    ],
  ])("%s", (_what, records, expected) => {
    const findings = mailHealth(records, ZONE);
    expect(findings.map(({ code }) => code)).toEqual(expected);
    expect(findings.filter(({ severity, fix }) => severity !== "ok" || fix)).toEqual([]);
  });
});

describe.each([...SPF_FAULTS, ...OTHER_FAULTS])("%s %s", (code, _what, records, mended) => {
  const finding = mailHealth(records, ZONE).find((one) => one.code === code);

  test("is found, with words", () => {
    expect(finding).toMatchObject({ severity: RULES[code].severity, title: RULES[code].title });
    expect(finding?.words).toMatch(/\w{3}.*\w{3}/);
  });

  test(mended ? "is mended by its plan, and is gone then" : "has no plan", () => {
    if (!mended) {
      expect(finding?.fix?.kind).not.toBe("plan");
      expect(fixPlan(code, records, ZONE)?.changes ?? []).toEqual([]);
      return;
    }
    expect(finding?.fix).toMatchObject({ kind: "plan", label: expect.stringMatching(/\w/) });
    const zone = fixed(code, records);
    const about = (text: string) => !code.startsWith("spf") || text.includes("v=spf1");
    expect(said(zone).filter(about).sort()).toEqual([...mended].sort());
    expect(codes(zone)).not.toContain(code);
    expect(fixPlan(code, zone, ZONE)?.changes ?? []).toEqual([]);
  });
});

test("every rule but the good ones has a case here, its document, and the day it was read", () => {
  const cases = new Set([...SPF_FAULTS, ...OTHER_FAULTS].map(([code]) => code));
  for (const [code, { severity, source, checked }] of Object.entries(RULES)) {
    expect(isFindingCode(code) && (severity === "ok" || cases.has(code)), code).toBe(true);
    expect(source).toMatch(/RFC \d+|Cloudflare|Microsoft/);
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  expect(isFindingCode("toString")).toBe(false);
  expect(isFindingCode(undefined)).toBe(false);
});

test("the worst stands first", () => {
  const records = [GOOGLE, spf("include:_spf.google.com +all"), GOOGLE_KEY];
  expect(codes(records)).toEqual(["spf-open", "dmarc-missing", "mx-ok", "dkim-ok"]);
});

test("more void words than allowed are worse", () => {
  const records = [spf("a:b.example.co.ke a:c.example.co.ke a:d.example.co.ke -all")];
  expect(mailHealth(records, ZONE).find(({ code }) => code === "spf-void")).toMatchObject({ severity: "bad" });
});

test("what only a person can mend leads to the record", () => {
  const record = spf("nonsense -all");
  expect(mailHealth([record], ZONE)[0]).toMatchObject({ code: "spf-broken", fix: { kind: "edit", record: record.id } });
});

describe("any zone", () => {
  const pool = [...SPF_FAULTS, ...OTHER_FAULTS].flatMap(([, , records]) => records);
  const zones = fc.subarray(distinct(pool), { maxLength: 10 });
  const RUNS = { seed: 1, numRuns: process.env.LONG === "1" ? 10_000 : 500 };

  test("has something to be said about, and each plan mends what it is for without making two SPF texts", () => {
    fc.assert(
      fc.property(zones, (records) => {
        const findings = mailHealth(records, ZONE);
        expect(findings.length).toBeGreaterThan(0);
        for (const { code, fix } of findings) {
          if (fix?.kind !== "plan") continue;
          const zone = fixed(code, records);
          expect(codes(zone), code).not.toContain(code);
          const count = (all: readonly DnsRecord[]) => recordsAt(ZONE, all).filter(isSpf).length;
          expect(count(zone)).toBeLessThanOrEqual(Math.max(1, count(records)));
        }
      }),
      RUNS,
    );
  });

  test("is in order in the end, when every plan is carried out, or has only what a person must look at", () => {
    fc.assert(
      fc.property(zones, (records) => {
        let zone = records;
        for (let round = 0; round < 20; round++) {
          const next = mailHealth(zone, ZONE).find(({ fix }) => fix?.kind === "plan");
          if (!next) return;
          zone = fixed(next.code, zone);
        }
        expect(codes(zone)).toEqual([]);
      }),
      RUNS,
    );
  });
});
