import type { Expiry } from "./expiry.ts";
import type { Price } from "./money.ts";

/** What the dashboard draws of a domain. */
export type ListedDomain = {
  name: string;
  /** "active", or any other word for a domain that something is wrong with. */
  status: string;
  expiry: Expiry;
  hasDns: boolean;
  hasSsl: boolean;
  /** What one more year costs; undefined for an ending that we do not list. */
  renewal?: Price | undefined;
};

/** Those whose name contains what was typed; capitals and outer spaces don't count. */
export function filterDomains(domains: readonly ListedDomain[], typed: string): ListedDomain[] {
  const part = typed.trim().toLowerCase();
  return domains.filter(({ name }) => name.toLowerCase().includes(part));
}
