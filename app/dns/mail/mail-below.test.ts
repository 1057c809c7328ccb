import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { RSA_KEYS } from "../../../tests/dkim-keys.ts";
import { REQUIRED } from "../../../tests/mail-fields.ts";
import { CDN, carriedOut, distinct, is, said, ZONE } from "../../../tests/mail-zones.ts";
import type { Plan } from "../change.ts";
import { lastStepOf } from "../last-step.ts";
import type { DnsRecord } from "../record.ts";
import { fixPlan } from "./fixes.ts";
import { mailHealth } from "./health.ts";
import { type FindingCode, isFindingCode, RULES } from "./health-rules.ts";
import { mailForms } from "./mail-forms.ts";
import { mailPlan } from "./mail-plan.ts";
import { readMailSetup } from "./mail-setup.ts";
import { MAIL_PROVIDERS, PRESETS } from "./presets.ts";

const NEWS = `news.${ZONE}`;
const KEY = `v=DKIM1; k=rsa; p=${RSA_KEYS[1024]}`;

/**
 * Labels and contents of records about mail. `anyZone` has no CNAME at the domain: only an apex can have one beside other
 * records.
 */
const LABELS = ["@", "www", "mail", "autodiscover", "_dmarc", "google._domainkey", "a.b", "*"];
const CONTENTS: Record<string, readonly string[]> = {
  A: ["41.90.64.12"],
  CNAME: [`mail.${ZONE}`, "b.example.net", "autodiscover.outlook.com"],
  MX: [
    ".",
    ZONE,
    `mail.${ZONE}`,
    `a.b.${ZONE}`,
    "smtp.google.com",
    "mx.zoho.eu",
    "41.90.64.12",
    "x.mail.protection.outlook.com",
  ],
  TXT: [
    "v=spf1 mx a -all",
    `v=spf1 include:a.b.${ZONE} +all`,
    "v=spf1 include:zoho.eu ~all ip4:192.0.2.1",
    "v=DMARC1; p=reject",
    "v=DMARC1; p=x",
    KEY,
    "v=DKIM1; p=",
  ],
};
const anyZone = fc
  .array(
    fc.constantFrom(...Object.keys(CONTENTS), "MX", "TXT").chain((type) =>
      fc
        .tuple(fc.constantFrom(...LABELS), fc.constantFrom(...(CONTENTS[type] ?? [])), fc.boolean())
        .map(([label, content, isProxied]) =>
          is(type, label, content, {
            ...(type === "MX" && { priority: 10 }),
            ...(isProxied && (type === "A" || type === "CNAME") && CDN),
          }),
        ),
    ),
    { maxLength: 9 },
  )
  .map((records) => distinct(records.filter(({ type, name }) => type !== "CNAME" || name !== ZONE)));

/** The zone as it would be below the domain: each of its names, and each mention of them, one label longer. */
const below = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(ZONE, NEWS));
/** What a plan changes, as values that `below` can rename. */
const changesOf = ({ changes }: Plan) =>
  changes.map(({ before, after }) =>
    [before, after].map((one) => one && [one.type, one.name, one.content, one.priority ?? null, one.proxied]),
  );

describe("Mail at a name below the domain", () => {
  test("is judged exactly as the same records are judged at a domain, with the same fixes", () => {
    forAny(
      [anyZone],
      (records) => {
        expect(mailHealth(below(records), ZONE, NEWS)).toEqual(below(mailHealth(records, ZONE)));
        for (const code of Object.keys(RULES).filter(isFindingCode))
          expect(changesOf(fixPlan(code, below(records), ZONE, NEWS) ?? NONE)).toEqual(
            below(changesOf(fixPlan(code, records, ZONE) ?? NONE)),
          );
      },
      100,
    );
  });

  test("is connected with each provider exactly as a domain is, and nothing changes the second time", () => {
    forAny(
      [anyZone, fc.constantFrom(...MAIL_PROVIDERS)],
      (records, provider) => {
        const plan = planAt(provider, records, ZONE);
        const moved = planAt(provider, below(records), NEWS);
        expect(changesOf(moved)).toEqual(below(changesOf(plan)));
        expect(planAt(provider, carriedOut(below(records), moved), NEWS).changes).toEqual([]);
        expect(lastStepOf(moved)).toBe(PRESETS[provider].next);
      },
      300,
    );
  });

  test("changes nothing of the domain's own mail", () => {
    const own = [
      is("MX", "@", "smtp.google.com", { priority: 1 }),
      is("TXT", "@", "v=spf1 include:_spf.google.com -all"),
    ];
    const dmarc = is("TXT", "_dmarc", "v=DMARC1; p=reject; sp=quarantine");
    const zone = [...own, dmarc, is("TXT", "google._domainkey", KEY)];
    for (const provider of MAIL_PROVIDERS) {
      const made = carriedOut(zone, planAt(provider, zone, NEWS));
      expect(made).toEqual(expect.arrayContaining(zone));
      expect(made.filter((one) => !zone.includes(one)).every(({ name }) => name.endsWith(NEWS))).toBe(true);
      expect(said(made).filter((line) => line.startsWith("TXT _dmarc"))).toHaveLength(1);
      expect(mailHealth(made, ZONE)).toEqual(mailHealth(zone, ZONE));
      expect(mailForms(made, ZONE, NEWS).flatMap((form) => (form.isInUse ? [form.provider] : []))).toEqual(
        provider === "cpanel" ? [] : [provider],
      );
    }
  });

  test("has no mail server at a name that a wildcard of the domain does not reach", () => {
    const server = is("MX", "news", `mail.${NEWS}`, { priority: 10 });
    const codes = (...records: DnsRecord[]) => mailHealth([server, ...records], ZONE, NEWS).map(({ code }) => code);
    // The name with the MX record exists, so the wildcard above it answers for nothing below it: RFC 4592, section 3.3.1.
    expect(codes(is("A", "*", "41.90.64.12"))).toContain("mx-no-address");
    expect(codes(is("A", "*.news", "41.90.64.12"))).toContain("mx-ok");
    expect(codes(is("A", "mail.news", "41.90.64.12"))).toContain("mx-ok");
  });

  const MX = is("MX", "news", "mail.example.net", { priority: 10 });
  /** Policies of the domain and of the name, and what counts for mail at the name. RFC 7489, sections 6.3 and 6.6.3. */
  test.each<[string | undefined, string | undefined, FindingCode, RegExp]>([
    [undefined, undefined, "dmarc-missing", /without one/],
    ["v=DMARC1; p=reject", undefined, "dmarc-ok", /refused.*that of example\.co\.ke counts/],
    ["v=DMARC1; p=reject; sp=quarantine", undefined, "dmarc-ok", /spam.*that of example\.co\.ke counts/],
    ["v=DMARC1; p=none; sp=reject", undefined, "dmarc-ok", /refused.*that of example\.co\.ke counts/],
    ["v=DMARC1; p=reject; sp=none", undefined, "dmarc-watching", /only reported.*that of example\.co\.ke counts/],
    ["v=DMARC1; p=reject; sp=none", "v=DMARC1; p=quarantine", "dmarc-ok", /^Fake mail in your name goes to spam\.$/],
    ["v=DMARC1; p=reject", "v=DMARC1; p=none; sp=reject", "dmarc-watching", /change p=none/],
    ["v=DMARC1; p=reject; sp=all", undefined, "dmarc-broken", /sp=all is no policy/],
    ["v=DMARC1; p=reject", "v=DMARC1; p=all", "dmarc-broken", /p=all is no policy/],
  ])(
    "is protected by its own DMARC policy, or else by the domain's for names below it: %s and %s",
    (parent, own, code, words) => {
      const records = [
        MX,
        ...(parent ? [is("TXT", "_dmarc", parent)] : []),
        ...(own ? [is("TXT", "_dmarc.news", own)] : []),
      ];
      const [found] = mailHealth(records, ZONE, NEWS).filter((one) => one.code.startsWith("dmarc"));
      expect([found?.code, found?.words]).toEqual([code, expect.stringMatching(words)]);
      expect(planAt("google", records, NEWS).changes.some(({ after }) => after?.name === `_dmarc.${NEWS}`)).toBe(
        parent === undefined && own === undefined,
      );
    },
  );

  test("reads what a provider shows for it: the whole name of a key, the name in the zone, and SendGrid's three lines", () => {
    const setup = (provider: "google" | "sendgrid", typed: Record<string, string>) => {
      const read = readMailSetup(provider, typed, NEWS);
      return read.ok ? read.setup.records.map(({ name }) => name) : read.problems.map(({ message }) => message);
    };
    for (const selector of ["google", "google._domainkey", "google._domainkey.news", `google._domainkey.${NEWS}`])
      expect(setup("google", { dkim: KEY, selector })).toEqual([`google._domainkey.${NEWS}`]);
    expect(setup("google", { dkim: KEY, selector: "google._domainkey.example.org" }).join()).toMatch(/another name/);
    const lines = `em59.${NEWS} u27.wl138.sendgrid.net s1._domainkey.${NEWS} s1.domainkey.u27.wl138.sendgrid.net`;
    expect(setup("sendgrid", { dkim: lines })[0]).toBe(`em59.${NEWS}`);
  });
});

const NONE: Plan = { kind: "mail", title: "", changes: [], asides: [] };

function planAt(provider: (typeof MAIL_PROVIDERS)[number], records: readonly DnsRecord[], domain: string): Plan {
  const read = readMailSetup(provider, REQUIRED[provider], domain);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return mailPlan(read.setup, records, ZONE);
}
