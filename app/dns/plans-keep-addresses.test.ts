import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toDisplayName } from "#app/domains/display-name.ts";
import { anyRecord, anyZone } from "../../tests/any-zone.ts";
import { forAny } from "../../tests/arbitraries.ts";
import { RSA_KEYS } from "../../tests/dkim-keys.ts";
import { REQUIRED } from "../../tests/mail-fields.ts";
import { carriedOut, ZONE } from "../../tests/mail-zones.ts";
import type { Plan } from "./change.ts";
import { fixPlan } from "./mail/fixes.ts";
import { isFindingCode, RULES } from "./mail/health-rules.ts";
import { mailPlan } from "./mail/mail-plan.ts";
import { readMailSetup } from "./mail/mail-setup.ts";
import { MAIL_PROVIDERS, ZOHO_REGIONS } from "./mail/presets.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { recordConflicts } from "./record-conflicts.ts";
import { identityOf } from "./record-identity.ts";
import { type MadeChange, planUndo } from "./undo.ts";
import { websitePlan } from "./website/website-plan.ts";
import { WEBSITE_PROVIDERS } from "./website/website-preset.ts";
import { setupToShow, type WebsiteSetup, WWW_CHOICES, websiteSchema } from "./website/website-setup.ts";
import { withStops } from "./what-stops.ts";
import { IMPORT_MODES } from "./zone-file/import-options.ts";
import { importPlan } from "./zone-file/import-plan.ts";
import { readZoneFile } from "./zone-file/read-zone-file.ts";
import { writeRecord } from "./zone-file/write-zone-file.ts";

const RUNS = 400;
const typedFor: Record<string, Record<string, string>> = {
  address: { address: "41.90.64.20, 2c0f:fe38:2405::20" },
  cpanel: { address: "41.90.64.12" },
  wix: { address: "41.90.64.12", alias: "www.example.wixdns.net" },
  squarespace: { code: "k6bttcy3a8h7" },
  github: { alias: "njeri" },
  google: { alias: "ghs.googlehosted.com" },
  vercel: { address: "76.76.21.21", alias: "cname.vercel-dns-0.com" },
  netlify: { address: "41.90.64.12", alias: "duka-1" },
};

/**
 * Names that a website or mail is connected at: the apex, and names below with and without records, wildcards and delegations.
 */
const PLACES = [ZONE, ...["shop", "a.shop", "www", "mail", "new", "b.new"].map((label) => `${label}.${ZONE}`)];
const anyPlace = fc.constantFrom(...PLACES);

/** Every website set-up: as the page first shows it, and as the form sends it. */
const anyWebsite = fc
  .tuple(fc.constantFrom(...WEBSITE_PROVIDERS), fc.constantFrom(undefined, ...WWW_CHOICES), fc.boolean(), anyPlace)
  .map(([provider, www, isTyped, name]): WebsiteSetup => {
    const { setup } = setupToShow(provider, ZONE, name);
    const sent = isTyped ? websiteSchema(ZONE, name).parse({ preset: provider, ...typedFor[provider] }) : setup;
    return { ...sent, www };
  });

const KEY = `v=DKIM1; k=rsa; p=${RSA_KEYS[1024]}`;
const anyMail = fc
  .record({
    provider: fc.constantFrom(...MAIL_PROVIDERS),
    region: fc.constantFrom(...ZOHO_REGIONS.map(({ value }) => value)),
    reports: fc.constantFrom("", `dmarc@${ZONE}`),
    leave: fc.constantFrom("", "on"),
    dkim: fc.constantFrom("", KEY),
    place: anyPlace,
  })
  .map(({ provider, dkim, place, ...typed }) => {
    const all = { ...REQUIRED[provider], ...typed };
    const withKey = readMailSetup(provider, { ...all, dkim: dkim || (all.dkim ?? "") }, place);
    const read = withKey.ok ? withKey : readMailSetup(provider, all, place);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.setup;
  });

const anyFile = fc
  .tuple(fc.array(anyRecord, { maxLength: 8 }), fc.constantFrom(...IMPORT_MODES))
  .map(([records, mode]) => {
    const known = records.filter(({ type }) => type !== "LOC");
    const lines = known.flatMap((record) => writeRecord(record) ?? []);
    const read = readZoneFile(lines.join("\n"), ZONE);
    return { entries: read.ok ? read.value : [], mode };
  });

/** A function that makes a plan for a zone, as the page of the plan makes it. */
type Planner = (records: readonly DnsRecord[]) => Plan | undefined;

const PLANNERS: Record<string, fc.Arbitrary<Planner>> = {
  website: anyWebsite.map((setup) => (records) => websitePlan(setup, records, ZONE)),
  mail: anyMail.map((setup) => (records) => mailPlan(setup, records, ZONE)),
  "mail fix": fc.tuple(fc.constantFrom(...Object.keys(RULES).filter(isFindingCode)), anyPlace).map(
    ([code, place]) =>
      (records) =>
        fixPlan(code, records, ZONE, place),
  ),
  import: anyFile.map(
    ({ entries, mode }) =>
      (records) =>
        withStops(importPlan({ current: records, entries, mode, zone: ZONE }), records),
  ),
};

/** The undo of a plan that was carried out, as the page of its job makes it. */
function undoOf(plan: Plan, made: readonly DnsRecord[]): Plan {
  const changes = plan.changes.map((change): MadeChange => {
    const now = change.after && made.find((record) => identityOf(record) === identityOf(change.after as RecordDraft));
    return { ...change, recordId: now?.id ?? change.before?.id ?? null };
  });
  const undone = planUndo(made, changes.reverse(), { kind: "undo", title: "Undo", zone: ZONE });
  return withStops(undone, made);
}

/**
 * Whether a name has an address, by the algorithm of RFC 1034, section 4.3.2, with the closest encloser of RFC 4592,
 * section 3.3.1: written apart from the product's code, as its judge.
 */
function leadsSomewhere(name: string, records: readonly RecordDraft[]): boolean {
  const leads = (owner: string) =>
    records.some((record) => record.name === owner && ["A", "AAAA", "CNAME"].includes(record.type));
  const exists = (one: string) => one === ZONE || records.some((other) => `.${other.name}`.endsWith(`.${one}`));
  if (exists(name)) return leads(name);
  const labels = name.split(".");
  const encloser = labels.map((_, index) => labels.slice(index).join(".")).find(exists);
  return leads(`*.${encloser}`);
}

/** Names of hosts that the zones, the plans and their targets are about. */
const HOSTS = [
  ...["@", "www", "mail", "shop", "a.shop", "*", "*.shop", "autodiscover", "k6bttcy3a8h7", "new", "b.new", "c.b.new"],
  ...["k6bttcy3a8h7.shop", "k6bttcy3a8h7.new", "mail.shop", "mail.new", "autodiscover.shop", "autodiscover.b.new"],
].map((label) => (label === "@" ? ZONE : `${label}.${ZONE}`));

/** Checks that each name that loses its address is named above the button. */
function expectNothingLostUnseen(records: readonly DnsRecord[], plan: Plan): void {
  const after = carriedOut(records, plan);
  const above = plan.asides.filter(({ kind }) => kind === "stops").map(({ text, reason }) => `${text} ${reason}`);
  const words = new Set(above.flatMap((text) => text.split(/[\s,]+|\.(?=\s|$)/)));
  const known = (one: string, zone: readonly RecordDraft[]) =>
    zone.some(({ name, content }) => `.${name}`.endsWith(`.${one}`) || content === one);
  const lost = HOSTS.filter(
    (name) =>
      (known(name, records) || known(name, after)) && leadsSomewhere(name, records) && !leadsSomewhere(name, after),
  );
  const isSaid = (name: string) => words.has(toDisplayName(name)) || (name.startsWith("*.") && words.has(name));
  expect(lost.filter((name) => !isSaid(name))).toEqual([]);
}

/** The records as they are compared: without their ids, which a restored record does not get back. */
const setOf = (records: readonly DnsRecord[]) =>
  records
    .map((record) =>
      JSON.stringify([identityOf(record), record.ttl, record.proxied, record.comment ?? "", record.data]),
    )
    .sort();

describe.each(Object.keys(PLANNERS))("Any plan of the kind %s", (kind) => {
  const planner = PLANNERS[kind] as fc.Arbitrary<Planner>;

  test("takes no name's address away without saying so above its button, and neither does its undo", () => {
    forAny(
      [anyZone, planner],
      (records, planFor) => {
        const plan = planFor(records);
        if (!plan) return;
        expectNothingLostUnseen(records, plan);
        const made = carriedOut(records, plan);
        expectNothingLostUnseen(made, undoOf(plan, made));
      },
      RUNS,
    );
  });

  test("leaves a zone that the provider accepts", () => {
    forAny(
      [anyZone, planner],
      (records, planFor) => {
        const made = carriedOut(records, planFor(records));
        for (const record of made)
          expect(
            recordConflicts(
              record,
              made.filter((one) => one !== record),
              ZONE,
              { isRestore: true },
            ),
          ).toEqual([]);
      },
      RUNS,
    );
  });

  test("is taken back completely by its undo", () => {
    forAny(
      [anyZone, planner],
      (records, planFor) => {
        const plan = planFor(records);
        if (!plan) return;
        const made = carriedOut(records, plan);
        expect(setOf(carriedOut(made, undoOf(plan, made)))).toEqual(setOf(records));
      },
      RUNS,
    );
  });
});
