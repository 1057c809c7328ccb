import { dayNumber } from "#app/platform/text/nairobi-day.ts";

/** A domain as we have it. `isKnown`: the provider's list had it before. */
export type OurDomain = { id: string; name: string; status: string; expiryDate: string; isKnown: boolean };
/** The same domain in the provider's list. */
export type ListedDomain = { status: string; expires?: string | undefined };

/**
 * What the provider's list says of a domain. "arrived": its transfer has ended. "found": `later` is a later last day, and
 * `differs` what a person must look at. "missing": the list had it before. "unknown": it never had it, as names that are
 * registered elsewhere or by hand.
 */
export type SyncStep =
  | { kind: "arrived"; lastDay: string }
  | { kind: "found"; later: string | null; differs: { status: string } | { expires: string } | null }
  | { kind: "missing" | "unknown" };

/** An earlier day counts from this many days: the provider's clock may be in another time zone. */
const EARLIER_DAYS = 2;

/**
 * Compares a domain with the provider's list. Only a later day and the end of a transfer are taken over; an earlier day,
 * another status or a missing name may be a mistake of the list. Source: docs/product/domains.md, "The provider's list".
 */
export function syncStep({ status, expiryDate, isKnown }: OurDomain, listed: ListedDomain | undefined): SyncStep {
  if (!listed) return { kind: isKnown && status !== "moving" ? "missing" : "unknown" };
  const provided =
    listed.expires !== undefined && !Number.isNaN(Date.parse(listed.expires)) ? listed.expires : undefined;
  const isActive = listed.status === "ACTIVE";
  if (status === "moving") {
    if (isActive && provided !== undefined) return { kind: "arrived", lastDay: provided };
    return { kind: "found", later: null, differs: null };
  }
  if (!isActive) return { kind: "found", later: null, differs: { status: listed.status } };
  if (provided === undefined) return { kind: "found", later: null, differs: null };
  const days = dayNumber(new Date(provided)) - dayNumber(new Date(expiryDate));
  return {
    kind: "found",
    later: days > 0 ? provided : null,
    differs: days <= -EARLIER_DAYS ? { expires: provided } : null,
  };
}
