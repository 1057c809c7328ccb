import type { Source } from "../mail/mail-preset.ts";

/** In the order of the page: what most shops use comes first, what programmers use last. */
export const WEBSITE_PROVIDERS = [
  "shopify",
  "wix",
  "wordpress",
  "cpanel",
  "squarespace",
  "google",
  "address",
  "github",
  "vercel",
  "netlify",
] as const;
export type WebsiteProvider = (typeof WEBSITE_PROVIDERS)[number];

/** What only the customer knows: addresses of the apex, the target of `www`, and a verification code. */
const WEBSITE_FIELDS = ["address", "alias", "code"] as const;
export type WebsiteField = (typeof WEBSITE_FIELDS)[number];

/** A field of a provider's form, in the provider's words. `starts` is its initial value. */
type Ask = { field: WebsiteField; label: string; hint: string; example: string; isOptional?: boolean; starts?: string };

/** What a website provider needs in DNS. The values come from the provider's documents. */
export type WebsitePreset = {
  name: string;
  /** The heading of its plan, if it is not "Connect" and the name. */
  heading?: string;
  /** What visitors will see; completes "will show …". */
  shows: string;
  /** Addresses of the apex, if they are the same for all customers. */
  addresses: readonly string[];
  /** The target of `www`, if it is the same for all customers; "@" is the apex. */
  alias?: string;
  /** The suffix of the target of `www`, if each customer has their own name there and types what comes before. */
  ending?: string;
  /** How the target of `www` ends at this provider, by which its customers are recognised. */
  knownBy?: RegExp;
  /** The note of the apex's record, if nothing else tells its customers from those of other servers. */
  note?: string;
  /** The provider supports only `www`, not the apex. */
  isWwwOnly?: true;
  /** The records may stay proxied. A provider that issues certificates must be reached directly. */
  keepsProxy?: true;
  /** The target of the verification CNAME. The first label of its name is the code that the customer types. */
  proof?: string;
  asks: readonly Ask[];
  /** The last step, at the provider. */
  next: string;
  sources: readonly Source[];
};

export function isWebsiteProvider(text: unknown): text is WebsiteProvider {
  return WEBSITE_PROVIDERS.some((known) => known === text);
}
