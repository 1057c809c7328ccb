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

/** Seconds. What the providers' documents and templates say for every record of theirs. */
const TTL = 3600;
/** What decides where visitors of a name go; everything else at it is left alone. */
const SHOWING = ["A", "AAAA", "CNAME"];
/** Records that browsers read beside these, and that we do not write. RFC 9460. */
const ASIDE_TYPES = ["HTTPS", "SVCB"];
const MOST_STEPS = 8;

/**
 * The changes that let a website open under a zone's name and `www`. Takes what is wanted, the zone's records and its name. All
 * addresses and other names at the two go, and those of the provider come; nothing else is changed, mail least of all. What
 * stops or moves with it is said. For a zone that has it all there is nothing to change.
 * Source: docs/product.md, "Websites".
 */
export function websitePlan(wishes: WebsiteSetup, records: readonly DnsRecord[], zone: string): Plan {
  const own = canonicalName(zone);
  const names = namesOf(wishes, own);
  const there = records.filter(({ type, name }) => SHOWING.includes(type) && names.includes(canonicalName(name)));
  const wanted = wantedRecords(wishes, own, there);
  const others = records.filter((record) => !there.includes(record));
  const kept = others.filter((record) => !wanted.some((one) => sameRecord(one, record)));
  const { changes, asides } = withoutConflicts(records, diffZone(records, [...kept, ...wanted]), zone);
  const title = `Website with ${WEBSITE_PRESETS[wishes.provider].name}`;
  const told = changes.length === 0 ? [] : whatMoves(wishes, others, own);
  return { kind: "website", title, changes, asides: [...asides, ...told] };
}

/**
 * The mail server of a zone that is a name which a website's plan changes, or stands for one: its mail would stop. Undefined
 * where mail has names of its own, or what it goes to stays. Takes the plan's changes and the zone's records.
 */
export function affectedMailServer(changes: readonly Change[], records: readonly DnsRecord[]): string | undefined {
  const names = changes.flatMap(({ before, after }) => [before, after]).map((one) => one && canonicalName(one.name));
  const servers = records.filter(({ type }) => type === "MX").flatMap((record) => targetOf(record) ?? []);
  return servers.find((server) => wayOf(server, records).some((name) => names.includes(name)));
}

/** The providers that a zone's website is with now, as far as its records say. */
function websitesInUse(records: readonly DnsRecord[], zone: string): WebsiteProvider[] {
  const own = canonicalName(zone);
  const contents = recordsAt(own, records).map(({ content }) => content);
  const www = recordsAt(`www.${own}`, records).flatMap((record) => targetOf(record) ?? []);
  const known = WEBSITE_PROVIDERS.filter((provider) => {
    const { addresses, alias, ending } = WEBSITE_PRESETS[provider];
    const isThere = addresses.some((address) => contents.includes(address));
    const isNamed = www.some((target) => target === alias || (ending !== undefined && target.endsWith(ending)));
    return isThere || (isNamed && alias !== "@");
  });
  if (known.length > 0) return known;
  return recordsAt(own, records).some(({ type }) => type === "A") ? ["address"] : [];
}

/** All providers that a website can be connected with, and which of them a zone's is with now. */
export function websiteChoices(records: readonly DnsRecord[], zone: string) {
  const inUse = websitesInUse(records, zone);
  return WEBSITE_PROVIDERS.map((provider) => ({
    provider,
    name: WEBSITE_PRESETS[provider].name,
    isInUse: inUse.includes(provider),
  }));
}

function namesOf({ addresses }: WebsiteSetup, own: string): string[] {
  return [...(addresses.length > 0 ? [own] : []), `www.${own}`];
}

/** A name and those that it stands for, by the zone's own CNAME records. */
function wayOf(server: string, records: readonly DnsRecord[], steps = MOST_STEPS): string[] {
  const next = recordsAt(server, records).find(({ type }) => type === "CNAME");
  const target = next && targetOf(next);
  return target === undefined || steps === 0 ? [server] : [server, ...wayOf(target, records, steps - 1)];
}

function wantedRecords({ provider, addresses, alias, code }: WebsiteSetup, own: string, there: readonly DnsRecord[]) {
  const { keepsProxy, proof } = WEBSITE_PRESETS[provider];
  const draft = (type: string, name: string, content: string): DesiredRecord => {
    const wanted: RecordDraft = { type, name, content, ttl: TTL, proxied: false };
    const before = there.filter((record) => canonicalName(record.name) === name);
    const same = before.find((record) => sameRecord(record, wanted));
    const proxied = keepsProxy === true && before.some(isProxied);
    return same ? { ...same, proxied } : { ...wanted, proxied };
  };
  return [
    ...addresses.map((address) => draft(isIpv4(address) ? "A" : "AAAA", own, address)),
    draft("CNAME", `www.${own}`, alias),
    ...(proof !== undefined && code !== undefined ? [draft("CNAME", `${code}.${own}`, proof)] : []),
  ];
}

/** What the changes mean for other records, which stay as they are. */
function whatMoves(wishes: WebsiteSetup, others: readonly DnsRecord[], own: string): Aside[] {
  const names = namesOf(wishes, own);
  const note =
    (reason: string) =>
    (record: DnsRecord): Aside => ({
      kind: "noted",
      text: recordWords(record, own),
      reason,
    });
  const following = names.flatMap((name) => pointingTo(name, others)).filter(({ type }) => type === "CNAME");
  const here = others.filter(({ name }) => names.includes(canonicalName(name)));
  const caa = others.filter(({ type, name }) => type === "CAA" && canonicalName(name) === own);
  return [
    ...following.map(note("It points to a name that changes, so it goes to the new place too.")),
    ...here
      .filter(({ type }) => ASIDE_TYPES.includes(type))
      .map(note("Browsers read it too. If the website does not open, delete it where it was made.")),
    ...caa.map(note("It says who may make certificates for this name. Your new provider must be among them.")),
    ...here
      .filter((record) => isSpf(record) && /\sa([\s/]|$)/i.test(txtText(record.content)))
      .map(note("“a” in it lets the server of the website send mail. That will be the new one.")),
  ];
}
