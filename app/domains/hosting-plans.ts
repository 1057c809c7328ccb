import { type Price, priceFromUsdCents } from "#app/platform/money.ts";

/** A cPanel hosting plan. Both prices are for a month. */
export type HostingPlan = {
  /** The plan's name in URLs: "deluxe". */
  slug: string;
  name: string;
  /** The name without its features, for buttons. */
  shortName: string;
  originalPrice: Price;
  discountedPrice: Price;
  specs: { storage: string; bandwidth: string; domains: string; ssl: boolean; backups: string };
  /** The specs as lines of text. */
  features: readonly string[];
  recommended: boolean;
};

/** A plan's definition; prices in US cents a month. */
type PlanDefinition = Pick<HostingPlan, "slug" | "shortName"> & {
  specs: Omit<HostingPlan["specs"], "bandwidth">;
  original: number;
  discounted: number;
};

/** Hosting and mailboxes are ordered by the year and priced by the month. */
export const HOSTING_MONTHS = 12;

/** Traffic is not metered as long as it does not harm other customers of the server. */
const BANDWIDTH = "Fair-use";

/** The plans of docs/product/prices.md, "Hosting plans", smallest first. */
export const HOSTING_PLANS: readonly HostingPlan[] = [
  plan({
    slug: "starter",
    shortName: "Starter",
    original: 499,
    discounted: 399,
    specs: { storage: "50 GB", domains: "1 website", ssl: false, backups: "Weekly backups" },
  }),
  plan({
    slug: "economy",
    shortName: "Economy",
    original: 999,
    discounted: 799,
    specs: { storage: "100 GB", domains: "Unlimited websites", ssl: false, backups: "Weekly backups" },
  }),
  {
    ...plan({
      slug: "deluxe",
      shortName: "Deluxe",
      original: 1399,
      discounted: 1099,
      specs: { storage: "150 GB", domains: "Unlimited websites", ssl: true, backups: "Daily backups" },
    }),
    recommended: true,
  },
  plan({
    slug: "ultimate",
    shortName: "Ultimate",
    original: 1999,
    discounted: 1469,
    specs: { storage: "200 GB", domains: "Unlimited websites", ssl: true, backups: "Daily backups" },
  }),
];

/** Business e-mail: price per user and month, mailbox size, and what Microsoft 365 includes. */
export const BUSINESS_EMAIL = {
  price: priceFromUsdCents(699),
  storage: "50 GB",
  benefits: [
    "1 TB of cloud storage per user",
    "Mail at your own domain, on phone and laptop",
    "Word, Excel and Teams",
    "A calendar that the whole team shares",
    "Help from our team",
  ],
};

/** Returns the plan of a URL name ("deluxe"), or undefined. */
export function findHostingPlan(slug: string): HostingPlan | undefined {
  return HOSTING_PLANS.find((listed) => listed.slug === slug);
}

function plan({ slug, shortName, original, discounted, specs }: PlanDefinition): HostingPlan {
  return {
    slug,
    name: specs.ssl ? `${shortName} with SSL` : shortName,
    shortName,
    originalPrice: priceFromUsdCents(original),
    discountedPrice: priceFromUsdCents(discounted),
    specs: { ...specs, bandwidth: BANDWIDTH },
    features: [
      `${specs.storage} storage`,
      `${BANDWIDTH} bandwidth`,
      specs.domains,
      specs.backups,
      ...(specs.ssl ? ["SSL included"] : []),
    ],
    recommended: false,
  };
}
