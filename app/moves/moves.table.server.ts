import { z } from "zod";
import { readDesk } from "#app/desk/call-desk.table.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { callRequests, NOT_WRITTEN } from "#app/requests/requests.table.server.ts";
import { MOVE_BLOCKS, MOVE_STATES, type MoveState, type NameMove } from "./move.ts";

const OWN_COLUMNS = "id,state,to_email,from_ok_at,to_ok_at,not_before,ends_at";
const NOT_READ = "We could not read whether this name goes to another account. Please try again.";
/** Moves of one run. The next run is half a minute later. */
const PER_RUN = 100;
const KEPT_DAYS = 730;

const state = z.enum(MOVE_STATES);

const ownSchema = z
  .object({
    id: z.string(),
    state,
    to_email: z.string(),
    from_ok_at: z.string().nullable(),
    to_ok_at: z.string().nullable(),
    not_before: z.string(),
    ends_at: z.string(),
  })
  .transform(({ to_email, from_ok_at, to_ok_at, not_before, ends_at, ...move }) => ({
    ...move,
    ...{ toEmail: to_email, hasGiverAgreed: from_ok_at !== null, hasReceiverAgreed: to_ok_at !== null },
    ...{ notBefore: not_before, endsAt: ends_at },
  }));

/** A move as its giver reads it. */
export type OwnMove = z.output<typeof ownSchema>;

/** Returns the last move of a customer's domain, or null. Takes the customer's own client. */
export async function findOwnMove(
  supabase: Supabase,
  { userId, domainId }: { userId: string; domainId: string },
): Promise<Result<OwnMove | null>> {
  const own = supabase.from("name_moves").select(OWN_COLUMNS).eq("user_id", userId).eq("domain_id", domainId);
  const rows = await readRows(own.order("created_at", { ascending: false }).limit(1), ownSchema, "moves not read");
  return rows ? success(rows[0] ?? null) : failure(0, NOT_READ);
}

/** Returns the newest open move to a lower-case address that waits for the receiver's agreement, or null. */
export async function findMoveTo(email: string): Promise<Result<string | null>> {
  const open = trustedClient().from("name_moves").select("id").eq("to_email", email).is("ended_at", null);
  const newest = open.is("to_ok_at", null).order("created_at", { ascending: false }).limit(1);
  const rows = await readRows(newest, z.object({ id: z.string() }), "moves not read");
  return rows ? success(rows[0]?.id ?? null) : failure(0, NOT_READ);
}

/** Returns what has to end before a move is possible, or null. */
export function findBlock(move: string) {
  return callRequests("name_move_blocked_by", { move }, z.enum(MOVE_BLOCKS).nullable());
}

const moveSchema: z.ZodType<NameMove> = z
  .object({
    ...{ id: z.string(), name: z.string(), state, from_email: z.string(), from_name: z.string().nullable() },
    ...{ to_email: z.string(), to_name: z.string().nullable(), not_before: z.string(), ends_at: z.string() },
    ...{ has_giver_agreed: z.boolean(), has_receiver_agreed: z.boolean() },
  })
  .transform(({ from_email, from_name, to_email, to_name, not_before, ends_at, ...rest }) => ({
    ...{ id: rest.id, name: rest.name, state: rest.state, fromEmail: from_email, fromName: from_name },
    ...{ toEmail: to_email, toName: to_name, notBefore: not_before, endsAt: ends_at },
    ...{ hasGiverAgreed: rest.has_giver_agreed, hasReceiverAgreed: rest.has_receiver_agreed },
  }));

/** Returns a move, or null if it was deleted. The caller knows it from a sealed link, or has checked its giver. */
export function findMove(move: string) {
  return callRequests("find_name_move", { move }, moveSchema.nullable());
}

/** Returns the moves that may be done at a moment, and those that end by then. */
export function listDueMoves(now: Date) {
  return callRequests("due_name_moves", { at: now.toISOString(), max_rows: PER_RUN }, z.array(moveSchema));
}

/** Returns the open move of a domain for its page at the desk, or null. The caller must have verified the member of staff. */
export function findDeskMove(domain: string) {
  return readDesk("open_name_move", { domain }, moveSchema.nullable());
}

type NewMove = {
  id: string;
  domainId: string;
  userId: string;
  toEmail: string;
  hasGiverAgreed: boolean;
  notBefore: string;
  endsAt: string;
};
/** The member of staff who acts for the giver, and what the log says. */
export type MoveStaff = { staff: Staff; detail: Record<string, string> };

/** Stores a move with its mails. Returns the outcome of `start_name_move` in the database. */
export function insertMove(move: NewMove, mails: readonly Mail[], by?: MoveStaff) {
  const row = {
    ...{ id: move.id, domain_id: move.domainId, to_email: move.toEmail, not_before: move.notBefore },
    ...{ ends_at: move.endsAt, from_ok_at: move.hasGiverAgreed ? nowDate().toISOString() : null },
  };
  const outcome = z.enum(["done", "same", "open", "many", "gone"]);
  return write("start_name_move", { giver: move.userId, move: row, ...staffValues(by) }, mails, outcome);
}

const present = () => ({ at: nowDate().toISOString() });

/** Stores that the giver agreed. Returns the state of the move afterwards; null if it is not theirs. `mails`: if it is done. */
export function confirmMove(move: string, giver: string, mails: readonly Mail[]) {
  return write("confirm_name_move", { move, giver, ...present() }, mails, state.nullable());
}

/** As above, for the receiver. "other": the account is not confirmed with exactly the address of the move. */
export function acceptMove(move: string, receiver: string, mails: readonly Mail[]) {
  return write(
    "accept_name_move",
    { move, receiver, ...present() },
    mails,
    z.enum([...MOVE_STATES, "other"]).nullable(),
  );
}

/** Does a move to which both sides agreed. Returns its state afterwards. `mails`: if it is done. */
export function finishMove(move: string, now: Date, mails: readonly Mail[]) {
  return write("finish_name_move", { move, at: now.toISOString() }, mails, state.nullable());
}

/** Who ends a move: its giver by their id, or staff; neither for the link of a mail and for the run. */
type Ender = { giver?: string; by?: MoveStaff };

/** Ends an open move without doing it. Returns its state afterwards; null if there is no such move. */
export function endMove(
  move: string,
  ending: Exclude<MoveState, "open" | "done">,
  mails: readonly Mail[],
  { giver, by }: Ender = {},
) {
  const whose = giver === undefined ? {} : { giver };
  return write("end_name_move", { move, ending, ...whose, ...staffValues(by) }, mails, state.nullable());
}

/** Deletes moves that ended two years ago. Throws if the database fails. */
export function purgeMoves(): Promise<void> {
  return purgeRows("name_moves", "ended_at", new Date(nowMs() - KEPT_DAYS * 86_400_000));
}

const staffValues = (by: MoveStaff | undefined) => by && { staff: by.staff, log_detail: by.detail };

async function write<T>(
  name: string,
  values: Record<string, unknown>,
  mails: readonly Mail[],
  schema: z.ZodType<T>,
): Promise<Result<T>> {
  const { row, error } = await callWithMails(name, values, mails);
  const outcome = schema.safeParse(row);
  if (!error && outcome.success) return success(outcome.data);
  log.error({ reason: error?.message ?? "an unknown outcome", call: name }, "name move not stored");
  return failure(503, NOT_WRITTEN, true);
}
