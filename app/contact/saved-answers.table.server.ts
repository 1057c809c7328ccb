import { z } from "zod";
import { changeAtDesk } from "#app/desk/change.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";

/** The most saved answers of a list. */
export const MOST_ANSWERS = 200;
const rowSchema = z
  .object({ id: z.string(), title: z.string(), body: z.string(), changed_at: z.string() })
  .transform(({ changed_at, ...answer }) => ({ ...answer, changedAt: changed_at }));

/** An answer that staff use again. `changedAt` (ISO 8601) says which version it is. */
export type SavedAnswer = z.infer<typeof rowSchema>;

/** Returns the saved answers by title: MOST_ANSWERS, and one more if there are more. */
export async function listSavedAnswers(): Promise<Result<SavedAnswer[]>> {
  const query = trustedClient().from("saved_answers").select("id,title,body,changed_at");
  const rows = await readRows(query.order("title").limit(MOST_ANSWERS + 1), rowSchema, "saved answers not read");
  return rows ? success(rows) : failure(0, "The saved answers could not be read. Please try again.");
}

type Answer = { id?: string | undefined; title: string; body: string };

/** Adds a saved answer. If one with this id exists, changes it, provided that it still is in the version `expected`. */
export function saveAnswer(staff: Staff, answer: Answer, expected: string | undefined): Promise<Result<null>> {
  return changeAtDesk("desk_save_answer", { staff, answer, expected_version: expected ?? null });
}

/** Deletes a saved answer, provided that it still is in the version `expected`. */
export function deleteAnswer(staff: Staff, id: string, expected: string | undefined): Promise<Result<null>> {
  return changeAtDesk("desk_delete_answer", { staff, answer_id: id, expected_version: expected ?? null });
}
