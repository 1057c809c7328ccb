import type { Source } from "../mail/mail-preset.ts";
import type { WebsitePreset, WebsiteProvider } from "./website-preset.ts";

const CHECKED = "2026-11-22";
const template = (file: string): Source => ({
  title: `Domain Connect, the provider's own template ${file}`,
  url: `https://github.com/Domain-Connect/Templates/blob/master/${file}`,
  checked: CHECKED,
});
const ADDRESS = { field: "address", label: "IP address", example: "41.90.64.12" } as const;
const ALIAS = { field: "alias", label: "Where www points to (CNAME)" } as const;

export const WEBSITE_PRESETS: Record<WebsiteProvider, WebsitePreset> = {
  address: {
    name: "IP address",
    heading: "Connect a server",
    shows: "what the server at this address shows",
    addresses: [],
    alias: "@",
    keepsProxy: true,
    asks: [{ ...ADDRESS, hint: "The address of your server. You can add an IPv6 address after a comma." }],
    next: "Set up your server for this name and for www.",
    sources: [],
  },
  cpanel: {
    name: "Our cPanel hosting",
    heading: "Connect our cPanel hosting",
    note: "Our cPanel hosting",
    shows: "your website on our hosting",
    addresses: [],
    alias: "@",
    keepsProxy: true,
    asks: [{ ...ADDRESS, hint: "It is in our e-mail about your hosting, and in cPanel beside “Shared IP Address”." }],
    next: "In cPanel open Domains and add the name, if it is not there yet.",
    sources: [],
  },
  shopify: {
    name: "Shopify",
    shows: "your Shopify shop",
    addresses: ["23.227.38.65", "2620:127:f00f:5::"],
    alias: "shops.myshopify.com",
    asks: [],
    next: "In Shopify open Settings, Domains and choose “Connect existing domain”.",
    sources: [
      {
        title: "Shopify, Domains terminology",
        url: "https://help.shopify.com/manual/domains/understanding-domains",
        checked: CHECKED,
      },
      {
        title: "Shopify, Migrating your IP address",
        url: "https://help.shopify.com/en/manual/online-store/domains/add-a-domain/using-existing-domains/migrate-ip-addresses",
        checked: CHECKED,
      },
      template("shopify.com.website.json"),
    ],
  },
  wordpress: {
    name: "WordPress.com",
    shows: "your WordPress.com site",
    addresses: ["192.0.78.24", "192.0.78.25"],
    alias: "@",
    asks: [],
    next: "In WordPress.com open Domains and add a domain that you own.",
    // A template's "@" is the name that it is applied to, also one below a domain.
    sources: [template("wordpress.com.hosting.json")],
  },
  wix: {
    name: "Wix",
    shows: "your Wix site",
    addresses: [],
    knownBy: /\.wixdns\.net$/,
    asks: [
      { ...ADDRESS, hint: "Wix shows it under “A”.", example: "203.0.113.10" },
      { ...ALIAS, hint: "Wix shows it under “CNAME”.", example: "www.example.wixdns.net" },
    ],
    next: "In Wix open Domains, press “Connect a domain you already own” and choose pointing. It needs a paid plan.",
    sources: [
      {
        title: "Wix, Connected Domains: each connection has records of its own",
        url: "https://dev.wix.com/docs/rest/account-level/account-level-apis/connected-domains/sample-flows",
        checked: CHECKED,
      },
      {
        title: "Wix, Connecting or transferring a domain purchased elsewhere",
        url: "https://support.wix.com/en/article/connecting-a-domain-purchased-elsewhere",
        checked: "2026-11-23",
      },
    ],
  },
  squarespace: {
    name: "Squarespace",
    shows: "your Squarespace site",
    addresses: ["198.185.159.144", "198.185.159.145", "198.49.23.144", "198.49.23.145"],
    alias: "ext-cust.squarespace.com",
    proof: "verify.squarespace.com",
    asks: [
      {
        field: "code",
        label: "Verification code",
        hint: "Squarespace shows it as the host of the first CNAME.",
        example: "k6bttcy3a8h7gche5nj2",
      },
    ],
    next: "In Squarespace open Domains and connect a domain that you own.",
    sources: [
      {
        title: "Squarespace, Troubleshooting third-party domain connections",
        url: "https://support.squarespace.com/hc/en-us/articles/206541757-Troubleshooting-third-party-domain-connections",
        checked: CHECKED,
      },
      template("squarespace.com.website.json"),
    ],
  },
  github: {
    name: "GitHub Pages",
    shows: "your site on GitHub Pages",
    addresses: [
      ...["185.199.108.153", "185.199.109.153", "185.199.110.153", "185.199.111.153"],
      ...["2606:50c0:8000::153", "2606:50c0:8001::153", "2606:50c0:8002::153", "2606:50c0:8003::153"],
    ],
    ending: ".github.io",
    asks: [
      {
        field: "alias",
        label: "Your GitHub name",
        hint: "The owner of the site, without the repository.",
        example: "njeri",
      },
    ],
    next: "On GitHub open the repository’s Settings, Pages. Type the name under “Custom domain” and press Save.",
    sources: [
      {
        title: "GitHub, Managing a custom domain for your GitHub Pages site",
        url: "https://docs.github.com/en/pages/configuring-a-custom-domain-for-your-github-pages-site/managing-a-custom-domain-for-your-github-pages-site",
        checked: CHECKED,
      },
    ],
  },
  google: {
    name: "Google Sites or Blogger",
    shows: "your Google site",
    addresses: [],
    knownBy: /^ghs\.(googlehosted|google)\.com$/,
    isWwwOnly: true,
    asks: [
      {
        ...ALIAS,
        hint: "Google Sites has this one. If Blogger shows another, copy that.",
        example: "ghs.googlehosted.com",
        starts: "ghs.googlehosted.com",
      },
    ],
    next: "In Google Sites open Settings, Custom domains and add the name with www.",
    sources: [
      {
        title: "Google Sites, mapping a site to your own domain",
        url: "https://sites.google.com/view/new-sites-testing/more-info/mapping-to-domain/custom-urls",
        checked: CHECKED,
      },
    ],
  },
  vercel: {
    name: "Vercel",
    shows: "your Vercel project",
    addresses: [],
    knownBy: /\.vercel-dns(-\d+)?\.com$/,
    asks: [
      {
        ...ADDRESS,
        hint: "If your project’s Domains page shows another, copy that.",
        example: "76.76.21.21",
        starts: "76.76.21.21",
      },
      {
        ...ALIAS,
        hint: "If your project’s Domains page shows another, copy that.",
        example: "cname.vercel-dns-0.com",
        starts: "cname.vercel-dns-0.com",
      },
    ],
    next: "In Vercel open your project’s Settings, Domains. Add the name and www.",
    sources: [
      {
        title: "Vercel, Setting up a custom domain (of 24 February 2026)",
        url: "https://vercel.com/docs/domains/set-up-custom-domain",
        checked: CHECKED,
      },
    ],
  },
  netlify: {
    name: "Netlify",
    shows: "your Netlify site",
    addresses: [],
    ending: ".netlify.app",
    asks: [
      {
        ...ADDRESS,
        hint: "Netlify shows it under Domain management, “Check DNS configuration”.",
        example: "203.0.113.10",
      },
      {
        field: "alias",
        label: "Your site’s name at Netlify",
        hint: "What comes before .netlify.app in its first address.",
        example: "brave-duka-1234",
      },
    ],
    next: "In Netlify open Domain management and add the name.",
    sources: [
      {
        title: "Netlify, How to set up custom domains, CNAME and A records",
        url: "https://www.netlify.com/blog/2020/03/26/how-to-set-up-netlify-dns-custom-domains-cname-a-records/",
        checked: CHECKED,
      },
    ],
  },
};
