import type { Brand } from "#app/model/brand.ts";

type BrandLink = { href: string; label: string };

/** The agency's external hosting products, those that have an address. */
export function serviceLinks(brand: Brand): BrandLink[] {
  const links = [
    { href: brand.cpanelLink, label: "cPanel hosting" },
    { href: brand.officeLink, label: "Microsoft 365 e-mail" },
  ];
  return links.flatMap(({ href, label }) => (href === undefined ? [] : [{ href, label }]));
}

/** The agency's social pages, each called by its host: "facebook.com". */
export function socialLinks(brand: Brand): BrandLink[] {
  return brand.social.map((href) => ({ href, label: new URL(href).hostname.replace(/^www\./, "") }));
}
