import { z } from "zod";
import { MAX_PRICE_KSH, shillings } from "#app/desk/form-fields.ts";
import { readPaymentCode } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { UNREADABLE_LINE } from "#app/platform/text/text-characters.ts";
import { ownPaymentCode, PAY_WAYS, type PaymentSource, type PayWay } from "./pay-ways.ts";

/** How far back a payment may be entered by hand, in days. */
const OLDEST_DAYS = 400;
/** How far ahead of now a time may be, in ms, because clocks differ. */
const AHEAD_MS = 5 * 60_000;

/** The error of a reference that no bill has. */
export const NO_BILL = "No bill has this reference. It looks like M12AB34C.";

const ksh = shillings(MAX_PRICE_KSH);
const line = (error: string) => z.string({ error }).overwrite(cleanInput).min(1, { error });

/** At most so many readable characters. */
const words = (most: number, error: string) =>
  line(error)
    .max(most, { error })
    .refine((text) => !UNREADABLE_LINE.test(text), { error });

/**
 * Returns a schema that converts a typed text with `read`. If `read` returns undefined, the field gets the message `error`.
 */
function readAs(read: (typed: string) => string | undefined, error: string) {
  return line(error).transform((typed, context) => {
    const value = read(typed);
    if (value === undefined) context.addIssue({ code: "custom", message: error });
    return value ?? z.NEVER;
  });
}

const BACK_CODE = "Type the code or number of what you sent back, at most 40 letters and digits.";
const reference = readAs(readReference, NO_BILL);
const NO_CODE = "An M-PESA code has 10 letters and digits.";
const code = readAs(readPaymentCode, NO_CODE);
/** Ticked or not. */
const tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
const expectedKsh = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number);

/** A payment as staff read it. `code` identifies it; `paidAt` is ISO 8601, without M-PESA the beginning of a day in Nairobi. */
export type Entry = {
  source: PaymentSource;
  code: string;
  ksh: number;
  paidAt: string;
  reference?: string | undefined;
  /** The number of a payment that is not M-PESA's; `code` is made from it (`ownPaymentCode`). */
  number?: string;
  bank?: string;
  takenBy?: string;
};

/** Not the words of a bank alone, nor punctuation. */
const OWN_NUMBER = "Type its number, at most 30 letters and digits.";
const number = words(30, OWN_NUMBER).refine((text) => /[a-z0-9]/i.test(text), { error: OWN_NUMBER });
const BANK = "Type the name of the bank, such as KCB.";
const bank = words(40, BANK).refine((text) => /[a-z]/i.test(text), { error: BANK });
const account = readAs(
  (typed) => /^[\d -]*(\d[ -]?\d[ -]?\d[ -]?\d)$/.exec(typed)?.[1]?.replace(/\D/g, ""),
  "Type at least the last four digits of the account on the cheque.",
);
const takenBy = words(80, "Type who of us took it.");

/**
 * Returns the form in which staff enter a payment, by how it was made. Source: docs/product/desk.md, "Payments at the desk".
 */
export function enterSchema(way: PayWay, now: Date): z.ZodType<Entry> {
  const moment = "Type the day and time as M-PESA shows them, such as 2/12/26 2:05 PM.";
  const day = readAs(
    (typed) => readMoment(`${typed} 0:00`, now),
    "Type the day, such as 2/11/2026, not later than today.",
  );
  const shape = { ksh, paidAt: day, reference: reference.optional(), number };
  switch (way) {
    case "mpesa":
      return z
        .object({ ...shape, code, paidAt: readAs((typed) => readMoment(typed, now), moment) })
        .omit({ number: true })
        .transform((typed) => ({ source: "staff", ...typed }));
    case "bank":
      return z.object({ ...shape, bank }).transform((typed) => withCode({ source: way, ...typed }));
    case "cash":
      return z.object({ ...shape, takenBy }).transform((typed) => withCode({ source: way, ...typed }));
    case "cheque":
      return z.object({ ...shape, bank, account, takenBy }).transform(({ account: end, ...typed }) => ({
        ...withCode({ source: way, ...typed, account: end }),
        bank: `${typed.bank}, account ending ${end}`,
      }));
  }
}

function withCode<Typed extends Parameters<typeof ownPaymentCode>[0]>({ account: end, ...typed }: Typed) {
  return { ...typed, code: ownPaymentCode({ ...typed, account: end }) };
}

/**
 * Reads a day and a time in Nairobi as ISO 8601: "2026-12-02T14:05", or as M-PESA writes them, "2/12/26 at 2:05 PM", with
 * seconds too. The day comes before the month.
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

/** Returns the earliest and the latest moment that may be typed, as the field's `min` and `max`. */
export function enterDays(now: Date) {
  const today = dayNumber(now);
  return { min: `${dateOf(today - OLDEST_DAYS).iso}T00:00`, max: `${dateOf(today).iso}T23:59` };
}

/** `expectedKsh`: what was missing of the bill when the page was rendered. */
export const confirmSchema = z.object({ ksh, differs: tick, expectedKsh });
export const matchSchema = confirmSchema.extend({ reference });
export const voidSchema = z.object({ ksh });
const back = z.object({
  ksh,
  way: z.enum(PAY_WAYS, { error: "Choose how you sent it back." }),
  code: words(40, BACK_CODE),
});
/** Converts a code to one spelling, so that nobody notes the same payment twice. */
function inOneSpelling<Typed extends z.output<typeof back>>(typed: Typed, context: z.RefinementCtx) {
  const code = typed.way === "mpesa" ? readPaymentCode(typed.code) : typed.code.toUpperCase();
  if (code === undefined) context.addIssue({ code: "custom", path: ["code"], message: NO_CODE });
  return { ...typed, code: code ?? z.NEVER };
}
export const returnedSchema = back.transform(inOneSpelling);
export const payBackSchema = back.extend({ reference, expectedKsh }).transform(inOneSpelling);
export const keepSchema = z.object({ reference, expectedKsh });
/** `expectedKsh`: what the bill owed its customer when the page was rendered. */
export type Due = z.output<typeof keepSchema>;
/** The customer’s own press: `expectedKsh` as the page showed it. */
export const dueSchema = z.object({ expectedKsh });
/** The form that pays an order's bill with its customer's credit. Its schema is `dueSchema`. */
export const USE_CREDIT_FORM = "use-credit";
/** Credit that staff give, or, by the id of the request `asked`, that somebody else asked to give. */
export const giveSchema = z.object({ ksh, reason: words(200, "Say why, in at most 200 characters.") });
export const confirmGiveSchema = z.object({
  asked: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});
export const payOutSchema = z.object({ ksh, code });
export const notThereSchema = z.object({ code: code.optional(), reference });

const NUMBER = "Type the number that eTIMS shows, at most 60 letters and digits.";
export const etimsSchema = z.object({
  reference,
  number: words(60, NUMBER),
  expectedNumber: z
    .string()
    .max(60)
    .refine((text) => !UNREADABLE_LINE.test(text))
    .default(""),
});
