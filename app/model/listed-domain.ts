import { type Expiry, relativeDay } from "./expiry.ts";

/** What a list draws of a domain. It goes to the browser with the page, so there is no more in it. */
export type ListedDomain = {
  name: string;
  /** "active", or any other word for a domain that something is wrong with. */
  status: string;
  expiry: Expiry;
  hasSsl: boolean;
};

export type Label = { kind: "ok" | "warn" | "bad"; word: string };

/**
 * How a name stands, the status first: that it has expired beats what is stored of it, and any word but "active" is a bad one. In its
 * last 30 days a second label says when it ends. Source: docs/product.md, "Dashboard".
 */
export function labelsOf({ status, expiry }: ListedDomain): Label[] {
  if (expiry.state === "expired") return [{ kind: "bad", word: "expired" }];
  const labels: Label[] = [{ kind: status === "active" ? "ok" : "bad", word: status }];
  return expiry.state === "later"
    ? labels
    : [...labels, { kind: "warn", word: `ends ${relativeDay(expiry.daysLeft)}` }];
}

/** Those whose name contains what was typed; capitals and outer spaces don't count. */
export function filterDomains(domains: readonly ListedDomain[], typed: string): ListedDomain[] {
  const part = typed.trim().toLowerCase();
  return domains.filter(({ name }) => name.toLowerCase().includes(part));
}
