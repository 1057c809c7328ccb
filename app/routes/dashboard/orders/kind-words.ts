import { HOSTING_MONTHS, HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { planChoices, renewalPriceOf } from "#app/orders/order-price.ts";
import { formatKsh, LOWEST_KSH, multiplyPrice, type Price } from "#app/platform/money.ts";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { MAIL_PLANS } from "#app/services/service-price.ts";

const ABOUT: Record<OfferKind, string> = {
  renew: "Keep one of your names for longer",
  certificate: "The padlock beside your website’s address",
  register: "A new name of your own",
  transfer: "A name that you have with another provider",
  hosting: "A place for your website, with cPanel",
  mail: "E-mail addresses with your own name",
};

const TITLES: Record<OfferKind, [withoutName: string, before: string, after?: string]> = {
  renew: ["Renew a name", "Renew "],
  certificate: ["Add SSL", "SSL for "],
  register: ["Register a name", "Register "],
  transfer: ["Transfer a name to us", "Transfer ", " to us"],
  hosting: ["Order hosting", "Hosting for "],
  mail: ["Order mailboxes", "Mailboxes for "],
};
const [SMALLEST] = HOSTING_PLANS;

/** The title of an order page in the order of its words. */
export type KindTitle = { before: string; name?: string; after?: string };

/** Returns the title of the page of a kind of order, with or without the domain (for display); or of the list of all kinds. */
export function kindTitle(kind: OfferKind | null, name?: string): KindTitle {
  if (!kind) return { before: "What do you want to order?" };
  const [withoutName, before, after = ""] = TITLES[kind];
  return name === undefined ? { before: withoutName } : { before, name, after };
}

/**
 * Returns what a kind of order is, and what it costs before its name is known: "A new name of your own. From KSh 1,500 a year."
 * `plan`: the one that was chosen before, if any.
 */
export function kindWords(kind: OfferKind, plan: string | null = null): string {
  const price = priceWords(kind, plan);
  return `${ABOUT[kind]}.${price && ` ${price}.`}`;
}

function priceWords(kind: OfferKind, plan: string | null): string {
  const picked = HOSTING_PLANS.find(({ slug }) => slug === plan);
  const mail = MAIL_PLANS.find(({ slug }) => slug === plan) ?? MAIL_PLANS[0];
  switch (kind) {
    case "register":
      return `From ${formatKsh(LOWEST_KSH)} a year`;
    case "hosting":
      if (picked) return `${picked.shortName}: ${aYear(picked.discountedPrice)}`;
      return SMALLEST ? `From ${aYear(SMALLEST.discountedPrice)}` : "";
    case "mail":
      return mail?.monthly ? `${aYear(mail.monthly)} for each mailbox` : "";
    default:
      return "";
  }
}

function aYear(monthly: Price): string {
  return `${formatKsh(multiplyPrice(monthly, HOSTING_MONTHS).ksh)} a year`;
}

/** Returns the hosting plans, each with its price and the page that asks for its name. */
export function planLinks() {
  return planChoices().map(({ value, label, note = "", price }) => ({
    to: orderPath("hosting", undefined, value),
    label: `${label}: ${formatKsh(price?.ksh ?? 0)} a year`,
    about: note,
  }));
}

/** Returns what the row of one of the customer's own names says: the price of a renewal, if it is known; else nothing. */
export function ownNameWords(kind: OfferKind, domain: Pick<OwnedDomain, "name" | "renewKsh">): string {
  const price = kind === "renew" ? renewalPriceOf(domain) : undefined;
  return price ? `${formatKsh(price.ksh)} a year` : "";
}
