import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Between two numbers in one field. */
const OR = /[/;,|]|\bor\b|\bau\b/i;

/**
 * A phone number in the international form (E.164), of whatever country; without a country code it is Kenyan. However it
 * was written: 0712 345 678, +254 (0) 712-345678, 00254…, 254…, 712345678, (020) 234 5678. Of several the first. Undefined
 * when it is none.
 */
export function toPhoneNumber(typed: string): string | undefined {
  return parse(typed)?.number;
}

/** The same, undefined for another country's number too. */
export function toKenyanNumber(typed: string): string | undefined {
  const number = parse(typed);
  return number?.country === "KE" ? number.number : undefined;
}

/** A stored number as people write it: a Kenyan one as it is dialled in Kenya, others with their country code. */
export function shownNumber(stored: string): string {
  const number = parsePhoneNumberFromString(stored);
  return number?.country === "KE" ? number.formatNational() : (number?.formatInternational() ?? stored);
}

function parse(typed: string): PhoneNumber | undefined {
  const [first = ""] = typed.split(OR);
  const number = parsePhoneNumberFromString(first.trim().replace(/^00(?=\s*[1-9])/, "+"), "KE");
  return number?.isValid() ? number : undefined;
}
