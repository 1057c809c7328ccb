import { z } from "zod";
import { formatShillings } from "#app/platform/money.ts";
import { cleanInput, cleanLine } from "#app/platform/text/clean-line.ts";
import type { Day } from "#app/platform/text/nairobi-day.ts";
import { UNREADABLE, UNREADABLE_LINE, UNREADABLE_TEXT } from "#app/platform/text/text-characters.ts";

/** The highest price that staff may name, in whole shillings. */
export const MAX_PRICE_KSH = 1_000_000;

/** Shillings with commas between groups of three digits, without cents, as Kenyans write them: 1,500.00, 1500/=, 1500/-. */
const SHILLINGS =
  /^(?:ksh?s?\.?|kes|sh\.?)?\s*(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.0{1,2})?\s*(?:\/[=-]|ksh?s?|kes|shillings|sh)?$/i;

/** Shillings as people type them: "4,500", "KSh 4500.00", "4500/="; from 1 to `most`. Cents are refused. */
export function shillings(most: number) {
  const error = `Type a whole number of shillings, from 1 to ${formatShillings(most)}.`;
  return z
    .string({ error })
    .transform((typed) => Number(SHILLINGS.exec(cleanInput(typed))?.[1]?.replace(/[, ]/g, "")))
    .refine((ksh) => ksh >= 1 && ksh <= most, { error });
}

/** The longest reason for the log. */
export const LONGEST_REASON = 200;

/** Why staff change something, for the log. Customers never see it. */
export const reasonField = z
  .string({ error: "Type why." })
  .overwrite((text) => cleanLine(text.replace(/\s+/g, " ")))
  .min(1, { error: "Type why." })
  .refine((text) => !UNREADABLE_LINE.test(text), { error: UNREADABLE });

/** A day of the calendar (ISO 8601) from `first` to `last`. */
export function dayField({ first, last }: { first: Day; last: Day }) {
  const error = `Choose a day from ${first.words} to ${last.words}.`;
  const day = z.string({ error }).overwrite(cleanInput).pipe(z.iso.date({ error }));
  return day.refine((iso) => iso >= first.iso && iso <= last.iso, { error });
}

/** A note for staff, of several lines. */
export const noteSchema = z.object({
  body: z
    .string({ error: "Type a note." })
    .overwrite((text) => text.replace(/\r\n?/g, "\n").trim())
    .min(1, { error: "Type a note.", abort: true })
    .refine((text) => !UNREADABLE_TEXT.test(text), { error: UNREADABLE }),
});
