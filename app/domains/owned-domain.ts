import { type Expiry, expiryOf, relativeDay } from "./expiry.ts";

/** Where the registration of a domain is: with us, or at a provider of the customer's. */
export const HOLDERS = ["us", "elsewhere"] as const;
/** What is known of a transfer to us: we asked the registry, it waits for the other provider, or that one refused. */
export const MOVING_STEPS = ["asked", "waiting", "refused"] as const;
type MovingStep = (typeof MOVING_STEPS)[number];

/** A customer's domain as stored. Times are ISO 8601. */
export type OwnedDomain = {
  id: string;
  name: string;
  status: string;
  expiryDate: string;
  /** The zone at the DNS provider; null until DNS is set up. */
  zoneId: string | null;
  sslStatus: string | null;
  /** The price of a year that staff agreed with the customer; null for that of the price list. */
  renewKsh: number | null;
  held: (typeof HOLDERS)[number];
  /** Its transfer to us, while that is under way. `since` is a day (ISO 8601). */
  moving: { since: string; step: MovingStep | null } | null;
};

/** The status of an active domain whose registration is with another provider. */
const AT_PROVIDER = "at your provider";
/** How good a status is. Any other is bad. */
const STATUS_KINDS: Record<string, Label["kind"]> = { active: "ok", [AT_PROVIDER]: "ok", moving: "warn" };

/** Whether a domain is with us or on its way. If not, the customer may order its transfer. */
export function isWithUs({ held, moving }: Pick<OwnedDomain, "held" | "moving">): boolean {
  return held === "us" && moving?.step !== "refused";
}

/** Whether a domain is suspended or on hold. What resolvers say of it may be old. */
export const isOnHold = ({ status }: Pick<ListedDomain, "status">) => !(status in STATUS_KINDS);

/** Converts a domain to what a list of domains shows, with its expiry as of `now`. */
export function listedDomain({ name, expiryDate, sslStatus, ...domain }: OwnedDomain, now: Date): ListedDomain {
  const status = domain.status === "active" && domain.held === "elsewhere" ? AT_PROVIDER : domain.status;
  return { name, status, expiry: expiryOf(new Date(expiryDate), now), hasSsl: sslStatus === "active" };
}

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
 * Returns the status labels of a domain. "expired" replaces the stored status; statuses outside STATUS_KINDS are bad. In the
 * last 30 days a second label says when the domain ends. Source: docs/product/dashboard.md, "Dashboard".
 */
export function labelsOf({ status, expiry }: ListedDomain): Label[] {
  if (expiry.state === "expired") return [{ kind: "bad", word: "expired" }];
  const labels: Label[] = [{ kind: STATUS_KINDS[status] ?? "bad", word: status }];
  return expiry.state === "later"
    ? labels
    : [...labels, { kind: "warn", word: `ends ${relativeDay(expiry.daysLeft)}` }];
}

/** Returns the domains whose name contains the typed text, ignoring case and outer spaces. */
export function filterDomains<T extends { name: string }>(domains: readonly T[], typed: string): T[] {
  const part = typed.trim().toLowerCase();
  return domains.filter(({ name }) => name.toLowerCase().includes(part));
}
