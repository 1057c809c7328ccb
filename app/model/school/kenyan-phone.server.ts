import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Between two numbers in one field. */
const OR = /[/;,|]|\bor\b|\bau\b/i;

/**
 * A Kenyan phone number in the international form (E.164), however it was written: 0712 345 678, +254 (0) 712-345678,
 * 00254…, 254…, 712345678, (020) 234 5678. Of several the first. Undefined when it is none, or another country's.
 */
export function toKenyanNumber(typed: string): string | undefined {
  const [first = ""] = typed.split(OR);
  const number = parsePhoneNumberFromString(first.trim().replace(/^00(?=\s*254)/, "+"), "KE");
  return number?.country === "KE" && number.isValid() ? number.number : undefined;
}
