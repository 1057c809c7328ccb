import { isIpv4 } from "../address.ts";
import type { Aside, Change, Plan } from "../change.ts";
import { type DesiredRecord, diffZone } from "../diff-zone.ts";
import type { DnsRecord, RecordDraft } from "../record.ts";
import { withoutConflicts } from "../record-conflicts.ts";
import { sameRecord, targetOf } from "../record-identity.ts";
import { canonicalName } from "../record-name.ts";
import { recordWords } from "../record-words.ts";
import { txtText } from "../txt.ts";
import { isProxied } from "../types.ts";
import { isSpf, pointingTo, recordsAt } from "../zone-records.ts";
import { WEBSITE_PROVIDERS, type WebsiteProvider } from "./website-preset.ts";
import { WEBSITE_PRESETS } from "./website-presets.ts";
import type { WebsiteSetup } from "./website-setup.ts";

/** Seconds. The providers' documents and templates recommend it for all their records. */
const TTL = 3600;
/** Types that decide where visitors go. Other types are left alone. */
const WEB_TYPES = ["A", "AAAA", "CNAME"];
/** Types that browsers read too, and that we do not write. RFC 9460. */
const SERVICE_BINDING_TYPES = ["HTTPS", "SVCB"];
const MAX_ALIASES = 8;

/**
 * Returns the plan that connects a website to the apex and `www`. All addresses and CNAMEs of the two names are
 * replaced; all other records stay, mail first of all. Notes say which of them are affected. A zone that is set up
 * already gets no changes. Source: docs/product.md, "Websites".
 */
export function websitePlan(setup: WebsiteSetup, records: readonly DnsRecord[], zone: string): Plan {
  const apex = canonicalName(zone);
  const names = namesOf(setup, apex);
  const existing = records.filter(({ type, name }) => WEB_TYPES.includes(type) && names.includes(canonicalName(name)));
  const desired = desiredRecords(setup, apex, existing);
  const others = records.filter((record) => !existing.includes(record));
  const kept = others.filter((record) => !desired.some((one) => sameRecord(one, record)));
  const { changes, asides } = withoutConflicts(records, diffZone(records, [...kept, ...desired]), zone);
  const title = `Website with ${WEBSITE_PRESETS[setup.provider].name}`;
  const notes = changes.length === 0 ? [] : sideEffects(setup, others, apex);
  return { kind: "website", title, changes, asides: [...asides, ...notes] };
}

/**
 * Returns the mail server that would stop working, because its name, or a CNAME on the way to it, is changed by a
 * website's plan. Undefined if mail is not affected.
 */
export function affectedMailServer(changes: readonly Change[], records: readonly DnsRecord[]): string | undefined {
  const names = changes.flatMap(({ before, after }) => [before, after]).map((one) => one && canonicalName(one.name));
  const servers = records.filter(({ type }) => type === "MX").flatMap((record) => targetOf(record) ?? []);
  return servers.find((server) => aliasChain(server, records).some((name) => names.includes(name)));
}

/** The providers of the zone's current website, as far as its records tell. */
function websitesInUse(records: readonly DnsRecord[], zone: string): WebsiteProvider[] {
  const apex = canonicalName(zone);
  const contents = recordsAt(apex, records).map(({ content }) => content);
  const www = recordsAt(`www.${apex}`, records).flatMap((record) => targetOf(record) ?? []);
  const known = WEBSITE_PROVIDERS.filter((provider) => {
    const { addresses, alias, ending } = WEBSITE_PRESETS[provider];
    const isThere = addresses.some((address) => contents.includes(address));
    const isNamed = www.some((target) => target === alias || (ending !== undefined && target.endsWith(ending)));
    return isThere || (isNamed && alias !== "@");
  });
  if (known.length > 0) return known;
  return recordsAt(apex, records).some(({ type }) => type === "A") ? ["address"] : [];
}

/** Returns all website providers, and which of them the zone uses now. */
export function websiteChoices(records: readonly DnsRecord[], zone: string) {
  const inUse = websitesInUse(records, zone);
  return WEBSITE_PROVIDERS.map((provider) => ({
    provider,
    name: WEBSITE_PRESETS[provider].name,
    isInUse: inUse.includes(provider),
  }));
}

function namesOf({ addresses }: WebsiteSetup, apex: string): string[] {
  return [...(addresses.length > 0 ? [apex] : []), `www.${apex}`];
}

/** A name and the CNAMEs of this zone that it leads to. */
function aliasChain(server: string, records: readonly DnsRecord[], steps = MAX_ALIASES): string[] {
  const next = recordsAt(server, records).find(({ type }) => type === "CNAME");
  const target = next && targetOf(next);
  return target === undefined || steps === 0 ? [server] : [server, ...aliasChain(target, records, steps - 1)];
}

function desiredRecords(
  { provider, addresses, alias, code }: WebsiteSetup,
  apex: string,
  existing: readonly DnsRecord[],
) {
  const { keepsProxy, proof } = WEBSITE_PRESETS[provider];
  const draft = (type: string, name: string, content: string): DesiredRecord => {
    const desired: RecordDraft = { type, name, content, ttl: TTL, proxied: false };
    const before = existing.filter((record) => canonicalName(record.name) === name);
    const same = before.find((record) => sameRecord(record, desired));
    const proxied = keepsProxy === true && before.some(isProxied);
    return same ? { ...same, proxied } : { ...desired, proxied };
  };
  return [
    ...addresses.map((address) => draft(isIpv4(address) ? "A" : "AAAA", apex, address)),
    draft("CNAME", `www.${apex}`, alias),
    ...(proof !== undefined && code !== undefined ? [draft("CNAME", `${code}.${apex}`, proof)] : []),
  ];
}

/** Notes about other records that the changes affect. */
function sideEffects(setup: WebsiteSetup, others: readonly DnsRecord[], apex: string): Aside[] {
  const names = namesOf(setup, apex);
  const note =
    (reason: string) =>
    (record: DnsRecord): Aside => ({
      kind: "noted",
      text: recordWords(record, apex),
      reason,
    });
  const following = names.flatMap((name) => pointingTo(name, others)).filter(({ type }) => type === "CNAME");
  const here = others.filter(({ name }) => names.includes(canonicalName(name)));
  const caa = others.filter(({ type, name }) => type === "CAA" && canonicalName(name) === apex);
  return [
    ...following.map(note("It points to a name that changes, so it goes to the new place too.")),
    ...here
      .filter(({ type }) => SERVICE_BINDING_TYPES.includes(type))
      .map(note("Browsers read it too. If the website does not open, delete it where it was made.")),
    ...caa.map(note("It says who may make certificates for this name. Your new provider must be among them.")),
    ...here
      .filter((record) => isSpf(record) && /\sa([\s/]|$)/i.test(txtText(record.content)))
      .map(note("“a” in it lets the server of the website send mail. That will be the new one.")),
  ];
}
