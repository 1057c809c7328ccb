import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { MX, planFor, type Typed } from "../../../tests/mail-plans.ts";
import { carriedOut, distinct, is, ZONE } from "../../../tests/mail-zones.ts";
import type { Plan } from "../change.ts";
import type { DnsRecord } from "../record.ts";
import { txtText } from "../txt.ts";
import { isDmarc, isSpf, recordsAt } from "../zone-records.ts";
import { MAIL_PROVIDERS, type MailProvider, PRESETS, providerOf } from "./presets.ts";
import { effectiveTerms, isMechanism, parseSpf, spfKey } from "./spf.ts";
import { includesAny } from "./spf-merge.ts";

const _NULL_MX = is("MX", "@", ".", { priority: 0 });

const spf = (text: string) => is("TXT", "@", `v=spf1 ${text}`);
const label = fc.constantFrom(..."@ www mail autodiscover _dmarc google._domainkey selector1._domainkey".split(" "));
const spfWord = fc.constantFrom(
  ...["a", "mx", "ip4:192.0.2.1", "include:a.example", "include:_spf.google.com", "include:zohomail.eu"],
  ...["redirect=b.example", "-all", "~all", "foo"],
);
const mailServer = fc.constantFrom(
  ...["mail.example.co.ke", "smtp.google.com", "aspmx.l.google.com", MX, "mx.zoho.eu", "."],
);
const text = fc.constantFrom("v=DMARC1; p=reject", "v=DKIM1; p=AAAA", "MS=ms12345678", "text");
const zones = fc
  .tuple(
    fc.array(
      fc.array(spfWord, { maxLength: 6 }).map((words) => spf(words.join(" "))),
      { maxLength: 3 },
    ),
    fc.array(
      fc.tuple(mailServer, fc.nat(50)).map(([content, priority]) => is("MX", "@", content, { priority })),
      { maxLength: 4 },
    ),
    fc.array(
      fc.oneof(
        label.map((at) => is("A", at, "192.0.2.1", { proxied: at === "www" })),
        label.map((at) => is("CNAME", at, "b.example")),
        fc.tuple(label, text).map(([at, content]) => is("TXT", at, content)),
        fc.constant(0).map(() => is("MX", "news", "mx.zoho.com", { priority: 10 })),
      ),
      { maxLength: 8 },
    ),
  )
  .map((parts) => distinct(parts.flat()));
const fields = fc.record({ leave: fc.constantFrom("", "on"), reports: fc.constantFrom("", "a@b.example") });

describe("Any preset in any zone", () => {
  const check = (
    property: (zone: DnsRecord[], plan: Plan, made: DnsRecord[], provider: MailProvider, typed: Typed) => void,
  ) =>
    forAny(
      [zones, fc.constantFrom(...MAIL_PROVIDERS), fields],
      (zone, provider, typed) => {
        const plan = planFor(provider, zone, typed);
        property(zone, plan, carriedOut(zone, plan), provider, typed);
      },
      500,
    );
  const spfTexts = (records: DnsRecord[]) =>
    recordsAt(ZONE, records)
      .filter(isSpf)
      .map(({ content }) => txtText(content));

  test("of a sender leaves mail servers and SPF alone", () => {
    check((zone, _plan, made, provider) => {
      if (!PRESETS[provider].isSender) return;
      const own = (record: DnsRecord) => record.name === ZONE && (record.type === "MX" || isSpf(record));
      expect(made.filter(own)).toEqual(zone.filter(own));
    });
  });

  test("leaves one SPF text that includes the provider, and keeps all senders unless asked otherwise", () => {
    check((zone, _plan, made, provider, { leave }) => {
      if (PRESETS[provider].isSender) return;
      const [merged = "", ...more] = spfTexts(made);
      expect(more).toEqual([]);
      const terms = parseSpf(merged);
      const include = provider === "zoho" ? "zohomail.eu" : PRESETS[provider].include;
      if (include !== undefined) expect(includesAny(effectiveTerms(terms), [include])).toBe(true);
      if (provider === "cpanel") expect(effectiveTerms(terms).map(spfKey)).toContain("+ ip4 ip4:41.90.64.12");
      if (leave === "on") return;
      const kept = new Set(terms.map(spfKey));
      for (const term of spfTexts(zone).flatMap(parseSpf))
        if (term.kind === "mechanism" && !isMechanism(term, "all")) expect(kept).toContain(spfKey(term));
    });
  });

  test("leaves only the provider's MX records", () => {
    check((_zone, _plan, made, provider) => {
      if (PRESETS[provider].isSender) return;
      const servers = recordsAt(ZONE, made).filter(({ type }) => type === "MX");
      expect(servers.length).toBeGreaterThan(0);
      for (const { content } of servers)
        expect(provider === "cpanel" ? content : providerOf(content)).toBe(
          provider === "cpanel" ? `mail.${ZONE}` : provider,
        );
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
      expect(policies.length).toBe(Math.max(1, zone.filter(isDmarc).length) - (hasOtherDmarc(zone) ? 1 : 0));
    });
  });
});

/** Whether `_dmarc` has other records than a policy. They are left alone, and no policy is added beside them. */
function hasOtherDmarc(zone: DnsRecord[]) {
  const there = recordsAt(`_dmarc.${ZONE}`, zone);
  return there.some(({ type }) => type === "TXT" || type === "CNAME") && !there.some(isDmarc);
}
