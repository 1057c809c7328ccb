import { readTags } from "./dkim-key.ts";
import { POLICIES } from "./dmarc.ts";

/** A mistake in a DMARC text. "broken": receivers ignore the text. "reports": reports never come. "odd": one tag is ignored. */
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
const REPORT = /^mailto:[^\s@,!;]+@[a-z0-9-]+(\.[a-z0-9-]+)+(![1-9]\d*[kmgt]?)?$/i;

/** Judges a DMARC text as receivers do. Returns no problem for a text that does what it says. */
export function judgeDmarc(text: string): DmarcProblem[] {
  const tags = readTags(text);
  const [first] = tags?.keys() ?? [];
  if (!tags || first !== "v" || tags.get("v") !== "DMARC1") {
    return [broken("It must be a list of tags that begins with v=DMARC1; and p=.")];
  }
  const policy = tags.get("p");
  if (policy === undefined) return [broken("It has no policy: add p=none, p=quarantine or p=reject after v=DMARC1.")];
  if (!isPolicy(policy)) return [broken(`p=${policy} is no policy. Write p=none, p=quarantine or p=reject.`)];
  const subdomains = tags.get("sp");
  if (subdomains !== undefined && !isPolicy(subdomains)) {
    return [broken(`sp=${subdomains} is no policy. Write sp=none, sp=quarantine or sp=reject, or take it out.`)];
  }
  return [...oddTags(tags), ...reportProblems("rua", tags.get("rua")), ...reportProblems("ruf", tags.get("ruf"))];
}

function oddTags(tags: ReadonlyMap<string, string>): DmarcProblem[] {
  const odd = [...tags].filter(([name, value]) =>
    name === "np" ? !isPolicy(value) : VALUES[name]?.test(value) === false,
  );
  const late = [...tags.keys()].indexOf("p") > 1;
  return [
    ...odd.map(([name, value]) => ({
      kind: "odd" as const,
      words: `Receivers do not know ${name}=${value}, and go by the default.`,
    })),
    ...(late ? [{ kind: "odd" as const, words: "Some receivers only find p= right after v=DMARC1." }] : []),
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
  const words =
    one === ""
      ? `${tag}= is empty, so no report comes.`
      : `No report comes to ${one}: an address begins with mailto:, as in ${tag}=mailto:${one.replace(/^.*:/, "")}.`;
  return [{ kind: "reports", words }];
}

function broken(words: string): DmarcProblem {
  return { kind: "broken", words };
}
