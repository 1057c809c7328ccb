import type { Result } from "#app/platform/result.ts";

/**
 * Why a call to the hosting server failed.
 *
 * - "exists": the username cannot be used; another one may be tried. Nothing was created.
 * - "full": the package, or what the agency may use at the server, does not allow it.
 * - "locked": the server's owner has locked the account, and only the owner can restore it.
 * - "missing": the server has no such account.
 * - "foreign": the account has another domain than the service, so it is not the service's.
 * - "key": the server refused our token, or the token may not do this.
 * - "refused": the server said no for another reason, and did nothing.
 * - "not-sent": the server could not be reached, so nothing was asked of it.
 * - "unknown": no readable answer came. It may have been done: read the account, and never ask again without a person.
 */
export type HostingProblem =
  | "exists"
  | "full"
  | "locked"
  | "missing"
  | "foreign"
  | "key"
  | "refused"
  | "not-sent"
  | "unknown";

/** A failed call. `reason`: the server's words, shortened and cleaned, for staff; a customer never sees them. */
export type HostingFailure = { ok: false; problem: HostingProblem; reason: string };

export type HostingResult<T> = Result<T, HostingFailure>;

/** An account at the hosting server, as the server describes it. */
export type HostingAccount = {
  username: string;
  domain: string;
  /** The plan's name in URLs; undefined if the account has a package of no plan. */
  plan: string | undefined;
  isSuspended: boolean;
  /** In MB; undefined if the server did not say. */
  diskUsed: number | undefined;
  /** In MB. */
  diskLimit: number | "unlimited" | undefined;
  /** The address of the website, for the DNS record; undefined if the server did not say. */
  ip: string | undefined;
};

/** The pages of cPanel that a session may open. */
export const SESSION_APPS = ["home", "mail", "files", "databases", "backups"] as const;
export type SessionApp = (typeof SESSION_APPS)[number];

/**
 * A server at which hosting accounts are set up. No call is repeated by itself, and none deletes an account. `username` is
 * stored before `create` is called, because a lost answer leaves only the username to find the account by.
 */
export type HostingProvider = {
  /** Creates an account without a password that anybody knows: customers come in by `openSession`. Takes up to 90 s. */
  create(account: { username: string; domain: string; plan: string; email: string }): Promise<HostingResult<undefined>>;
  read(username: string): Promise<HostingResult<HostingAccount>>;
  /** Stops the website. `reason` is for the server's owner. May be repeated, and so may `restore` and `changePlan`. */
  suspend(username: string, reason: string): Promise<HostingResult<undefined>>;
  restore(username: string): Promise<HostingResult<undefined>>;
  changePlan(username: string, plan: string): Promise<HostingResult<undefined>>;
  /** Returns the address of a new session at cPanel. It is a secret. `host`: the account's host, if it is not WHM's. */
  openSession(one: { username: string; host?: string | undefined; app: SessionApp }): Promise<HostingResult<string>>;
};

/** Usernames that are tried for a domain before a person chooses one. */
const CANDIDATES = 5;
/** The server compares only these first characters of two usernames. */
const COMPARED = 8;
/** Characters of the domain before the three that tell candidates apart. */
const STEM = COMPARED - 3;

/** Returns whether cPanel accepts a username. Source: cPanel, "Reserved, invalid and misconfigured usernames". */
export function isHostingUsername(text: string): boolean {
  return /^(?!test)[a-z][a-z0-9]{0,15}$/.test(text);
}

/**
 * Returns five usernames for a domain, always the same ones: "mamanjer", "maman3xq", … Each has at most eight characters, and
 * they differ in them, because a server may compare no more.
 */
export function usernamesFor(domain: string): string[] {
  const [label = ""] = domain.toLowerCase().split(".");
  const letters = label.replace(/[^a-z0-9]/g, "");
  // A short name would often be taken, or be one that the server uses itself.
  const word = letters.length >= 3 && isHostingUsername(letters.slice(0, COMPARED)) ? letters : `web${letters}`;
  const found = new Set([word.slice(0, COMPARED)]);
  for (let at = 1; found.size < CANDIDATES; at++) {
    const candidate = word.slice(0, STEM) + mixed(`${domain.toLowerCase()} ${at}`);
    if (isHostingUsername(candidate)) found.add(candidate);
  }
  return [...found];
}

/** Returns three letters and digits that depend on the whole text (FNV-1a, 32 bits). */
function mixed(text: string): string {
  const hash = [...text].reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  );
  return (hash >>> 0).toString(36).padStart(3, "0").slice(-3);
}
