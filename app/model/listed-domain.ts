import type { Expiry } from "./expiry.ts";

/** What a list draws of a domain. It goes to the browser with the page, so there is no more in it. */
export type ListedDomain = {
  name: string;
  /** "active", or any other word for a domain that something is wrong with. */
  status: string;
  expiry: Expiry;
};

/** Those whose name contains what was typed; capitals and outer spaces don't count. */
export function filterDomains(domains: readonly ListedDomain[], typed: string): ListedDomain[] {
  const part = typed.trim().toLowerCase();
  return domains.filter(({ name }) => name.toLowerCase().includes(part));
}

/** Those that have not expired and will before a day ("2027-11-01"). */
export function renewalsBefore(domains: readonly ListedDomain[], iso: string): ListedDomain[] {
  return domains.filter(({ expiry }) => expiry.state !== "expired" && expiry.iso < iso);
}
