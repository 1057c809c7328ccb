/** Returns a Kenyan mobile number (E.164) as people dial it: "0712 345 678". */
export function localNumber(e164: string): string {
  return e164.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, "0$1 $2 $3");
}

/**
 * Returns a phone number with its middle hidden: "0712 ••• 678". With `isStranger`, as on the page behind a mailed link, only
 * the last three digits are left, as of old numbers.
 */
export function hiddenNumber(e164: string, isStranger = false): string {
  const last = e164.slice(-3);
  const [, first] = /^\+254(\d{3})\d{6}$/.exec(e164) ?? [];
  return first === undefined || isStranger ? `••••\u00A0•••\u00A0${last}` : `0${first}\u00A0•••\u00A0${last}`;
}
