/** Who runs the site. A link that is missing is not drawn (docs/product.md, "The brand"). */
export type Brand = {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** Links to social pages, https only. */
  social: string[];
  /** Where the control-panel hosting is sold. */
  cpanelLink: string | undefined;
  /** Where the productivity suite is sold. */
  officeLink: string | undefined;
};

/** Settings that replace a part of the demo brand; what is undefined keeps the demo's. */
type BrandOverrides = { [Key in keyof Brand]?: Brand[Key] | undefined };

const DEMO: Brand = {
  name: "Mtandao",
  email: "info@mtandao.co.ke",
  phone: "+254 700 000 000",
  address: "Moi Avenue, Nairobi, Kenya",
  social: ["https://www.facebook.com/mtandao", "https://www.instagram.com/mtandao", "https://x.com/mtandao"],
  cpanelLink: "https://hosting.mtandao.co.ke/cpanel",
  officeLink: "https://hosting.mtandao.co.ke/office",
};

/**
 * The agency's brand from its settings. Links that are not https addresses are dropped. The demo's links are the demo's
 * own: an agency with its own name gets only the links it names itself.
 */
export function brandFrom(overrides: BrandOverrides): Brand {
  const demoLinks = overrides.name === undefined ? DEMO : { social: [], cpanelLink: undefined, officeLink: undefined };
  return {
    name: overrides.name ?? DEMO.name,
    email: overrides.email ?? DEMO.email,
    phone: overrides.phone ?? DEMO.phone,
    address: overrides.address ?? DEMO.address,
    social: (overrides.social ?? demoLinks.social).filter(isHttps),
    cpanelLink: [overrides.cpanelLink ?? demoLinks.cpanelLink].find(isHttps),
    officeLink: [overrides.officeLink ?? demoLinks.officeLink].find(isHttps),
  };
}

function isHttps(link: string | undefined): link is string {
  return link !== undefined && URL.canParse(link) && new URL(link).protocol === "https:";
}
