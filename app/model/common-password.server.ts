import { dictionary } from "@zxcvbn-ts/language-common";

/** Shorter ones are refused for that. */
const SHORTEST = 8;

let known: ReadonlySet<string> | undefined;

/**
 * Whether a password is one of those that many people use, and that are therefore tried first: the leaked ones of a list of
 * 49,000, which holds the 10,000 commonest. Capitals don't count. The list is read once, when it is first needed.
 * Source: docs/product.md, "Accounts".
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary["passwords-common"].map(String).filter(({ length }) => length >= SHORTEST));
  return known.has(password.normalize("NFKC").trim().toLowerCase());
}
