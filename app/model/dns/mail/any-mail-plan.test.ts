import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { carriedOut, distinct, is, ZONE } from "../../../../tests/mail-zones.ts";
import type { Plan } from "../change.ts";
import type { DnsRecord } from "../record.ts";
import { txtText } from "../txt.ts";
import { isDmarc, isSpf, recordsAt } from "../zone-records.ts";
import { mailPlan } from "./mail-plan.ts";
import { type MailField, readMailSetup } from "./mail-setup.ts";
import { MAIL_PROVIDERS, type MailProvider, providerOf } from "./presets.ts";
import { effectiveTerms, isMechanism, parseSpf, spfKey } from "./spf.ts";
import { includesAny } from "./spf-merge.ts";

const MX = "example-co-ke.r-v1.mx.microsoft";

type Typed = Partial<Record<MailField, string>>;
const ANSWERS: Record<MailProvider, Typed> = { microsoft: { mx: MX }, google: {}, zoho: { region: "eu" } };

function planFor(provider: MailProvider, records: readonly DnsRecord[], typed: Typed): Plan {
  const reading = readMailSetup(provider, { ...ANSWERS[provider], ...typed }, ZONE);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return mailPlan(reading.setup, records, ZONE);
}

const label = fc.constantFrom(..."@ www mail autodiscover _dmarc google._domainkey selector1._domainkey".split(" "));
const spfWord = fc.constantFrom(
  "a",
  "mx",
  "ip4:192.0.2.1",
  "include:a.example",
  "include:_spf.google.com",
  "include:zohomail.eu",
  "redirect=b.example",
  "-all",
  "~all",
  "foo",
);
const spfRecord = fc.array(spfWord, { maxLength: 6 }).map((words) => is("TXT", "@", ["v=spf1", ...words].join(" ")));
const mxRecord = fc
  .tuple(
    fc.constantFrom("mail.example.co.ke", "smtp.google.com", "aspmx.l.google.com", MX, "mx.zoho.eu", "."),
    fc.nat(50),
  )
  .map(([content, priority]) => is("MX", "@", content, { priority }));
const other = fc.oneof(
  label.map((at) => is("A", at, "192.0.2.1", { proxied: at === "www" })),
  label.map((at) => is("CNAME", at, "b.example")),
  fc
    .tuple(label, fc.constantFrom("v=DMARC1; p=reject", "v=DKIM1; p=AAAA", "MS=ms12345678", "text"))
    .map(([at, text]) => is("TXT", at, text)),
  fc.constant(0).map(() => is("MX", "news", "mx.zoho.com", { priority: 10 })),
);
const zones = fc
  .tuple(fc.array(spfRecord, { maxLength: 3 }), fc.array(mxRecord, { maxLength: 4 }), fc.array(other, { maxLength: 8 }))
  .map(([spfs, servers, others]) => distinct([...spfs, ...servers, ...others]));
const answers = fc.record({ leave: fc.constantFrom("", "on"), reports: fc.constantFrom("", "a@b.example") });
const provider = fc.constantFrom(...MAIL_PROVIDERS);

describe("Any preset in any zone", () => {
  const check = (
    property: (zone: DnsRecord[], plan: Plan, made: DnsRecord[], provider: MailProvider, typed: Typed) => void,
  ) =>
    fc.assert(
      fc.property(zones, provider, answers, (zone, provider, typed) => {
        const plan = planFor(provider, zone, typed);
        property(zone, plan, carriedOut(zone, plan), provider, typed);
      }),
      { seed: 1, numRuns: process.env.LONG === "1" ? 10_000 : 500 },
    );

  test("leaves one SPF text that includes the provider, and keeps all senders unless asked otherwise", () => {
    check((zone, _plan, made, provider, { leave }) => {
      const texts = recordsAt(ZONE, made)
        .filter(isSpf)
        .map(({ content }) => txtText(content));
      expect(texts).toHaveLength(1);
      const terms = parseSpf(texts[0] ?? "");
      const include = { microsoft: "spf.protection.outlook.com", google: "_spf.google.com", zoho: "zohomail.eu" };
      expect(includesAny(effectiveTerms(terms), [include[provider]])).toBe(true);
      if (leave === "on") return;
      const kept = new Set(terms.map(spfKey));
      const before = recordsAt(ZONE, zone)
        .filter(isSpf)
        .flatMap(({ content }) => parseSpf(txtText(content)));
      for (const term of before)
        if (term.kind === "mechanism" && !isMechanism(term, "all")) expect(kept).toContain(spfKey(term));
    });
  });

  test("leaves only the provider's MX records", () => {
    check((_zone, _plan, made, provider) => {
      const servers = recordsAt(ZONE, made).filter(({ type }) => type === "MX");
      expect(servers.length).toBeGreaterThan(0);
      for (const { content } of servers) expect(providerOf(content)).toBe(provider);
    });
  });

  test("changes nothing when it is applied a second time", () => {
    check((_zone, _plan, made, provider, typed) => {
      expect(planFor(provider, made, typed).changes).toEqual([]);
    });
  });

  test("touches no other record and adds no conflicting one", () => {
    check((zone, { changes }, made) => {
      const own = (record: DnsRecord) => record.name === ZONE && (record.type === "MX" || isSpf(record));
      for (const { before } of changes) if (before) expect(own(before)).toBe(true);
      for (const record of zone) if (!own(record)) expect(made).toContain(record);
      const aliases = made.filter(({ type, name }) => type === "CNAME" && name !== ZONE);
      for (const alias of aliases) if (!zone.includes(alias)) expect(recordsAt(alias.name, made)).toEqual([alias]);
      const policies = made.filter(isDmarc);
      expect(policies.length).toBe(Math.max(1, zone.filter(isDmarc).length) - (hasStray(zone) ? 1 : 0));
    });
  });
});

/** Something at `_dmarc` that is no policy is left alone, and nothing is put beside it. */
function hasStray(zone: DnsRecord[]) {
  const there = recordsAt(`_dmarc.${ZONE}`, zone);
  return there.some(({ type }) => type === "TXT" || type === "CNAME") && !there.some(isDmarc);
}
