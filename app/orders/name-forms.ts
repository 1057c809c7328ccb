import { z } from "zod";
import { dayField, MAX_PRICE_KSH, reasonField, shillings } from "#app/desk/form-fields.ts";
import { type Place, placeParams, readPlace } from "#app/desk/list-page.ts";
import { isHostName, readAsciiName } from "#app/domains/ascii-name.ts";
import { HOLDERS } from "#app/domains/owned-domain.ts";
import { formatKsh } from "#app/platform/money.ts";
import { cleanSearch } from "#app/platform/text/clean-line.ts";
import { addYears, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { isMoment } from "#app/platform/text/page-key.ts";
import { MAX_YEARS } from "./order.ts";

export const NAMES_A_PAGE = 50;

export type NameFilter = { q: string; place: Place };

/** Returns what a URL of the list of names asks for. */
export function readNameFilter(params: URLSearchParams): NameFilter {
  const q = cleanSearch((params.get("q") ?? "").replace(/\p{Cc}/gu, " ")).slice(0, 253);
  return { q, place: readPlace(params, "uuid") };
}

export function nameListPath({ q, place }: NameFilter): string {
  const params = new URLSearchParams({ ...(q !== "" && { q }), ...placeParams(place) });
  return params.size === 0 ? "/desk/names" : `/desk/names?${params}`;
}

/** Returns a typed name, or a part of one, as the database has it. */
export function asciiPart(typed: string): string {
  const ascii = readAsciiName(typed, "njeri.co.ke");
  return ascii.ok ? ascii.value : typed.toLowerCase();
}

/** The parts of a name that staff change, each by a form of its own. Its values are those of domain_parts in the database. */
export const NAME_PARTS = ["date", "status", "ssl", "price", "held", "step"] as const;
export type NamePart = (typeof NAME_PARTS)[number];

export const HOLDER_CHOICES = [
  { value: "us", label: "With us" },
  { value: "elsewhere", label: "At another provider" },
] as const;

type Choices = readonly { value: string; label: string }[];
/** The choices of the parts that have a list. The row may have other values, which the provider or an earlier version wrote. */
export const PART_CHOICES: Partial<Record<NamePart, Choices>> = {
  status: [
    { value: "active", label: "Active" },
    { value: "moving", label: "Moving to us" },
    { value: "on hold", label: "On hold" },
    { value: "left", label: "Left us" },
  ],
  ssl: [
    { value: "active", label: "Active" },
    { value: "pending", label: "Ordered" },
    { value: "", label: "None" },
  ],
  held: HOLDER_CHOICES,
  step: [
    { value: "", label: "Under way" },
    { value: "asked", label: "Code sent" },
    { value: "waiting", label: "The old provider has it" },
    { value: "refused", label: "The old provider refused" },
  ],
};

/** A last day may be this many days ago: later a name is deleted. */
const PAST_DAYS = 90;

/** Returns the first and the last day that staff may enter as the last day of a name. */
export function lastDayRange(now: Date) {
  return { first: dateOf(dayNumber(now) - PAST_DAYS), last: dateOf(dayNumber(addYears(now, MAX_YEARS))) };
}

/** A day of the calendar (ISO 8601) within `lastDayRange`. */
export function lastDayField(now: Date) {
  return dayField(lastDayRange(now));
}

function valueField(part: NamePart, now: Date): z.ZodType<string | undefined> {
  if (part === "date") return lastDayField(now);
  if (part === "price") return shillings(MAX_PRICE_KSH).transform(String).optional();
  return z.string().max(50).optional();
}

/**
 * The form that changes a part of a name. `expected` is the value that the form showed, as the database wrote it. In the
 * result, `detail` is for the log.
 */
export function nameSchema(part: NamePart, now: Date) {
  const expected = z
    .string()
    .max(60)
    .default("")
    .refine((text) => part !== "date" || isMoment(text), { error: "Open the page again." });
  return z
    .object({ value: valueField(part, now), reason: reasonField, expected })
    .transform(({ value = "", reason, expected }, context) => {
      const detail = { from: partWords(part, expected), to: partWords(part, value), reason };
      const choices = PART_CHOICES[part];
      const isKnown = choices?.some((choice) => choice.value === value) ?? true;
      const message =
        detail.from === detail.to ? "It is that already." : isKnown ? undefined : "Choose one of the list.";
      if (message !== undefined) context.addIssue({ code: "custom", path: ["value"], message });
      return { wanted: value, expected, detail };
    });
}

/** Returns a value of a part in words: "2 Dec 2026", "Active", "KSh 1,200". */
export function partWords(part: NamePart, value: string): string {
  if (part === "date") return dateOf(dayNumber(new Date(value.length === 10 ? `${value}T12:00:00Z` : value))).words;
  if (part === "price") return value === "" ? "the price list" : formatKsh(Number(value));
  const known = PART_CHOICES[part]?.find((choice) => choice.value === value)?.label;
  return known ?? value.charAt(0).toUpperCase() + value.slice(1);
}

/** The form that adds a name to a customer's. The name may be typed in any writing. */
export function addNameSchema(now: Date) {
  return z.object({
    name: z.string({ error: "Type a name." }).transform((typed, context) => {
      const ascii = readAsciiName(typed, "njeri.co.ke");
      const isWhole = ascii.ok && isHostName(ascii.value) && /\.[a-z][a-z0-9-]+$/.test(ascii.value);
      const message = ascii.ok ? "Type a whole name, such as njeri.co.ke." : ascii.message;
      if (!isWhole) context.addIssue({ code: "custom", message });
      return ascii.ok ? ascii.value : "";
    }),
    until: lastDayField(now),
    held: z.enum(HOLDERS, { error: "Choose one of the list." }),
    seen: z.literal("on", { error: "Tick it when you have seen it." }),
  });
}
