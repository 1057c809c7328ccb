import { expiryOf } from "./expiry.ts";
import type { ListedDomain } from "./listed-domain.ts";

/** A customer's domain as stored. Times are ISO 8601. */
export type OwnedDomain = {
  id: string;
  name: string;
  status: string;
  expiryDate: string;
  /** The zone at the DNS provider; null until DNS is set up. */
  zoneId: string | null;
  sslStatus: string | null;
};

/** Converts a domain to what a list of domains shows, with its expiry as of `now`. */
export function listedDomain({ name, status, expiryDate, sslStatus }: OwnedDomain, now: Date): ListedDomain {
  return { name, status, expiry: expiryOf(new Date(expiryDate), now), hasSsl: sslStatus === "active" };
}
