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

/** What only its customer knows: addresses for the name itself, what `www` points to, and a proof that the name is theirs. */
const WEBSITE_FIELDS = ["address", "alias", "code"] as const;
export type WebsiteField = (typeof WEBSITE_FIELDS)[number];

/** A question to the customer, in their provider's words. `starts`: what stands in the field at first. */
type Ask = { field: WebsiteField; label: string; hint: string; example: string; isOptional?: boolean; starts?: string };

/** What a provider of websites needs in the DNS of a name. Values are the provider's own documents', or asked for. */
export type WebsitePreset = {
  name: string;
  /** What visitors will see: "will show …". */
  shows: string;
  /** At the name itself, where they are the same for everybody. */
  addresses: readonly string[];
  /** What `www` points to, where that is the same for everybody; "@" is the name itself. */
  alias?: string;
  /** How the names end that `www` may point to, where the provider has one for each customer. */
  ending?: string;
  /** The name itself cannot be connected with it: only `www` can. */
  isWwwOnly?: true;
  /** Visitors may go on through the CDN; a provider that makes certificates has to be asked directly. */
  keepsProxy?: true;
  /** The name that proves whose the domain is points here: it is made of the code that is asked for. */
  proof?: string;
  asks: readonly Ask[];
  /** What is left to do, and where. */
  next: string;
  sources: readonly Source[];
};

export function isWebsiteProvider(text: unknown): text is WebsiteProvider {
  return WEBSITE_PROVIDERS.some((known) => known === text);
}
