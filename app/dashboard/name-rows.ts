import type { NameCheck, Sight } from "#app/dns/name-check.ts";
import { type Expiry, relativeDay } from "#app/domains/expiry.ts";
import { isOnHold, type Label, labelsOf, listedDomain, type OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Order } from "#app/orders/order.ts";
import { renewalPriceOf } from "#app/orders/order-price.ts";
import { grouped, type RenewalStanding, renewalStanding } from "#app/orders/renewals.ts";

/**
 * A domain as a row of the dashboard. `ends`: "yesterday", "ends in 12 days", "in 200 days". `sights`: its website, mail and
 * padlock; empty while they are checked for the first time. `renewKsh`: the price of a year; 0 if it is not listed, missing
 * if no renewal can be ordered now. `renewal`: why none can be ordered; `bill` is the bill of the ordered one that is to be
 * paid, if any.
 */
export type NameRow = {
  name: string;
  status: Label;
  expiry: Pick<Expiry, "iso" | "words" | "state">;
  ends: string;
  sights: Sight[];
  renewKsh?: number;
  renewal?: { state: "ordered" | "late" | "elsewhere"; bill?: string | undefined };
};

/** What is known of domains beside the database. */
export type Known = {
  checkOf: (zoneId: string) => NameCheck | undefined;
  isBeingChecked: (zoneId: string) => boolean;
  /** Who gives this domain its certificate by a service of the customer: "hosting", or "" for the certificate itself. */
  servicePadlock: (name: string) => string | undefined;
  /** Whether the customer's hosting for this name is suspended. */
  isHostingOff: (name: string) => boolean;
};

/** Returns the rows of domains. Takes the customer's orders, newest first. Source: docs/product/dashboard.md, "Dashboard". */
export function nameRows(
  domains: readonly OwnedDomain[],
  orders: readonly Order[],
  known: Known,
  now: Date,
): NameRow[] {
  const ofName = grouped(orders, ({ domain }) => domain);
  return domains.map((domain) => {
    const listed = listedDomain(domain, now);
    const { name, expiry } = listed;
    const [status = { kind: "bad", word: domain.status }] = labelsOf(listed);
    const standing = renewalStanding(domain, ofName.get(name) ?? [], now);
    const isChecking = domain.zoneId !== null && known.isBeingChecked(domain.zoneId);
    const { iso, words, state } = expiry;
    return {
      name,
      status,
      expiry: { iso, words, state },
      ends: (expiry.state === "soon" ? "ends " : "") + relativeDay(expiry.daysLeft),
      sights: isChecking ? [] : sightsOf(domain, known, isOnHold(listed)),
      ...(standing.state === "offered"
        ? { renewKsh: renewalPriceOf(domain)?.ksh ?? 0 }
        : { renewal: { state: standing.state, bill: billToPay(standing) } }),
    };
  });
}

const billToPay = ({ unpaid }: Exclude<RenewalStanding, { state: "offered" }>) =>
  unpaid?.isOnItsWay ? undefined : unpaid?.id;

/** Returns the website, the mail and the padlock of a domain as far as they are known. */
function sightsOf(domain: OwnedDomain, known: Known, isHeld: boolean): Sight[] {
  const check = domain.zoneId === null ? undefined : known.checkOf(domain.zoneId);
  // Where a name is on hold, a check that finds everything fine has seen an old answer.
  if (!check || isHeld) return [{ kind: "neutral", word: domain.zoneId === null ? "DNS not set up" : "Not checked" }];
  // An address that is in use does not say that the website behind it is switched on.
  const isOff = check.website.word === "Website" && known.isHostingOff(domain.name);
  const website: Sight = isOff ? { kind: "bad", word: "Hosting suspended" } : check.website;
  return [website, check.mail, padlockOf(domain, known)];
}

/** Returns whether a website has a certificate, and who gives it. A website that works without one is a problem. */
function padlockOf(domain: OwnedDomain, known: Known): Sight {
  const giver = padlockGiver(domain, known);
  if (giver !== undefined) return { kind: "ok", word: giver === "" ? "SSL" : `SSL by ${giver}` };
  const check = domain.zoneId === null ? undefined : known.checkOf(domain.zoneId);
  return { kind: check?.website.kind === "ok" ? "warn" : "neutral", word: "No SSL" };
}

/**
 * Returns who gives a domain its certificate: "" for one that was ordered for it, "hosting", "CDN" or a website builder;
 * undefined if nobody does, as far as is known. For a padlock that is given nothing is sold.
 */
export function padlockGiver(
  { name, zoneId, sslStatus }: OwnedDomain,
  { checkOf, servicePadlock }: Pick<Known, "checkOf" | "servicePadlock">,
): string | undefined {
  if (sslStatus === "active") return "";
  const byService = servicePadlock(name);
  if (byService !== undefined) return byService;
  return zoneId === null ? undefined : checkOf(zoneId)?.padlockBy;
}

/**
 * Returns how many of some domains with a zone have been checked, are being checked, and are neither: their check failed, or
 * they are on another page.
 */
export function checkCounts(domains: readonly OwnedDomain[], { checkOf, isBeingChecked }: Known) {
  const zones = domains.flatMap(({ zoneId }) => zoneId ?? []);
  const checking = zones.filter(isBeingChecked).length;
  const done = zones.filter((zoneId) => checkOf(zoneId) !== undefined).length;
  return { checking, done, unchecked: zones.length - checking - done };
}
