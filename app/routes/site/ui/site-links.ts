import type { Brand } from "#app/platform/brand.ts";

type Place = "main" | "services" | "foot";

/** The pages that header, menu and footer link to, in their order. */
const LINKS: { to: string; label: string; places: Place[] }[] = [
  { to: "/", label: "Home", places: ["main", "foot"] },
  { to: "/domains", label: "Domains", places: ["services", "foot"] },
  { to: "/domains/pricing", label: "Domain prices", places: ["services", "foot"] },
  { to: "/blog", label: "Blog", places: ["main"] },
  { to: "/projects", label: "Projects", places: ["main", "foot"] },
  { to: "/questions", label: "Questions", places: ["foot"] },
  { to: "/questions#move", label: "Move to us", places: ["services"] },
  { to: "/contact", label: "Contact", places: ["main", "foot"] },
  { to: "/privacy", label: "Privacy", places: ["foot"] },
  { to: "/terms", label: "Terms", places: ["foot"] },
  { to: "/cookies", label: "Cookies", places: ["foot"] },
];

type SiteLink = { to: string; label: string };

/** The internal links of the header, the Services menu or the footer. */
export function siteLinks(place: Place): SiteLink[] {
  return LINKS.filter(({ places }) => places.includes(place));
}

type BrandLink = { href: string; label: string };

/** The agency's external hosting products that have a URL. */
export function providerLinks(brand: Brand): BrandLink[] {
  const links = [
    { href: brand.cpanelLink, label: "cPanel hosting" },
    { href: brand.officeLink, label: "Microsoft 365 e-mail" },
  ];
  return links.flatMap(({ href, label }) => (href === undefined ? [] : [{ href, label }]));
}

/** The agency's social pages, labelled by host: "facebook", "example.org". The style sheet makes the first letter a capital. */
export function socialLinks(brand: Brand): BrandLink[] {
  return brand.social.map((href) => ({ href, label: new URL(href).hostname.replace(/^www\.|\.com$/g, "") }));
}
