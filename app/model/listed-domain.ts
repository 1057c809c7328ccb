import type { Expiry } from "./expiry.ts";

/** What a list draws of a domain. It goes to the browser with the page, so there is no more in it. */
export type ListedDomain = {
  name: string;
  /** "active", or any other word for a domain that something is wrong with. */
  status: string;
  expiry: Expiry;
  hasSsl: boolean;
};

/** How a name stands in one word: that it has expired beats what is stored of it, and any word but "active" is a bad one. */
export function standingOf({ status, expiry }: ListedDomain): { kind: "ok" | "warn" | "bad"; word: string } {
  if (expiry.state === "expired") return { kind: "bad", word: "expired" };
  if (status !== "active") return { kind: "bad", word: status };
  if (expiry.state === "later") return { kind: "ok", word: status };
  return { kind: "warn", word: expiry.daysLeft === 0 ? "ends today" : "ends soon" };
}

/** Those whose name contains what was typed; capitals and outer spaces don't count. */
export function filterDomains(domains: readonly ListedDomain[], typed: string): ListedDomain[] {
  const part = typed.trim().toLowerCase();
  return domains.filter(({ name }) => name.toLowerCase().includes(part));
}
