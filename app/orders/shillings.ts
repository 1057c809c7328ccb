/** VAT at the standard rate. Source: VAT Act 2013, section 5. */
export const VAT_PERCENT = 16;

/**
 * Returns the whole shillings of an amount that M-PESA sent: 5, "5", "5.0" or "5.00". Undefined for cents, signs, zero and
 * everything else: a person decides then. Source: docs/product.md, "Payments".
 */
export function wholeShillings(amount: unknown): number | undefined {
  const text = typeof amount === "number" || typeof amount === "string" ? String(amount).trim() : "";
  const whole = /^(\d{1,9})(?:\.0{1,2})?$/.exec(text)?.[1];
  return whole === undefined || Number(whole) === 0 ? undefined : Number(whole);
}
