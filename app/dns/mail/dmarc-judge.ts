import { parse } from "tldts";
import { POLICIES } from "./dmarc.ts";
import { readTags, tagListProblem } from "./tag-list.ts";

/**
 * A mistake in a DMARC text. "broken": the text has no effect, or only that of p=none. "reports": reports never come. "odd":
 * one tag is ignored.
 */
export type DmarcProblem = { kind: "broken" | "reports" | "odd"; words: string };

const isPolicy = (value: string) => POLICIES.some((policy) => policy === value.toLowerCase());
/** The values of the tags that have a default. RFC 7489, section 6.3; RFC 9989, section 4.7. */
const VALUES: Record<string, RegExp> = {
  adkim: /^[rs]$/i,
  aspf: /^[rs]$/i,
  fo: /^[01ds](\s*:\s*[01ds])*$/i,
  pct: /^(100|[1-9]?\d)$/,
  psd: /^[ynu]$/i,
  rf: /^afrf(\s*:\s*[a-z0-9-]+)*$/i,
  ri: /^\d{1,10}$/,
  t: /^[yn]$/i,
};
/** An address for reports, with the size at which a receiver stops. RFC 7489, section 6.2. */
const REPORT = /^mailto:[^\s@,!;]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)(![1-9]\d*[kmgt]?)?$/i;
const KNOWN_TAGS = ["v", "p", "sp", "np", "rua", "ruf", ...Object.keys(VALUES)];

/** Judges a DMARC text as receivers do. Returns no problem for a text that does what it says. */
export function judgeDmarc(text: string): DmarcProblem[] {
  const tags = readTags(text);
  const [first] = tags?.keys() ?? [];
  if (!tags || first !== "v" || tags.get("v") !== "DMARC1") {
    const why = tags ? "" : tagListProblem(text);
    return [broken(NO_EFFECT, why || "It must be a list of tags that begins with v=DMARC1; and p=.")];
  }
  // RFC 7489, section 6.6.3; RFC 9989, section 4.10.1: receivers treat a text without a valid policy as p=none if it has an
  // address for reports.
  const effect = addressesOf(tags).some((address) => REPORT.test(address))
    ? "It only watches, like p=none."
    : NO_EFFECT;
  const policy = tags.get("p");
  if (policy === undefined)
    return [broken(effect, "It has no policy: add p=none, p=quarantine or p=reject after v=DMARC1.")];
  if (!isPolicy(policy)) return [broken(effect, `p=${policy} is no policy. Write p=none, p=quarantine or p=reject.`)];
  for (const name of ["sp", "np"]) {
    const other = tags.get(name);
    if (other !== undefined && !isPolicy(other))
      return [
        broken(effect, `${name}=${other} is no policy. Write ${name}=none, quarantine or reject, or take it out.`),
      ];
  }
  return [...oddTags(tags), ...reportProblems("rua", tags.get("rua")), ...reportProblems("ruf", tags.get("ruf"))];
}

const NO_EFFECT = "It has no effect.";

/**
 * Returns the domains of other owners to which a valid DMARC text has reports sent. Receivers send none there unless that
 * domain agrees by a record below `_report._dmarc`. RFC 7489, section 7.1.
 */
export function reportDomains(text: string, zone: string): string[] {
  const ownerOf = (name: string) => parse(name, { allowPrivateDomains: false }).domain ?? name;
  const domains = addressesOf(readTags(text)).flatMap((address) => REPORT.exec(address)?.[1]?.toLowerCase() ?? []);
  return [...new Set(domains)].filter((domain) => ownerOf(domain) !== ownerOf(zone));
}

function addressesOf(tags: ReadonlyMap<string, string> | undefined): string[] {
  return (tags?.get("rua") ?? "").split(",").map((one) => one.trim());
}

function oddTags(tags: ReadonlyMap<string, string>): DmarcProblem[] {
  const odd = [...tags].filter(([name, value]) => VALUES[name]?.test(value) === false);
  const unknown = [...tags.keys()].filter((name) => !KNOWN_TAGS.includes(name));
  const late = [...tags.keys()].indexOf("p") > 1;
  return [
    ...odd.map(([name, value]) => ({
      kind: "odd" as const,
      words: `Gmail, Outlook and others do not know ${name}=${value}, and go by the default.`,
    })),
    ...unknown.map((name) => ({
      kind: "odd" as const,
      words: `Gmail, Outlook and others do not know ${name}= and ignore it.`,
    })),
    ...(late ? [{ kind: "odd" as const, words: "Some mail providers only find p= right after v=DMARC1." }] : []),
  ];
}

function reportProblems(tag: string, value: string | undefined): DmarcProblem[] {
  if (value === undefined) return [];
  const wrong = value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => !REPORT.test(one));
  if (wrong.length === 0) return [];
  const [one = ""] = wrong;
  if (value === "") return [{ kind: "reports", words: `${tag}= is empty, so no report comes.` }];
  if (one === "") return [{ kind: "reports", words: `${tag}= has a comma too many.` }];
  const example = REPORT.test(`mailto:${one}`) ? one : "reports@example.com";
  const words = `No report comes to ${one}. Write an e-mail address with mailto: before it, such as ${tag}=mailto:${example}`;
  return [{ kind: "reports", words }];
}

function broken(effect: string, why: string): DmarcProblem {
  return { kind: "broken", words: `${effect} ${why}` };
}
