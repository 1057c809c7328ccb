import type { Aside, Plan } from "../change.ts";
import type { DesiredRecord } from "../diff-zone.ts";
import type { DnsRecord, RecordDraft } from "../record.ts";
import { sameRecord } from "../record-identity.ts";
import { canonicalName } from "../record-name.ts";
import { recordWords } from "../record-words.ts";
import { txtText } from "../txt.ts";
import { recordsAt } from "../zone-records.ts";
import { firstDmarc } from "./dmarc.ts";
import { mailPlanFor, mailRecord, mailText, withSpf } from "./mail-records.ts";
import type { MailSetup } from "./mail-setup.ts";
import { MailZone } from "./mail-zone.ts";
import { includesOfOtherProviders, PRESETS } from "./presets.ts";
import { effectiveTerms, parseSpf } from "./spf.ts";
import { includesAny, mergeSpf } from "./spf-merge.ts";

const SAME = "It is there already.";

/**
 * The changes that let mail of a zone go with a provider. Takes what is wanted, the zone's records and its name. Mail servers
 * of the zone itself are replaced; SPF stays one text that names the provider besides everybody else; keys, policies and
 * names that are there already stay, and the plan says so. Everything else is left alone. For a zone that has it all there is
 * nothing to change. Source: docs/product.md, "Mail".
 */
export function mailPlan(wishes: MailSetup, records: readonly DnsRecord[], zone: string): Plan {
  const mail = new MailZone(records, canonicalName(zone));
  const { added, asides } = newRecords(wishes, mail);
  const wanted = [...withSpf(mail, withServers(wishes, mail), spfFor(wishes, mail)), ...added];
  const plan = mailPlanFor(mail, wanted, `Mail with ${PRESETS[wishes.provider].name}`);
  return { ...plan, asides: [...asides, ...plan.asides] };
}

/** The records with the provider's servers as the only ones; those that are right stay as they are. */
function withServers({ servers: sets }: MailSetup, { records, servers, nullMx, zone }: MailZone): DesiredRecord[] {
  const there = servers.map(({ content }) => canonicalName(content));
  const isRight = (set: MailSetup["servers"][number]) =>
    nullMx.length === 0 && set.length === there.length && set.every(({ content }) => there.includes(content));
  if (sets.some(isRight)) return [...records];
  const others = records.filter((record) => !servers.includes(record) && !nullMx.includes(record));
  const wanted = (sets[0] ?? []).map((server) => mailRecord({ type: "MX", name: zone, ...server }));
  return [...others, ...wanted.map((server) => servers.find((record) => sameRecord(record, server)) ?? server)];
}

/** One SPF text that lets the provider send. One that does is not touched. */
function spfFor({ provider, includes, isLeaving }: MailSetup, mail: MailZone): string {
  const texts = mail.spfs().map(({ content }) => txtText(content));
  const [text = ""] = texts;
  const without = isLeaving ? otherProvidersInSpf(provider, mail).flatMap(({ includes }) => includes) : [];
  const isNamed = (spf: string) => includesAny(effectiveTerms(parseSpf(spf)), includes);
  if (texts.length === 1 && without.length === 0 && isNamed(text)) return text;
  const { all } = PRESETS[provider];
  const merged = mergeSpf(texts, { without, all });
  const [include] = includes;
  return include === undefined || isNamed(merged) ? merged : mergeSpf([merged], { include, all });
}

/** The other providers that an SPF text of the zone lets send, by name and by what the text names. */
export function otherProvidersInSpf(
  provider: MailSetup["provider"],
  mail: MailZone,
): { name: string; includes: string[] }[] {
  const named = mail.spfs().flatMap(({ content }) => parseSpf(txtText(content)));
  return includesOfOtherProviders(provider)
    .map(({ name, includes }) => ({ name, includes: includes.filter((include) => includesAny(named, [include])) }))
    .filter(({ includes }) => includes.length > 0);
}

/** What is added besides, and what is not because something is there. */
function newRecords(
  { records: wished, reports }: MailSetup,
  mail: MailZone,
): { added: RecordDraft[]; asides: Aside[] } {
  const added: RecordDraft[] = [];
  const asides: Aside[] = [];
  const leave = (kind: Aside["kind"], record: RecordDraft, reason: string) =>
    asides.push({ kind, text: recordWords(record, mail.zone), reason });
  for (const draft of wished) {
    if (mail.records.some((record) => sameRecord(record, draft))) leave("same", draft, SAME);
    else if (otherKey(draft, mail)) leave("skipped", draft, `${draft.name} has another key, which stays. ${CHANGE_IT}`);
    else added.push(draft);
  }
  const [policy] = mail.dmarcs;
  const first = mailText(`_dmarc.${mail.zone}`, firstDmarc(reports));
  if (!policy) added.push(first);
  else if (reports === undefined || sameRecord(policy, first)) leave("same", policy, "It stays as it is.");
  else leave("skipped", first, `There is a DMARC text already, which stays. ${CHANGE_IT}`);
  return { added, asides };
}

const CHANGE_IT = "To replace it, change that record in the list.";

/** A key under the same name: only one of them could be found. RFC 6376, section 3.6.2.2. */
function otherKey({ type, name }: RecordDraft, { keys }: MailZone): boolean {
  return type === "TXT" && recordsAt(name, keys).length > 0;
}
