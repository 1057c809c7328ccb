import { z } from "zod";
import { STAGES, type Stage } from "#app/desk/school-stages.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import { ONCE, UNREADABLE, UNREADABLE_TEXT } from "#app/platform/text/text-characters.ts";

/** The stages by the name of a filter. The filter "" shows the schools that staff still work on. */
export const STAGE_FILTERS: Record<string, { label: string; stages: readonly Stage[] }> = {
  "": { label: "Open", stages: ["new", "called", "visited"] },
  ...Object.fromEntries(STAGES.map(({ value, label }) => [value, { label, stages: [value] }])),
  all: { label: "All", stages: STAGES.map(({ value }) => value) },
};

/** Returns the name and the stages of the filter in a page's query. An unknown filter counts as "". */
export function stageFilter(params: URLSearchParams) {
  const name = params.get("stage") ?? "";
  const known = Object.hasOwn(STAGE_FILTERS, name) ? name : "";
  return { name: known, stages: STAGE_FILTERS[known]?.stages ?? [] };
}

/** A school whose address is confirmed. `nextOn` is a day, such as 2026-12-02. */
export type SchoolLead = {
  id: string;
  name: string;
  email: string;
  phone: string;
  phoneE164: string | null;
  school: string;
  role: string;
  studentCount: string;
  interest: string;
  wantsNews: boolean;
  createdAt: string;
  stage: Stage;
  nextOn: string | null;
};

/**
 * The stage and the next date that the form showed, as one text: "called|2026-12-02". By it the server sees what was changed
 * in the form.
 */
export function schoolState({ stage, nextOn }: Pick<SchoolLead, "stage" | "nextOn">): string {
  return `${stage}|${nextOn ?? ""}`;
}

export const LONGEST_NOTE = 2000;
/** A next date is at most this many days ahead: a later date is a typing error. */
const FARTHEST_DAYS = 730;
const DAY_MS = 86_400_000;

/** A note of staff: several lines, or nothing. */
const noteField = z
  .string({ error: ONCE })
  .overwrite((text) => text.replace(/\r\n?/g, "\n").trim())
  .refine((text) => !UNREADABLE_TEXT.test(text), { error: UNREADABLE })
  .optional();

/**
 * The form of a school. `today` is a day number (nairobi-day.ts). Returns what was changed in the form. `stage`: the new
 * stage, null if it stays. `movesDate`: whether the date was changed. `nextOn`: the date in the form, or null. A date that
 * stays may be in the past.
 */
export function schoolForm(today: number) {
  return z
    .object({
      stage: z.enum(
        STAGES.map(({ value }) => value),
        { error: "Please choose one of the list" },
      ),
      next_on: z.string({ error: ONCE }).overwrite(cleanInput).default(""),
      note: noteField,
      expectedState: z.string().default(""),
    })
    .transform(({ stage, next_on, note = "", expectedState }, context) => {
      const [expectedStage, expectedDate = ""] = expectedState.split("|");
      const movesDate = next_on !== expectedDate;
      const problem = movesDate && next_on !== "" ? dateProblem(next_on, today) : undefined;
      if (problem !== undefined) context.addIssue({ code: "custom", path: ["next_on"], message: problem });
      return { stage: stage === expectedStage ? null : stage, movesDate, nextOn: next_on || null, note };
    });
}

function dateProblem(typed: string, today: number): string | undefined {
  const ms = /^\d{4}-\d\d-\d\d$/.test(typed) ? Date.parse(`${typed}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || dateOf(ms / DAY_MS).iso !== typed) return "Please choose a day of the calendar";
  if (ms / DAY_MS < today) return "Please choose today or a later day";
  return ms / DAY_MS > today + FARTHEST_DAYS ? "Please choose a day within two years" : undefined;
}
