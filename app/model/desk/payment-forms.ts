import { z } from "zod";
import { cleanInput } from "../clean-line.ts";
import { dateOf, dayNumber } from "../nairobi-day.ts";
import { readPaymentCode } from "../payments/bill.ts";
import { readReference } from "../payments/bill-reference.ts";
import { REFUND_WAYS } from "../payments/receipt-words.ts";
import { UNREADABLE_LINE } from "../text-characters.ts";
import { MAX_PRICE_KSH, shillings } from "./order-forms.ts";

/** How far back a payment may be entered by hand, in days. */
const OLDEST_DAYS = 400;
/** Clocks differ: a time this far ahead is still now. */
const AHEAD_MS = 5 * 60_000;

/** The error of a reference that no bill has. */
export const NO_BILL = "No bill has this reference. It looks like M12AB34C.";

const ksh = shillings(MAX_PRICE_KSH);
const line = (error: string) => z.string({ error }).overwrite(cleanInput).min(1, { error });

/** Reads a typed text; `error` stands at the field if it means nothing. */
function readAs(read: (typed: string) => string | undefined, error: string) {
  return line(error).transform((typed, context) => {
    const value = read(typed);
    if (value === undefined) context.addIssue({ code: "custom", message: error });
    return value ?? z.NEVER;
  });
}

const BACK_CODE = "Type the code or number of what you sent back, at most 40 letters and digits.";
const reference = readAs(readReference, NO_BILL);
const code = readAs(readPaymentCode, "An M-PESA code has 10 letters and digits.");
/** Ticked or not. */
const tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
const seen = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number);

/** An entry by hand, as the portal shows the payment. `paidAt` becomes ISO 8601. */
export function enterSchema(now: Date) {
  const error = "Type the day and time as M-PESA shows them, such as 2/12/26 2:05 PM.";
  return z.object({
    code,
    ksh,
    paidAt: readAs((typed) => readMoment(typed, now), error),
    reference: reference.optional(),
  });
}

/**
 * Reads a day and a time in Nairobi as ISO 8601: "2026-12-02T14:05", or as M-PESA writes them, "2/12/26 at 2:05 PM", with seconds
 * too. The day comes before the month.
 */
function readMoment(typed: string, now: Date): string | undefined {
  const found =
    /^(?:on )?(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)|(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4}|\d\d))(?:T|,? +(?:at )?)(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::[0-5]\d)? ?(?<half>[ap]\.?m\.?)?$/i.exec(
      typed.replace(/\s+/g, " "),
    )?.groups;
  if (found === undefined) return undefined;
  const { year = `20${found.y?.slice(-2)}`, month = found.m, day = found.d, half } = found;
  const date = [year, month?.padStart(2, "0"), day?.padStart(2, "0")].join("-");
  const typedHour = Number(found.hour);
  const isHour = half === undefined ? typedHour < 24 : typedHour >= 1 && typedHour <= 12;
  if (!isHour || !z.iso.date().safeParse(date).success) return undefined;
  const hour = half === undefined ? typedHour : (typedHour % 12) + (/^p/i.test(half) ? 12 : 0);
  const moment = new Date(`${date}T${String(hour).padStart(2, "0")}:${found.minute}:00+03:00`);
  const isLate = moment.getTime() > now.getTime() + AHEAD_MS;
  return isLate || dayNumber(moment) < dayNumber(now) - OLDEST_DAYS ? undefined : moment.toISOString();
}

/** Returns the earliest day and the last that may be typed, for the field. */
export function enterDays(now: Date) {
  const today = dayNumber(now);
  return { min: `${dateOf(today - OLDEST_DAYS).iso}T00:00`, max: `${dateOf(today).iso}T23:59` };
}

/** `seen`: what was missing of the bill on the page. */
export const confirmSchema = z.object({ ksh, differs: tick, seen });
export const matchSchema = confirmSchema.extend({ reference });
export const returnedSchema = z.object({ ksh });
export const payBackSchema = z.object({
  ksh,
  reference,
  way: z.enum(REFUND_WAYS, { error: "Choose how you sent it back." }),
  code: line(BACK_CODE)
    .max(40, { error: BACK_CODE })
    .refine((text) => !UNREADABLE_LINE.test(text), { error: BACK_CODE }),
  seen,
});
export const notThereSchema = z.object({ code: code.optional(), reference });

const NUMBER = "Type the number that eTIMS shows, at most 60 letters and digits.";
export const etimsSchema = z.object({
  reference,
  number: line(NUMBER)
    .max(60, { error: NUMBER })
    .refine((text) => !UNREADABLE_LINE.test(text), { error: NUMBER }),
  seen: z
    .string()
    .max(60)
    .refine((text) => !UNREADABLE_LINE.test(text))
    .default(""),
});
