import type { AppLoadContext } from "@remix-run/node";
import { LONGEST_REASON } from "#app/desk/form-fields.ts";
import { whenWords } from "#app/desk/trail.ts";
import { startMove, stopMove } from "#app/moves/give.server.ts";
import { findDeskMove } from "#app/moves/moves.table.server.ts";
import { deskGiveSchema, deskStopSchema } from "#app/moves/schema.server.ts";
import type { DeskName } from "#app/orders/desk-names.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { MOVE_FORM, STOP_FORM } from "./ui/name-move-form.tsx";

type At = { staff: Staff; domain: DeskName; context: AppLoadContext | undefined };

/** Begins to give a name to another account for its customer. Neither side is skipped: both get a mail and have to agree. */
export async function startMoveAction({ staff, domain, context }: At, typed: FormData) {
  const { userId, customer } = domain;
  const submission = parseFields(typed, deskGiveSchema(customer?.email ?? ""), { reason: LONGEST_REASON });
  const posted = { context, form: MOVE_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { receiver, reason } = submission.value;
  const giver = { id: userId, email: customer?.email ?? "", name: customer?.name ?? undefined };
  const started = await startMove({ giver, domain, toEmail: receiver }, { staff, detail: { reason } });
  if (started.ok) return back(domain, MOVE_FORM, "Both have a mail");
  const message = started.status === 409 ? `${started.message}${earlierWords(domain)}` : started.message;
  return rejectForm({ ...posted, message, status: statusOf(started) });
}

/** Returns who of staff began the open move, and when; nothing if its customer did. */
function earlierWords({ trail }: DeskName): string {
  const line = trail.find(({ did }) => did === "domain-move-started");
  return line ? ` ${line.who} began one ${whenWords(new Date(line.at), nowDate())}.` : "";
}

/** Ends the open move of a name. Of two members of staff who do it at once, the second gets 409. */
export async function stopMoveAction({ staff, domain, context }: At, typed: FormData) {
  const submission = parseFields(typed, deskStopSchema, { reason: LONGEST_REASON });
  const posted = { context, form: STOP_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const move = await findDeskMove(domain.id);
  if (!move.ok) throw outage(context);
  const { move: shown, reason } = submission.value;
  const ended = move.value?.id === shown ? await stopMove(shown, { by: { staff, detail: { reason } } }) : undefined;
  if (ended?.ok) return back(domain, STOP_FORM, "It has ended");
  if (ended && ended.status !== 409) return rejectForm({ ...posted, message: ended.message, status: statusOf(ended) });
  return rejectForm({ ...posted, message: "It had ended before. Nothing was changed.", status: 409 });
}

function back({ name }: DeskName, about: string, title: string) {
  return redirectWithFlash(`/desk/names/${name}`, { about, title });
}
