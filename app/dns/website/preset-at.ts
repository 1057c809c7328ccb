import type { Source } from "../mail/mail-preset.ts";
import type { WebsiteField, WebsitePreset, WebsiteProvider } from "./website-preset.ts";
import { WEBSITE_PRESETS } from "./website-presets.ts";

/** What differs at a name below the domain, apart from the rules of `presetAt`. */
type Below = { next?: string; hints?: Partial<Record<WebsiteField, string>>; source?: Omit<Source, "checked"> };

const CHECKED = "2026-11-27";

const BELOW: Partial<Record<WebsiteProvider, Below>> = {
  address: { next: "Set up your server for this name." },
  shopify: {
    source: {
      title: "Shopify, Connect a third-party domain for your customer account pages (a name below the domain)",
      url: "https://help.shopify.com/en/manual/domains/add-a-domain/connecting-domains/connect-domain-customer-account",
    },
  },
  // A template may be applied to a name below a domain; its "@" is then that name.
  wordpress: {
    source: {
      title: "Domain Connect, the specification: a template is applied to a host of the domain",
      url: "https://github.com/Domain-Connect/spec/blob/master/Domain%20Connect%20Spec%20Draft.adoc",
    },
  },
  squarespace: {
    hints: { code: "Squarespace shows it as the host of the first CNAME, before your name." },
    source: {
      title: "Squarespace, Connecting a third-party subdomain to your Squarespace site (of 11 March 2025)",
      url: "https://support.squarespace.com/hc/en-us/articles/206542017-Connecting-a-third-party-subdomain-to-your-Squarespace-site",
    },
  },
  google: {
    next: "In Google Sites open Settings, Custom domains and add this name.",
    source: {
      title: "Google, CNAME record values (read in a copy, google-support.mirrorblogs.com)",
      url: "https://support.google.com/a/answer/112038",
    },
  },
  vercel: { next: "In Vercel open your project’s Settings, Domains. Add this name." },
  netlify: {
    source: {
      title: "Netlify, Configure external DNS, subdomain (read in a copy, github.com/bgoonz/BGOONZ_BLOG_2.0/wiki)",
      url: "https://docs.netlify.com/domains-https/custom-domains/configure-external-dns/",
    },
  },
};

/**
 * Returns what a provider needs at the domain and `www`, or at a name below the domain. At a name below, a provider with a
 * target for `www` uses that target for the name too, so its form asks for no address; the other providers have addresses at
 * the name. Source: docs/product/dns.md, "Names below a domain", and the provider's `sources`.
 */
export function presetAt(provider: WebsiteProvider, isBelow: boolean): WebsitePreset {
  const preset = WEBSITE_PRESETS[provider];
  if (!isBelow) return preset;
  const { isWwwOnly: _, asks, ...rest } = preset;
  const { next = rest.next, hints = {}, source } = BELOW[provider] ?? {};
  return {
    ...rest,
    asks: asks
      .filter(({ field }) => field !== "address" || rest.alias === "@")
      .map((ask) => ({
        ...ask,
        label: ask.label.replace("www", "the name"),
        hint: hints[ask.field] ?? ask.hint,
      })),
    next,
    sources: [...rest.sources, ...(source ? [{ ...source, checked: CHECKED }] : [])],
  };
}
