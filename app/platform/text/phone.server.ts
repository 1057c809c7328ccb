import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { cleanInput } from "./clean-line.ts";

/** Separates two numbers in one field. */
const OR = /[/;,|&]|\s\+\s|\b(?:or|and|au|na)\b/i;
/** A WhatsApp link, which people copy from their own profile. Source: https://faq.whatsapp.com/5913398998672934 */
const WHATSAPP = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(?=\d)/i;

/**
 * Returns a phone number of any country in E.164; without a country code it is Kenyan. Accepts all usual spellings: 0712 345
 * 678, +254 (0) 712-345678, 0712/345678, 00254…, 254…, 712345678, (020) 234 5678, wa.me/254712345678. Of several numbers it
 * takes the first. Undefined if invalid.
 */
export function toPhoneNumber(typed: string): string | undefined {
  return parse(typed)?.number;
}

/** Does the same as `toPhoneNumber`, but returns undefined for a number outside Kenya. */
export function toKenyanNumber(typed: string): string | undefined {
  const number = parse(typed);
  return number?.country === "KE" ? number.number : undefined;
}

/**
 * Does the same as `toKenyanNumber`, but returns undefined for a number that is not mobile, such as 020 234 5678: M-PESA is on
 * mobile phones only.
 */
export function toKenyanMobile(typed: string): string | undefined {
  const number = parse(typed);
  return number?.country === "KE" && number.getType() === "MOBILE" ? number.number : undefined;
}

/** Formats a stored number: a Kenyan one as dialled in Kenya, others with the country code. */
export function shownNumber(stored: string): string {
  const number = parsePhoneNumberFromString(stored);
  return number?.country === "KE" ? number.formatNational() : (number?.formatInternational() ?? stored);
}

function parse(typed: string): PhoneNumber | undefined {
  const text = cleanInput(typed).replace(WHATSAPP, "+");
  const [first = ""] = text.split(OR);
  // A stroke may also stand within one number.
  return validNumber(first) ?? validNumber(text.replaceAll("/", " "));
}

function validNumber(text: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text.trim().replace(/^00(?=\s*[1-9])/, "+"), "KE");
  return number?.isValid() ? number : undefined;
}
