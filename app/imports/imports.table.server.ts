import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { callDesk, readDesk } from "#app/desk/call-desk.table.server.ts";
import { changeAtDesk } from "#app/desk/change.table.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { callWithDeliveries } from "#app/mail/queue.table.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import { pollRows } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { IMPORT_STATES, LINES_A_PAGE, type LineProblem } from "./import.ts";
import type { FileLine } from "./read-file.server.ts";

/** How long a file is kept, with what was typed into it. */
const KEPT_DAYS = 30;
const MOST_LISTED = 20;

let listener = () => {};

/** Sets the function that is called each time this process starts an import or asks for invitations. */
export function onImport(listen: () => void): void {
  listener = listen;
}

const listed = z
  .object({ id: z.string(), state: z.enum(IMPORT_STATES), created_at: z.string(), who: z.string(), lines: z.number() })
  .transform(({ created_at, ...row }) => ({ ...row, createdAt: created_at }));
const count = z.number();
const importSchema = z.intersection(
  listed,
  z.object({
    counts: z.object({
      ...{ new_people: count, known_people: count, new_names: count },
      ...{ unchanged: count, wrong: count, waiting: count },
    }),
    invitations: z.object({ open: count, asked: count, sent: count }).nullable(),
  }),
);
const lineSchema = z
  .object({
    line: count,
    problems: z.array(z.object({ column: z.string(), message: z.string() })),
    email: z.string().nullable(),
    full_name: z.string().nullable(),
  })
  .transform(({ full_name, ...row }) => ({ ...row, name: full_name }));

/** Stores the lines of a file, for a look before anything is imported. Returns the id; the same text again has the same one. */
export function storeImport(staff: Staff, text: string, lines: readonly FileLine[]): Promise<Result<string>> {
  const digest = createHash("sha256").update(text).digest("hex");
  return callDesk("store_import", { staff, new_id: randomUUID(), file_digest: digest, lines }, z.string());
}

/** Returns the newest imports. */
export function listImports() {
  return readDesk("desk_imports", { max_rows: MOST_LISTED }, z.array(listed));
}

/** Returns an import with its counts; before its start, with what would happen. Null for an unknown id. */
export function findImport(id: string) {
  return readDesk("desk_import", { its_import: id }, importSchema.nullable());
}

/**
 * Returns a page of lines after a line: those with problems ("wrong"), or the first line of each person without an invitation
 * ("people"); and one more if there are more.
 */
export function listImportLines(id: string, part: "wrong" | "people", after: number) {
  const values = { its_import: id, part, after_line: after, max_rows: LINES_A_PAGE + 1 };
  return readDesk("desk_import_lines", values, z.array(lineSchema));
}

/** Starts an import. If it was started before, nothing changes. */
export async function startImport(staff: Staff, id: string): Promise<Result<null>> {
  const started = await changeAtDesk("start_import", { staff, its_import: id });
  listener();
  return started;
}

/** Deletes a file that nobody has started. Fails with 409 if somebody has. */
export function deleteImport(staff: Staff, id: string): Promise<Result<null>> {
  return changeAtDesk("delete_import", { staff, its_import: id });
}

/** Asks for the invitations of the people whose first lines are given, or of all. Returns how many will get one. */
export async function askInvitations(staff: Staff, id: string, lines: number[] | null): Promise<Result<number>> {
  const asked = await callDesk("ask_invitations", { staff, its_import: id, lines }, z.number());
  listener();
  return asked;
}

const claimedSchema = z.object({
  import_id: z.string(),
  line: count,
  email: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  attempts: count,
  person: z.string().nullable(),
  is_taken: z.boolean(),
});
/** A line to import. `person`: the account of its address. `is_taken`: another customer has its domain. */
export type ClaimedLine = z.infer<typeof claimedSchema>;

/** Claims the next line of a started import for a minute. Returns undefined if no line waits, or if the database fails. */
export async function claimLine(): Promise<ClaimedLine | undefined> {
  const rows = await pollRows(trustedClient().rpc("claim_import_line"), claimedSchema, "import lines not read");
  return rows?.[0];
}

/** Ends a claimed line with the account of its customer, or with a problem. False if the database fails. */
export async function finishLine(
  { import_id, line }: Pick<ClaimedLine, "import_id" | "line">,
  person: string | null,
  problem: LineProblem | null,
): Promise<boolean> {
  const values = { its_import: import_id, its_line: line, person, problem };
  return (await callDesk("finish_import_line", values, z.boolean())).ok;
}

const invitedSchema = z.object({
  import_id: z.string(),
  line: count,
  person: z.string(),
  email: z.string(),
  full_name: z.string(),
  domains: z.array(z.string()),
});
export type Invited = z.infer<typeof invitedSchema>;

/** Returns the next people to invite, at most `most` and as many as may be mailed at `rate` mails a minute. */
export async function listNextInvited(rate: number, most: number): Promise<Invited[]> {
  const query = trustedClient().rpc("next_invitations", { rate, max_rows: most });
  return (await pollRows(query, invitedSchema, "invitations not read")) ?? [];
}

/** Queues invitations, each together with the note that its person has one, so that nobody gets two. */
export async function queueInvitations(invited: readonly (Invited & { mail: Mail })[]): Promise<void> {
  const deliveries = invited.map(({ import_id, line, person, mail }) => ({ import_id, line, person, mail }));
  const { error } = await callWithDeliveries("queue_invitations", {}, deliveries);
  if (error) log.error({ reason: error.message }, "invitations not queued");
}

/** Returns the address of an account that nobody has confirmed; null for any other account. */
export function findInvitedAddress(person: string): Promise<Result<string | null>> {
  return readDesk("invited_address", { person }, z.string().nullable());
}

/** Deletes files 30 days after they were uploaded, with all their lines. Throws if the database fails. */
export function purgeImports(): Promise<void> {
  return purgeRows("imports", "created_at", new Date(nowMs() - KEPT_DAYS * 86_400_000));
}
