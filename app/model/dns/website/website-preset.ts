import type { Source } from "../mail/presets.ts";

export const WEBSITE_PROVIDERS = [
  "address",
  "cpanel",
  "shopify",
  "wordpress",
  "wix",
  "squarespace",
  "github",
  "google",
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
  /** What visitors will see; completes "will show …". */
  shows: string;
  /** Addresses of the apex, if they are the same for all customers. */
  addresses: readonly string[];
  /** The target of `www`, if it is the same for all customers; "@" is the apex. */
  alias?: string;
  /** The suffix of the target of `www`, if each customer has their own. */
  ending?: string;
  /** The provider supports only `www`, not the apex. */
  isWwwOnly?: true;
  /** The records may stay proxied. A provider that issues certificates must be reached directly. */
  keepsProxy?: true;
  /** The target of the verification CNAME; its name is made of the code. */
  proof?: string;
  asks: readonly Ask[];
  /** The remaining steps, and where to do them. */
  next: string;
  sources: readonly Source[];
};

export function isWebsiteProvider(text: unknown): text is WebsiteProvider {
  return WEBSITE_PROVIDERS.some((known) => known === text);
}
