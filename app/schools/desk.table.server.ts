import { z } from "zod";
import { callDesk, lastSchema, readDesk, trailSchema } from "#app/desk/call-desk.table.server.ts";
import { STAGES, type Stage } from "#app/desk/school-stages.ts";
import type { LastDone, TrailLine } from "#app/desk/trail.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import type { SchoolLead } from "./desk-school.ts";

const leadSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    phone_e164: z.string().nullable(),
    school: z.string(),
    role: z.string(),
    role_label: z.string().nullable(),
    student_count: z.string(),
    interest: z.string(),
    wants_news: z.boolean(),
    created_at: z.string(),
    stage: z.enum(STAGES.map(({ value }) => value)),
    next_on: z.string().nullable(),
  })
  .transform(
    ({ phone_e164, role, role_label, student_count, wants_news, created_at, next_on, ...lead }): SchoolLead => ({
      ...lead,
      phoneE164: phone_e164,
      role: role_label ?? role,
      studentCount: student_count,
      wantsNews: wants_news,
      createdAt: created_at,
      nextOn: next_on,
    }),
  );

/** Returns confirmed schools of these stages, at most `most`: first those with a next date, then the newest. */
export function listSchools(stages: readonly Stage[], most: number): Promise<Result<SchoolLead[]>> {
  return readDesk("desk_schools", { stages, max_rows: most }, z.array(leadSchema));
}

const foundSchema = z.object({ school: leadSchema, trail: trailSchema }).nullable();

/** Returns a confirmed school with its notes and what was done, or null. */
export function findSchool(id: string): Promise<Result<{ school: SchoolLead; trail: TrailLine[] } | null>> {
  return readDesk("desk_school", { school_id: id }, foundSchema);
}

type Change = { stage: Stage | null; movesDate: boolean; nextOn: string | null; note: string };

/** Changes a school and adds a note, unless it is empty, in one transaction. False if there is no such school. */
export function saveSchool(staff: Staff, id: string, change: Change): Promise<Result<boolean>> {
  const { stage, movesDate, nextOn, note } = change;
  const values = { staff, school_id: id, new_stage: stage, moves: movesDate, new_date: nextOn, note };
  return callDesk("desk_save_school", values, z.boolean());
}

const erasedSchema = z.object({
  outcome: z.enum(["erased", "wrong-name", "gone"]),
  last: lastSchema.optional().default(null),
});

/** Deletes a school with its notes and mails, if `typed` is its name. "gone": it was erased before; `last` says by whom. */
export function eraseSchool(
  staff: Staff,
  id: string,
  typed: string,
): Promise<Result<{ outcome: "erased" | "wrong-name" | "gone"; last: LastDone | null }>> {
  return callDesk("desk_erase_school", { staff, school_id: id, typed }, erasedSchema);
}
