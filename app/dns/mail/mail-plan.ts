import { canonicalName } from "#app/domains/ascii-name.ts";
import type { Aside, Plan } from "../change.ts";
import type { DesiredRecord } from "../diff-zone.ts";
import type { DnsRecord, RecordDraft } from "../record.ts";
import { sameRecord } from "../record-identity.ts";
import { recordWords } from "../record-words.ts";
import { txtText } from "../txt.ts";
import { recordsAt } from "../zone-records.ts";
import { firstDmarc } from "./dmarc.ts";
import { belowOf, mailPlanFor, mailRecord, mailText, withSpf } from "./mail-records.ts";
import type { MailSetup } from "./mail-setup.ts";
import { MailZone } from "./mail-zone.ts";
import { includesOfOtherProviders, PRESETS } from "./presets.ts";
import { effectiveTerms, parseSpf, spfKey } from "./spf.ts";
import { includesAny, mergeSpf } from "./spf-merge.ts";

const SAME = "You have it already.";

/**
 * Returns the plan that connects the mail of a domain, or of a name below it, to a provider. Its MX records are replaced. SPF
 * stays one text, with the provider added. Existing keys, policies and names stay, and the plan says so. All other records are
 * left alone. A zone that is set up already gets no changes. Source: docs/product/mail-and-website.md, "Mail".
 */
export function mailPlan(setup: MailSetup, records: readonly DnsRecord[], zone: string): Plan {
  const mail = new MailZone(records, canonicalName(zone), setup.domain);
  const { added, asides } = additions(setup, mail);
  // A sender receives no mail, and the envelope of its mail names the sender's own domain, so MX records and SPF stay as they
  // are.
  const isSender = PRESETS[setup.provider].isSender === true;
  const kept = isSender ? mail.records : withSpf(mail, withServers(setup, mail), spfFor(setup, mail));
  const desired = [...kept, ...added];
  const plan = mailPlanFor(mail, desired, mailTitle(setup.provider, belowOf(mail)));
  return { ...plan, asides: [...asides, ...plan.asides] };
}

/** Returns the title of the plan that connects a provider: to the domain, or to a name below (`belowOf`). */
export function mailTitle(provider: MailSetup["provider"], below = ""): string {
  return `Mail with ${PRESETS[provider].name}${below}`;
}

/** The records with the provider's MX records as the only ones. Correct MX records stay unchanged. */
function withServers({ servers: sets }: MailSetup, { records, servers, nullMx, domain }: MailZone): DesiredRecord[] {
  const there = servers.map(({ content }) => canonicalName(content));
  const isRight = (set: MailSetup["servers"][number]) =>
    nullMx.length === 0 && set.length === there.length && set.every(({ content }) => there.includes(content));
  if (sets.some(isRight)) return [...records];
  const others = records.filter((record) => !servers.includes(record) && !nullMx.includes(record));
  const desired = (sets[0] ?? []).map((server) => mailRecord({ type: "MX", name: domain, ...server }));
  return [...others, ...desired.map((server) => servers.find((record) => sameRecord(record, server)) ?? server)];
}

/** One SPF text that lets the provider send. A text that does so already is not changed. */
function spfFor({ provider, includes, terms, isLeaving }: MailSetup, mail: MailZone): string {
  const texts = mail.spfs().map(({ content }) => txtText(content));
  const [text = ""] = texts;
  const without = isLeaving ? otherProvidersInSpf(provider, mail).flatMap(({ includes }) => includes) : [];
  const added = terms === undefined ? [] : parseSpf(`v=spf1 ${terms}`);
  const isNamed = (spf: string) => {
    const effective = effectiveTerms(parseSpf(spf));
    const keys = effective.map(spfKey);
    return terms === undefined ? includesAny(effective, includes) : added.every((term) => keys.includes(spfKey(term)));
  };
  if (texts.length === 1 && without.length === 0 && isNamed(text)) return text;
  const { all } = PRESETS[provider];
  const merged = mergeSpf(terms === undefined || texts.some(isNamed) ? texts : [...texts, `v=spf1 ${terms}`], {
    without,
    all,
  });
  const [include] = includes;
  return include === undefined || isNamed(merged) ? merged : mergeSpf([merged], { include, all });
}

/** Returns the other providers in the zone's SPF text, with the domains that it includes for them. */
export function otherProvidersInSpf(
  provider: MailSetup["provider"],
  mail: MailZone,
): { name: string; includes: string[] }[] {
  const named = mail.spfs().flatMap(({ content }) => parseSpf(txtText(content)));
  return includesOfOtherProviders(provider)
    .map(({ name, includes }) => ({ name, includes: includes.filter((include) => includesAny(named, [include])) }))
    .filter(({ includes }) => includes.length > 0);
}

/** The records to add, and notes about those that are not added. */
function additions(
  { records: recordsToHave, reports }: MailSetup,
  mail: MailZone,
): { added: RecordDraft[]; asides: Aside[] } {
  const added: RecordDraft[] = [];
  const asides: Aside[] = [];
  const leave = (kind: Aside["kind"], record: RecordDraft, reason: string) =>
    asides.push({ kind, text: recordWords(record, mail.zone), reason });
  for (const draft of recordsToHave) {
    if (mail.records.some((record) => sameRecord(record, draft))) leave("same", draft, SAME);
    else if (otherAddress(draft, mail))
      leave("skipped", draft, `${draft.name} has another address. It stays. ${CHANGE_IT}`);
    else if (otherKey(draft, mail)) leave("skipped", draft, `${draft.name} has another key. It stays. ${CHANGE_IT}`);
    else added.push(draft);
  }
  const [policy] = mail.dmarcs;
  const first = mailText(`_dmarc.${mail.domain}`, firstDmarc(reports));
  if (!policy) added.push(first);
  else if (reports === undefined || sameRecord(policy, first))
    leave(
      "same",
      policy,
      mail.policyDomain === mail.domain ? "It stays as it is." : `It counts for ${mail.domain} too.`,
    );
  else leave("skipped", first, `You have a DMARC record already. It stays. ${CHANGE_IT}`);
  return { added, asides };
}

const CHANGE_IT = "To replace it, change it under Records.";

/** Whether a name for mail has an address already: two addresses would split its mail. */
function otherAddress({ type, name }: RecordDraft, { records }: MailZone): boolean {
  return type === "A" && recordsAt(name, records).some((other) => ["A", "CNAME"].includes(other.type));
}

/** Whether the zone has a key of the same name. Two keys of one name do not work (RFC 6376, section 3.6.2.2). */
function otherKey({ type, name }: RecordDraft, { keys }: MailZone): boolean {
  return type === "TXT" && recordsAt(name, keys).length > 0;
}
