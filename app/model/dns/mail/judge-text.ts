import type { RecordDraft } from "../record.ts";
import { canonicalName } from "../record-name.ts";
import { txtText } from "../txt.ts";
import { isSpf } from "../zone-records.ts";
import { dkimWords, hasPrivateKey, judgeDkimKey } from "./dkim-key.ts";
import { judgeDmarc } from "./dmarc-judge.ts";
import type { Severity } from "./health-rules.ts";
import { termFindings } from "./health-spf.ts";
import { parseSpf } from "./spf.ts";

/** What is wrong with one text record. bad: receivers reject or ignore it, or it gives a secret away. */
export type TextMistake = { severity: Exclude<Severity, "ok">; words: string };

/** What a text is meant to be, also with invisible characters or quotation marks around its version. */
const MEANT = /^[^a-z0-9]*v\s*=\s*(spf1|DKIM1|DMARC1)(?![a-z0-9])/iu;

/**
 * Judges one text record by its name: SPF, a key at `…._domainkey.…` and a policy at `_dmarc.…` as receivers read them, such texts in
 * a wrong place, and the secret half of a key anywhere. The record form, the import, the mail page and the live check all use it.
 * Source: docs/product.md, "Mail".
 */
export function judgeText(record: Pick<RecordDraft, "type" | "name" | "content">, zone: string): TextMistake[] {
  if (record.type !== "TXT") return [];
  const text = txtText(record.content);
  const name = canonicalName(record.name);
  const bad = (words: string | undefined): TextMistake[] => (words === undefined ? [] : [{ severity: "bad", words }]);
  if (hasPrivateKey(text)) return bad(dkimWords({ state: "private" }));
  const meant = MEANT.exec(text)?.[1]?.toLowerCase();
  if (/\._domainkey\./.test(name)) {
    if (meant === "spf1" || meant === "dmarc1") return bad(wrongPlace(meant, zone));
    return bad(dkimWords(judgeDkimKey(text)));
  }
  if (name.startsWith("_dmarc.")) {
    if (meant === "spf1" || meant === "dkim1") return bad(wrongPlace(meant, zone));
    return judgeDmarc(text).map(({ kind, words }) => ({ severity: kind === "broken" ? "bad" : "warn", words }));
  }
  if (meant === "dkim1" || meant === "dmarc1") return bad(wrongPlace(meant, zone));
  if (meant !== "spf1") return [];
  if (!isSpf({ ...record, ttl: 1, proxied: false })) {
    return bad("Receivers do not see that this is SPF: it must begin with v=spf1 and a space, and nothing before it.");
  }
  return termFindings(parseSpf(text)).map(({ words }) => ({ severity: "bad", words }));
}

const PLACES = {
  spf1: (zone: string) =>
    `This is SPF. Receivers look for it at the name that sends, such as ${zone} itself, and not here.`,
  dkim1: (zone: string) =>
    `This is a mail key. Receivers look for it at the name that your mail service shows, such as key1._domainkey.${zone}, and not here.`,
  dmarc1: (zone: string) => `This is DMARC. Receivers look for it at _dmarc.${zone}, and not here.`,
};

function wrongPlace(meant: string, zone: string): string {
  return meant === "spf1" ? PLACES.spf1(zone) : meant === "dkim1" ? PLACES.dkim1(zone) : PLACES.dmarc1(zone);
}
