import { z } from "zod";
import { MAX_PRICE_KSH, shillings } from "#app/desk/form-fields.ts";
import { cleanInput, cleanLine } from "#app/platform/text/clean-line.ts";
import { addYears, dateOf, dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { UNREADABLE_LINE } from "#app/platform/text/text-characters.ts";
import { type DeskOrder, FAILURE_REASONS, FAILURES } from "./desk-order.ts";
import { MAX_YEARS } from "./order.ts";
import { isEndingByHand } from "./order-price.ts";

/** The longest reason for a customer, and the longest note. */
export const ORDER_LIMITS = { words: 500, body: 2000 };

const UNREADABLE = "Some characters cannot be kept. Please type it again.";

export const priceSchema = z.object({ ksh: shillings(MAX_PRICE_KSH) });

const WHY = "Say why, in at most 200 characters.";
/** A reason for the log. */
const reason = z
  .string({ error: WHY })
  .overwrite(cleanLine)
  .min(1, { error: WHY, abort: true })
  .max(200, { error: WHY, abort: true })
  .refine((text) => !UNREADABLE_LINE.test(text), { error: UNREADABLE });

/** Another price of an unpaid bill, with the reason for the log. `expectedKsh`: the price that the form showed. */
export function repriceSchema({ priceKsh }: Pick<DeskOrder, "priceKsh">) {
  return z
    .object({
      ksh: shillings(MAX_PRICE_KSH),
      reason,
      expectedKsh: z.coerce.number().int().catch(priceKsh),
    })
    .refine(({ ksh, expectedKsh }) => ksh !== expectedKsh, { path: ["ksh"], error: "This is the price already." });
}

/**
 * An ended order that goes on, with the reason for the log. If `back` is ticked, the name gets back the date before the
 * renewal; then the result has `expectedExpiry`, the date that the form showed.
 */
export const reopenSchema = z
  .object({ reason, back: z.string().optional(), expectedExpiry: z.string().max(40).optional() })
  .transform(({ back, expectedExpiry, ...typed }) => ({
    ...typed,
    expectedExpiry: back === undefined ? undefined : expectedExpiry,
  }));

/** A refund: at most the price. */
export function refundSchema({ priceKsh }: Pick<DeskOrder, "priceKsh">) {
  return z.object({ ksh: shillings(priceKsh) });
}

/** The largest refund that staff may enter at an order: 0 for an order on a bill, whose refund is entered at the payment. */
export function maxRefund({ priceKsh, hasBill }: Pick<DeskOrder, "priceKsh" | "hasBill">): number {
  return hasBill ? 0 : priceKsh;
}

/**
 * The form that ends an order as failed. Typed: `why`, a reason from the list; `words`, which replace the list's words for the
 * customer; `ksh`, the refund. In the result, `reason` is what the customer reads.
 */
export function failedSchema(order: Pick<DeskOrder, "priceKsh" | "hasBill">) {
  return z
    .object({
      why: z.enum(FAILURES, { error: "Choose why." }),
      words: z
        .string()
        .default("")
        .overwrite((text) => cleanLine(text.replace(/\s+/g, " ")))
        .refine((text) => !UNREADABLE_LINE.test(text), { error: UNREADABLE }),
      ksh:
        maxRefund(order) > 0
          ? shillings(maxRefund(order)).optional()
          : z.undefined({ error: "Nothing is paid back here." }).optional(),
    })
    .refine(({ why, words }) => why !== "other" || words !== "", {
      path: ["words"],
      error: "Type what the customer reads.",
    })
    .transform(({ why, words, ksh = 0 }) => ({ why, reason: words || FAILURE_REASONS[why], refundKsh: ksh }));
}

const hasLastDay = ({ kind }: Pick<DeskOrder, "kind">) =>
  kind === "register" || kind === "transfer" || kind === "renew";

/**
 * Returns the first and the last day (dayNumbers) that staff may enter as the last day of a name. The first is tomorrow or,
 * for a renewal, the day after the current last day. A term ends at most ten years from today; only KeNIC counts the ten years
 * from the current last day. Null for an order without a name.
 */
export function lastDays({ kind, domain, owned }: Pick<DeskOrder, "kind" | "domain" | "owned">, now: Date) {
  if (!hasLastDay({ kind })) return null;
  const today = dayNumber(now);
  const current = kind === "renew" && owned ? dayNumber(new Date(owned.expiryDate)) : today;
  const from = isEndingByHand(domain) && current > today ? startOfDay(current) : now;
  // Registries count in UTC, which is another day for three hours.
  return { first: current + 1, last: Math.max(current, dayNumber(addYears(from, MAX_YEARS))) + 1 };
}

/**
 * Returns the last day that the form "done" is filled in with: the years of the order after the name's last day or, if it is
 * not the customer's yet, after today. "" if nobody knows how many years.
 */
export function expectedDay(
  { kind, owned, payload: { years } }: Pick<DeskOrder, "kind" | "owned" | "payload">,
  now: Date,
) {
  const from = kind === "renew" && owned?.isOwn ? new Date(owned.expiryDate) : now;
  return typeof years === "number" ? dateOf(dayNumber(addYears(from, years))).iso : "";
}

/**
 * The form that ends an order as done. `until` is the last day of its name; `expectedExpiry` the date that the form showed. An
 * order that has ended takes any day: the form may be the one that ended it, sent twice.
 */
export function doneSchema(order: Pick<DeskOrder, "kind" | "domain" | "owned" | "status">, now: Date) {
  const days = lastDays(order, now);
  if (days === null) return z.object({}).transform(() => ({ until: undefined, expectedExpiry: undefined }));
  const isEnded = order.status === "done" || order.status === "failed";
  const [first, last] = [days.first, days.last].map((day) => dateOf(day).words);
  const error = `Choose a day from ${first} to ${last}.`;
  return z.object({
    until: z
      .string({ error })
      .overwrite(cleanInput)
      .pipe(z.iso.date({ error }))
      .refine(
        (day) => {
          const number = dayNumber(new Date(day));
          return isEnded || (number >= days.first && number <= days.last);
        },
        { error },
      ),
    expectedExpiry: z.string().max(40).optional(),
  });
}
