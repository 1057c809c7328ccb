import { domainToUnicode } from "node:url";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { type ParsedName, parseDomainName } from "./domain-name.ts";
import { isDottedName } from "./split-names.ts";

const MOST = 4;

/** Dots that are spoken: "mama dot co dot ke", "mama (dot) com", and "nukta", which is Swahili. */
const SPOKEN_DOT = / [([{<]?(?:dot|nukta)[)\]}>]? /gi;

/** Mailboxes for everybody. Nobody means to register the name after the @ of such an address. */
const MAILBOXES = /^(gmail|googlemail|yahoo|ymail|hotmail|outlook|live|icloud|proton|protonmail)\./;

/**
 * Returns what a text that is no name may mean, the likeliest first: each of several names, the name of an e-mail address,
 * spoken dots, words in one or with hyphens, and the text without characters that no name has. Empty if the text is a name
 * itself, or if no name is likely. Source: docs/product/domains.md, "Domain search".
 */
export function namesMeant(input: string): string[] {
  if (parseDomainName(input).kind !== "invalid") return [];
  const typed = cleanInput(input.normalize("NFKC")).replace(/^www\s+/i, "");
  const mailbox = /^(?:mailto:)?[^\s@]+\s*@\s*([^\s@]+)$/i.exec(typed)?.[1];
  if (mailbox !== undefined) return MAILBOXES.test(mailbox) ? [] : named([mailbox]);
  const spoken = typed.replace(/\s+/g, " ").replace(SPOKEN_DOT, ".");
  if (isDottedName(spoken)) return named([spoken]);
  const words = wordsOf(typed);
  // "mama mboga.co.ke" is one name; in "mama.co.ke or mama.ke" a whole name comes before the last word.
  if (words.slice(0, -1).some(isWholeName)) return named(words.filter(isWholeName));
  const dotted = words.join(".");
  return named([...(isDottedName(dotted) ? [dotted] : []), ...withEndings(words.join(""), words.join("-"))]);
}

/** Returns words in one and with hyphens. Without an ending they get those of a shop in Kenya. */
function withEndings(joined: string, hyphenated: string): string[] {
  if (joined.includes(".")) return [joined, hyphenated];
  return [`${joined}.co.ke`, `${hyphenated}.co.ke`, `${joined}.com`, `${joined}.ke`];
}

/** The words of a text, without characters that no name has. An underscore is often a space. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(/[^\p{L}\p{M}\p{N}.\s_-]+/gu, "")
    .replace(/[\s_]+/g, " ")
    .replace(/\.{2,}/g, ".");
  return plain.trim().split(" ").filter(Boolean);
}

function isWholeName(word: string): boolean {
  return isDottedName(word.replace(/\.$/, ""));
}

/** The texts that are names, each once. A text that begins with a dot is an ending without a name. */
function named(texts: readonly string[]): string[] {
  const names = texts
    .filter((text) => !text.startsWith("."))
    .flatMap((text) => {
      const parsed = parseDomainName(text);
      return parsed.kind === "name" ? [parsed.display] : [];
    });
  return [...new Set(names)].slice(0, MOST);
}

/** Cyrillic and Greek letters that look like Latin ones, each with its Latin letter. */
const TWINS = new Map(
  [
    "аa",
    "ԁd",
    "еe",
    "һh",
    "іi",
    "јj",
    "ӏl",
    "оo",
    "рp",
    "ԛq",
    "ѕs",
    "ԝw",
    "хx",
    "уy",
    "сc",
    "αa",
    "ιi",
    "κk",
    "νv",
    "οo",
    "ρp",
    "τt",
    "υu",
  ].map(([other = "", latin = ""]) => [other, latin] as const),
);

/** Returns the Latin name that a look-alike imitates; empty if it has another letter that is not Latin. */
export function latinNames({ domain }: Pick<ParsedName, "domain">): string[] {
  const latin = [...domainToUnicode(domain)].map((letter) => TWINS.get(letter) ?? letter).join("");
  return /^[a-z0-9.-]+$/.test(latin) && latin !== domain ? named([latin]) : [];
}
