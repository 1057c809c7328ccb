import { z } from "zod";
import { readPaymentCode } from "#app/orders/bill.ts";
import { codeCharacters } from "#app/platform/text/clean-line.ts";
import { oneLine } from "#app/platform/text/one-line.ts";
import { toKenyanMobile, toKenyanNumber } from "#app/platform/text/phone.server.ts";

const typed = z.string({ error: "Please fill this in" });

/** Returns a schema that converts a typed text with `read`. If `read` returns undefined, the field gets the message. */
function readAs(read: (text: string) => string | undefined, message: string | ((text: string) => string)) {
  return typed.transform((text, ctx) => {
    const value = read(text);
    if (value === undefined) {
      ctx.addIssue({ code: "custom", message: typeof message === "string" ? message : message(text) });
    }
    return value ?? z.NEVER;
  });
}

/**
 * The forms of a bill's page. Numbers of other mobile networks are not refused, because a number keeps its prefix when its
 * owner changes the network.
 */
const notMobile = (text: string) =>
  toKenyanNumber(text) === undefined
    ? "Type a Kenyan number, such as 0712 345 678"
    : "M-PESA asks mobile phones only. Type a mobile number, such as 0712 345 678";
export const askSchema = z.object({ phone: readAs(toKenyanMobile, notMobile) });
export const typedSchema = z.object({ code: readAs(readPaymentCode, "An M-PESA code has 10 letters and digits") });

const PIN = /^[AP]\d{9}[A-Z]$/;
const readPin = (text: string) => {
  const pin = codeCharacters(text);
  return PIN.test(pin) ? pin : undefined;
};
export const pinSchema = z.object({ pin: readAs(readPin, "A KRA PIN looks like A012345678Z") });

/** Who pays, on the proforma invoice. */
export const buyerSchema = z.object({
  name: oneLine(100, "Please fill this in"),
  pin: pinSchema.shape.pin.optional(),
});
