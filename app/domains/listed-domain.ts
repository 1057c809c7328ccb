import { type Expiry, relativeDay } from "./expiry.ts";

/** A domain as a list shows it. It is sent to the browser, so it has no other fields. */
export type ListedDomain = {
  name: string;
  /** "active", or any other word for a domain with a problem. */
  status: string;
  expiry: Expiry;
  hasSsl: boolean;
};

export type Label = { kind: "ok" | "warn" | "bad"; word: string };

/**
 * Returns the status labels of a domain. "expired" replaces the stored status; any status but "active" is bad. In the last 30
 * days a second label says when the domain ends. Source: docs/product/dashboard.md, "Dashboard".
 */
export function labelsOf({ status, expiry }: ListedDomain): Label[] {
  if (expiry.state === "expired") return [{ kind: "bad", word: "expired" }];
  const labels: Label[] = [{ kind: status === "active" ? "ok" : "bad", word: status }];
  return expiry.state === "later"
    ? labels
    : [...labels, { kind: "warn", word: `ends ${relativeDay(expiry.daysLeft)}` }];
}

/** Returns the domains whose name contains the typed text, ignoring case and outer spaces. */
export function filterDomains(domains: readonly ListedDomain[], typed: string): ListedDomain[] {
  const part = typed.trim().toLowerCase();
  return domains.filter(({ name }) => name.toLowerCase().includes(part));
}
