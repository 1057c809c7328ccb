import { data } from "@remix-run/node";
import { z } from "zod";
import { confirmAsGiver, startMove, stopMove } from "#app/moves/give.server.ts";
import { giveSchema, moveIdSchema } from "#app/moves/schema.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Result } from "#app/platform/result.ts";
import { passwordSchema } from "#app/requests/schema.server.ts";
import { backToControl, type Owner, passwordProblem } from "./own-control.ts";

/** The forms of the Control page by which an owner gives the name to another account, confirms that, or cancels it. */
export function moveAction(owner: Owner, typed: FormData, form: string) {
  if (form === "move") return start(owner, typed);
  if (form === "move-confirm") return confirm(owner, typed);
  if (form === "move-cancel") return cancel(owner, typed);
  throw data(null, { status: 400 });
}

async function start(owner: Owner, typed: FormData) {
  const submission = parseFields(typed, giveSchema(owner.account.email));
  const posted = { context: owner.context, form: "move", submission, hideFields: ["password"] };
  if (submission.status !== "success") return rejectForm(posted);
  const { receiver, password } = submission.value;
  const wrong = await passwordProblem(owner, password);
  if (wrong) return rejectForm({ ...posted, ...wrong });
  const started = await startMove({ giver: owner.account, domain: owner.domain, toEmail: receiver });
  if (!started.ok) return rejectForm({ ...posted, ...failed(started) });
  return backToControl(owner, "move", "We have written to you both", "The link in your mail stops it.");
}

async function confirm(owner: Owner, typed: FormData) {
  const submission = parseFields(typed, passwordSchema.extend({ move: moveIdSchema }));
  const posted = { context: owner.context, form: "move-confirm", submission, hideFields: ["password"] };
  if (submission.status !== "success") return rejectForm(posted);
  const wrong = await passwordProblem(owner, submission.value.password);
  if (wrong) return rejectForm({ ...posted, ...wrong });
  const confirmed = await confirmAsGiver(submission.value.move, owner.account.id);
  if (!confirmed.ok) return rejectForm({ ...posted, ...failed(confirmed) });
  return backToControl(owner, "move-confirm", "You have confirmed it");
}

async function cancel(owner: Owner, typed: FormData) {
  const submission = parseFields(typed, z.object({ move: moveIdSchema }));
  const posted = { context: owner.context, form: "move-cancel", submission };
  if (submission.status !== "success") return rejectForm(posted);
  const ended = await stopMove(submission.value.move, { giver: owner.account.id });
  if (!ended.ok) return rejectForm({ ...posted, ...failed(ended) });
  return backToControl(owner, "move-cancel", "It is cancelled", "The name stays with you.");
}

function failed(result: Extract<Result<null>, { ok: false }>) {
  const { message, retryAfterSeconds } = result;
  return { message, status: statusOf(result), retryAfterSeconds };
}
