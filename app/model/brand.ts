/** Who runs the site. A link that is missing is not drawn (docs/product.md, "The brand"). */
export type Brand = {
  name: string;
  email: string;
  phone: string | undefined;
  address: string | undefined;
  /** Links to social pages: like the two below https addresses, or the site does not start (mistaken-settings.ts). */
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

const NO_WAYS = { phone: undefined, address: undefined, social: [], cpanelLink: undefined, officeLink: undefined };

/**
 * The agency's brand from its settings. What is the demo's own stays the demo's: an agency with its own name gets only the
 * phone, address and links that it names itself.
 */
export function brandFrom(overrides: BrandOverrides): Brand {
  const demo = overrides.name === undefined ? DEMO : NO_WAYS;
  return {
    name: overrides.name ?? DEMO.name,
    email: overrides.email ?? DEMO.email,
    phone: overrides.phone ?? demo.phone,
    address: overrides.address ?? demo.address,
    social: overrides.social ?? demo.social,
    cpanelLink: overrides.cpanelLink ?? demo.cpanelLink,
    officeLink: overrides.officeLink ?? demo.officeLink,
  };
}
