import type { HostingProblem } from "./hosting-account.ts";

/** The calls of WHM API 1 that the site makes. `removeacct` is not one: the site deletes no account. */
export type WhmFunction =
  | "createacct"
  | "accountsummary"
  | "suspendacct"
  | "unsuspendacct"
  | "changepackage"
  | "create_user_session"
  | "listpkgs";

const LIMIT = /\b(?:limit|quota|exceed|oversell|not enough|insufficient)/i;
const TAKEN = /already|\bexists\b|taken|in use|reserved|conflict/i;
/** The server does not allow the username; another one may do. */
const NOT_ALLOWED = /invalid|not a valid|not allowed/i;
const USERNAME = /user ?name/i;
/** The domain is at the server already: another username would not help. */
const OTHER = /domain|\bdns\b|\bzone\b|package|\bplan\b/i;
const MISSING = /(?:does not|doesn.t|not) exist|no such|unknown user|not found/i;

/**
 * Returns what a refusal means. WHM has no codes for it, only words, which change with its version; what is not recognised is
 * "refused", and a person reads the words. `names`: the username and domain of the call, which do not count as its words.
 */
export function refusalOf(call: WhmFunction, reason: string, names: readonly string[] = []): HostingProblem {
  const words = names.reduce((rest, name) => (name === "" ? rest : rest.replaceAll(name, "…")), reason);
  if (call === "createacct" || call === "changepackage") {
    if (LIMIT.test(words)) return "full";
  }
  if (call === "createacct") {
    const isTaken = TAKEN.test(words) || (NOT_ALLOWED.test(words) && USERNAME.test(words));
    return isTaken && !OTHER.test(words) ? "exists" : "refused";
  }
  if (call === "unsuspendacct" && /lock/i.test(words)) return "locked";
  return MISSING.test(words) && !OTHER.test(words) ? "missing" : "refused";
}

/** How many MB one of each unit has. WHM's own unit is M. */
const MEGABYTES: Record<string, number> = { B: 1 / 1_048_576, K: 1 / 1024, M: 1, G: 1024, T: 1_048_576 };

/** Reads a size of WHM in whole MB: "123M", "1.5G", "unlimited". Undefined for anything else. */
export function sizeOf(text: string): number | "unlimited" | undefined {
  if (/^\s*unlimited\s*$/i.test(text)) return "unlimited";
  const [, number, unit = "M"] = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s?([BKMGT]?)B?\s*$/i.exec(text) ?? [];
  const factor = MEGABYTES[unit.toUpperCase() || "M"];
  return number === undefined || factor === undefined ? undefined : Math.ceil(Number(number) * factor);
}

/**
 * Returns the address of a session if it leads to cPanel at the server or at the account's host, by https; undefined for any
 * other address. The fake server on this computer has no https, so its own origin is accepted.
 */
export function sessionUrl(
  text: string,
  { whm, host }: { whm: string; host?: string | undefined },
): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const [url, server] = [new URL(text), new URL(whm)];
  const isEncrypted = url.protocol === "https:" || url.origin === server.origin;
  const isKnown = url.hostname === server.hostname || url.hostname === host?.toLowerCase();
  const isLogin = /^\/cpsess\w{1,40}\/login\/$/.test(url.pathname);
  return isEncrypted && isKnown && isLogin && url.username + url.password === "" ? url.href : undefined;
}
