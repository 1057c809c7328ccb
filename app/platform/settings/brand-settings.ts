import type { BrandOverrides, ServicePromises } from "../brand.ts";
import { splitList } from "./setting-values.ts";

type Source = Record<string, string | undefined>;

/** Returns what the settings say of the agency; undefined where a setting is missing. `isPaidHere`: customers pay on the site. */
export function readBrand(given: Source, isPaidHere: boolean): BrandOverrides {
  return {
    name: given.BRAND_NAME,
    email: given.BRAND_EMAIL,
    phone: given.BRAND_PHONE,
    whatsapp: given.BRAND_WHATSAPP,
    hours: given.BRAND_HOURS,
    address: given.BRAND_ADDRESS,
    registration: given.BRAND_REGISTRATION,
    accreditation: given.BRAND_ACCREDITATION,
    answerTime: given.BRAND_ANSWER_TIME,
    hasMpesa: isPaidHere || /m-?pesa/i.test(given.BRAND_PAYMENT ?? ""),
    isPaidHere,
    social: given.BRAND_SOCIAL === undefined ? undefined : splitList(given.BRAND_SOCIAL),
    cpanelLink: given.BRAND_CPANEL_LINK,
    officeLink: given.BRAND_OFFICE_LINK,
  };
}

/** Returns what the settings promise to customers. */
export function readPromises(given: Source): ServicePromises {
  return {
    answerTime: given.BRAND_ANSWER_TIME ?? "",
    payment: given.BRAND_PAYMENT ?? "",
    vat: given.BRAND_VAT,
    hosting: (given.BRAND_HOSTING ?? "").split(";").flatMap((part) => part.trim() || []),
    moving: given.BRAND_MOVING,
    moneyBack: given.BRAND_MONEY_BACK,
  };
}
