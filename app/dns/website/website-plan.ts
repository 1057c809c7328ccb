import { canonicalName } from "#app/domains/ascii-name.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { isIpv4 } from "../address.ts";
import type { Aside, Change, Plan } from "../change.ts";
import { type DesiredRecord, diffZone } from "../diff-zone.ts";
import type { DnsRecord, RecordDraft } from "../record.ts";
import { DNSSEC_TYPES, withoutConflicts } from "../record-conflicts.ts";
import { sameRecord, targetOf } from "../record-identity.ts";
import { recordWords } from "../record-words.ts";
import { txtText } from "../txt.ts";
import { isProxied } from "../types.ts";
import { withStops } from "../what-stops.ts";
import { isSpf, pointingTo, recordsAt } from "../zone-records.ts";
import type { WebsiteProvider } from "./website-preset.ts";
import { WEBSITE_PRESETS } from "./website-presets.ts";
import type { WebsiteSetup } from "./website-setup.ts";

/** Seconds. The providers' documents and templates recommend it for all their records. */
const TTL = 3600;
/** Types that decide where visitors go. Other types are left alone. */
const WEB_TYPES = ["A", "AAAA", "CNAME"];
/** Types that browsers read too, and that we do not write. RFC 9460. */
const SERVICE_BINDING_TYPES = ["HTTPS", "SVCB"];
/** Types at `www` that the plan replaces, or that may stand beside a CNAME. */
const STAYING_TYPES = [...WEB_TYPES, ...DNSSEC_TYPES];
const MAX_ALIASES = 8;
const NOTES = Object.values(WEBSITE_PRESETS).flatMap(({ note }) => note ?? []);

/**
 * Returns the plan that connects a website to the apex and `www`, or to one name below. All addresses and CNAMEs of these
 * names are replaced; all other records stay, mail first of all. If another record of `www` or of the name below allows no
 * CNAME there, it gets addresses. Notes say which records are affected. A zone that is set up already gets no changes. Source:
 * docs/product/mail-and-website.md, "Websites".
 */
export function websitePlan(setup: WebsiteSetup, records: readonly DnsRecord[], zone: string): Plan {
  const apex = canonicalName(zone);
  const names = websiteNames(setup, apex);
  const removed = setup.www === "replace" ? websiteObstacles(setup, records, zone) : [];
  const existing = records.filter(({ type, name }) => WEB_TYPES.includes(type) && names.includes(canonicalName(name)));
  const others = records.filter((record) => !existing.includes(record) && !removed.includes(record));
  const desired = desiredRecords(setup, apex, { existing, others });
  const kept = others.filter((record) => !desired.some((one) => sameRecord(one, record)));
  const { changes, asides } = withoutConflicts(records, diffZone(records, [...kept, ...desired]), zone);
  const notes = changes.length === 0 ? [] : sideEffects(setup, others, apex);
  const title = websiteTitle(setup.provider, setup.name === apex ? undefined : setup.name);
  const plan: Plan = { kind: "website", title, changes, asides: [...asides, ...notes] };
  return withStops(plan, records);
}

/**
 * Returns the records of `www`, or of a name below, that leave no room for the website: they must go, or the name is not
 * connected. Empty if the name can have a CNAME or, failing that, addresses.
 */
export function websiteObstacles(
  { addresses, name }: Pick<WebsiteSetup, "addresses" | "name">,
  records: readonly DnsRecord[],
  zone: string,
): DnsRecord[] {
  const others = recordsAt(aliasName(name, zone), records).filter(({ type }) => !STAYING_TYPES.includes(type));
  return addresses.length > 0 ? others.filter(({ type }) => type === "NS") : others;
}

/** The name that gets a CNAME. */
function aliasName(name: string, apex: string): string {
  return name === apex ? `www.${apex}` : name;
}

/** Returns the title of the plan that connects a provider: to the domain, or to a name below. */
export function websiteTitle(provider: WebsiteProvider, below?: string): string {
  return `Website with ${WEBSITE_PRESETS[provider].name}${below === undefined ? "" : ` at ${toDisplayName(below)}`}`;
}

/**
 * Returns the mail server that would stop working, because its name, or a CNAME on the way to it, is changed by a
 * website's plan. Undefined if mail is not affected.
 */
export function affectedMailServer(changes: readonly Change[], records: readonly DnsRecord[]): string | undefined {
  const moved = changes.filter(({ before, after }) => !before || !after || !sameRecord(before, after));
  const names = moved.flatMap(({ before, after }) => [before, after]).map((one) => one && canonicalName(one.name));
  const servers = records.filter(({ type }) => type === "MX").flatMap((record) => targetOf(record) ?? []);
  return servers.find((server) => aliasChain(server, records).some((name) => names.includes(name)));
}

/** A name and the CNAMEs of this zone that it leads to. */
function aliasChain(server: string, records: readonly DnsRecord[], steps = MAX_ALIASES): string[] {
  const next = recordsAt(server, records).find(({ type }) => type === "CNAME");
  const target = next && targetOf(next);
  return target === undefined || steps === 0 ? [server] : [server, ...aliasChain(target, records, steps - 1)];
}

/** Returns the names that a set-up connects. */
export function websiteNames({ name, addresses, www }: WebsiteSetup, apex: string): string[] {
  if (name !== apex) return www === "leave" ? [] : [name];
  return [...(addresses.length > 0 ? [apex] : []), ...(www === "leave" ? [] : [`www.${apex}`])];
}

function desiredRecords(
  setup: WebsiteSetup,
  apex: string,
  { existing, others }: Record<"existing" | "others", readonly DnsRecord[]>,
) {
  const { provider, name: own, addresses, alias, code } = setup;
  const { keepsProxy, proof, note } = WEBSITE_PRESETS[provider];
  const draft = (type: string, name: string, content: string): DesiredRecord => {
    const desired: RecordDraft = { type, name, content, ttl: TTL, proxied: false };
    const before = existing.filter((record) => canonicalName(record.name) === name);
    const same = before.find((record) => sameRecord(record, desired));
    const proxied = keepsProxy === true && before.some(isProxied);
    return { ...(same ?? desired), proxied, ...noteOf(name === own ? note : undefined, before) };
  };
  const addressesAt = (name: string) =>
    addresses.map((address) => draft(isIpv4(address) ? "A" : "AAAA", name, address));
  // A CNAME allows no other record of its name.
  const hasOthers = recordsAt(aliasName(own, apex), others).some(({ type }) => !STAYING_TYPES.includes(type));
  const recordsFor = (name: string) =>
    name === apex || name === alias || (hasOthers && addresses.length > 0)
      ? addressesAt(name)
      : [draft("CNAME", name, alias)];
  return [
    ...websiteNames(setup, apex).flatMap(recordsFor),
    ...(proof !== undefined && code !== undefined ? [draft("CNAME", `${code}.${own}`, proof)] : []),
  ];
}

/** The preset's note, or an empty one in place of another preset's. The customer's own note stays. */
function noteOf(note: string | undefined, before: readonly DnsRecord[]): Pick<RecordDraft, "comment"> {
  if (note !== undefined) return { comment: note };
  return before.some(({ comment = "" }) => NOTES.includes(comment)) ? { comment: "" } : {};
}

/** Notes about other records that the changes affect. */
function sideEffects(setup: WebsiteSetup, others: readonly DnsRecord[], apex: string): Aside[] {
  const names = websiteNames(setup, apex);
  const note =
    (reason: (name: string) => string) =>
    (record: DnsRecord): Aside => ({
      kind: "noted",
      text: recordWords(record, apex),
      reason: reason(toDisplayName(record.name)),
    });
  const following = names.flatMap((name) => pointingTo(name, others)).filter(({ type }) => type === "CNAME");
  const here = others.filter(({ name }) => names.includes(canonicalName(name)));
  // RFC 8659, section 3: the nearest records count, of the name itself or above it.
  const above = setup.name.split(".").map((_, index, labels) => labels.slice(index).join("."));
  const caa = above
    .map((name) => recordsAt(name, others).filter(({ type }) => type === "CAA"))
    .find(({ length }) => length > 0);
  return [
    ...following.map(note((name) => `${name} follows your website, so it goes to the new place too.`)),
    ...here
      .filter(({ type }) => SERVICE_BINDING_TYPES.includes(type))
      .map(note(() => "You also have an HTTPS record. If the website does not open afterwards, delete it.")),
    ...(caa ?? []).map(
      note(() => {
        const provider = issuerOf(setup.provider);
        return `Your CAA record limits who may issue SSL. If ${provider} shows none, ask who issues it there, and add a CAA record for them.`;
      }),
    ),
    ...here
      .filter((record) => isSpf(record) && /\sa([\s/]|$)/i.test(txtText(record.content)))
      .map(note(() => "Your SPF record lets your website’s server send mail. That will be the new server.")),
  ];
}

function issuerOf(provider: WebsiteProvider): string {
  return provider === "address" ? "your new provider" : WEBSITE_PRESETS[provider].name;
}
