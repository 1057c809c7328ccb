import type { Status } from "./live.ts";
import type { LiveView } from "./live-view.ts";
import { nameState, type PartState, websitePlace, websiteSets } from "./name-state.ts";
import type { DnsRecord } from "./record.ts";

/** A service of a domain, shown as a symbol and a word. "neutral": the domain lacks this service, or it was not checked. */
export type Sight = { kind: Status; word: string };

/** What a check found about a domain. `padlockBy`: who gives its website a certificate, such as "CDN". */
export type NameCheck = { website: Sight; mail: Sight; padlockBy?: string | undefined };

/** The words for each part and state. A domain with other name servers has its website and mail there. */
const WORDS = {
  Website: { ok: "Website", warn: "Website changing", bad: "Website down", none: "No website" },
  Mail: { ok: "Mail", warn: "Mail to fix", bad: "Mail fails", none: "No mail" },
} as const;

/**
 * Returns what the records of a zone and public DNS say about its website and mail, in the words of a list; the page of the
 * domain says the same in sentences (`nameState`). Source: docs/product/dashboard.md, "Dashboard".
 */
export function nameCheck(records: readonly DnsRecord[], zone: string, view: LiveView): NameCheck {
  const [website, mail] = nameState(records, zone, view);
  const isElsewhere = view.servers?.status === "warn";
  const place = websitePlace(records, zone);
  // Our hosting is not named: its plan decides about the padlock.
  const builder = place?.provider === "cpanel" ? undefined : place?.name;
  const isByCdn = websiteSets(records, zone).some(({ visibleAs }) => visibleAs === "cdn");
  // All website builders include a certificate.
  const padlockBy = isElsewhere || website?.status !== "ok" ? undefined : isByCdn ? "CDN" : builder;
  const seen = sightOf("Website", website, isElsewhere);
  return {
    website: seen.kind === "ok" && builder !== undefined ? { ...seen, word: `Website: ${builder}` } : seen,
    mail: sightOf("Mail", mail, isElsewhere),
    ...(padlockBy !== undefined && { padlockBy }),
  };
}

function sightOf(part: "Website" | "Mail", state: PartState | undefined, isElsewhere: boolean): Sight {
  if (!state || state.word === "not set up") return { kind: "neutral", word: WORDS[part].none };
  if (isElsewhere) return { kind: "warn", word: `${part} elsewhere` };
  return { kind: state.status, word: state.status === "neutral" ? `${part} not checked` : WORDS[part][state.status] };
}
