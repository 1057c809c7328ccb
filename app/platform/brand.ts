import type { Proof } from "./settings/proof-settings.ts";

/** The agency that runs the site. A missing link is not shown (docs/product/site.md, "The brand"). */
export type Brand = {
  name: string;
  email: string;
  phone: string | undefined;
  /** A number with its country code. */
  whatsapp: string | undefined;
  /** When somebody answers the phone, in words. */
  hours: string | undefined;
  address: string | undefined;
  /** Name and number of the registered company. */
  registration: string | undefined;
  /** An accreditation, such as KeNIC's, in words. */
  accreditation: string | undefined;
  /** When a person answers, as part of a sentence: "typically within 24 hours". */
  answerTime: string;
  /** Whether customers can pay by M-PESA. */
  hasMpesa: boolean;
  /** Links to social pages. Like the two links below they are https URLs, or the site does not start (check-settings.ts). */
  social: string[];
  /** The shop for cPanel hosting. */
  cpanelLink: string | undefined;
  /** The shop for the office suite. */
  officeLink: string | undefined;
};

/** Settings that replace parts of the demo brand; an undefined value keeps the demo's. */
export type BrandOverrides = { [Key in keyof Brand]?: Brand[Key] | undefined };

/** The demo claims no company, accreditation or hours, because there is none. */
const DEMO = {
  name: "Mtandao",
  email: "info@mtandao.co.ke",
  phone: "+254 700 000 000",
  address: "Moi Avenue, Nairobi, Kenya",
  social: ["https://www.facebook.com/mtandao", "https://www.instagram.com/mtandao", "https://x.com/mtandao"],
  cpanelLink: "https://hosting.mtandao.co.ke/cpanel",
  officeLink: "https://hosting.mtandao.co.ke/office",
};

const NO_CONTACTS = { phone: undefined, address: undefined, social: [], cpanelLink: undefined, officeLink: undefined };

/** Returns the link that begins a mail to an address, which a stranger may have typed. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

/** Returns the link that calls a phone number. */
export function callLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`;
}

/** Returns the link that opens a chat with a WhatsApp number. */
export function chatLink(whatsapp: string): string {
  return `https://wa.me/${whatsapp.replace(/\D/g, "")}`;
}

/** Returns "We answer, typically within 24 hours", without a full stop; if no time is set, only "We answer". */
export function weAnswer(brand: Brand | undefined): string {
  return brand?.answerTime ? `We answer, ${brand.answerTime}` : "We answer";
}

/**
 * Returns the brand from its settings. An agency with a name of its own gets only the phone, address and links of its
 * settings, not those of the demo.
 */
export function brandFrom(overrides: BrandOverrides): Brand {
  const demo = overrides.name === undefined ? DEMO : NO_CONTACTS;
  return {
    name: overrides.name ?? DEMO.name,
    email: overrides.email ?? DEMO.email,
    phone: overrides.phone ?? demo.phone,
    whatsapp: overrides.whatsapp,
    hours: overrides.hours,
    address: overrides.address ?? demo.address,
    answerTime: overrides.answerTime ?? "",
    hasMpesa: overrides.hasMpesa ?? false,
    registration: overrides.registration,
    accreditation: overrides.accreditation,
    social: overrides.social ?? demo.social,
    cpanelLink: overrides.cpanelLink ?? demo.cpanelLink,
    officeLink: overrides.officeLink ?? demo.officeLink,
  };
}

/** What the agency promises customers in its own words. What is undefined or empty is not claimed on any page. */
export type ServicePromises = Proof & {
  /** When it answers, inside a sentence: "typically within 24 hours". */
  answerTime: string;
  /** How customers pay, one sentence. */
  payment: string;
  /** Whether prices include VAT, one sentence. */
  vat: string | undefined;
  /** What every hosting plan includes. */
  hosting: readonly string[];
  /** Help with moving a website, one sentence. */
  moving: string | undefined;
  /** The money-back rule, one sentence. */
  moneyBack: string | undefined;
};
