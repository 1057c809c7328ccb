import { data } from "@remix-run/node";
import { z } from "zod";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { askRequest } from "#app/requests/ask.server.ts";
import { readCode } from "#app/requests/carry-out.server.ts";
import { REQUEST_KINDS } from "#app/requests/request.ts";
import { cancelRequest } from "#app/requests/requests.table.server.ts";
import { passwordSchema, REQUEST_LIMITS, requestSchema } from "#app/requests/schema.server.ts";
import { moveAction } from "./move-action.ts";
import { backToControl, type Owner, passwordProblem } from "./own-control.ts";

/** The forms of the page: a request of a kind, "cancel", "read" for a transfer code that is ready, and those of a move. */
export async function controlAction(owner: Owner, typed: FormData) {
  const form = String(typed.get("form"));
  if (form === "cancel") return cancel(owner, typed);
  if (form === "read") return read(owner, typed);
  if (form.startsWith("move")) return moveAction(owner, typed, form);
  const kind = REQUEST_KINDS.find((one) => one === form);
  if (kind === undefined) throw data(null, { status: 400 });
  const submission = parseFields(typed, requestSchema(kind, owner.domain.name), REQUEST_LIMITS);
  const posted = { context: owner.context, form, submission, hideFields: ["password"] };
  if (submission.status !== "success") return rejectForm(posted);

  const { wanted, password } = submission.value;
  const wrong = kind === "code" ? await passwordProblem(owner, password) : undefined;
  if (wrong) return rejectForm({ ...posted, ...wrong });
  const asked = await askRequest({ account: owner.account, domain: owner.domain, kind, wanted });
  if (!asked.ok) {
    const { message, retryAfterSeconds } = asked;
    return rejectForm({ ...posted, message, status: statusOf(asked), retryAfterSeconds });
  }
  return backToControl(owner, form, "We have your request", "We have sent you a mail with a link that stops it.");
}

const idOf = (typed: FormData) => z.uuid().safeParse(typed.get("request")).data;

async function cancel(owner: Owner, typed: FormData) {
  const id = idOf(typed);
  const ended = id === undefined ? undefined : await cancelRequest(id, owner.account.id);
  const submission = parseFields(typed, z.object({}));
  const posted = { context: owner.context, form: "cancel", submission };
  if (ended?.ok === false) return rejectForm({ ...posted, message: ended.message, status: statusOf(ended) });
  if (ended?.value === "cancelled") return backToControl(owner, "cancel", "It is cancelled");
  const message = "It has ended already. This page says how.";
  return rejectForm({ ...posted, message, status: 409 });
}

/** Shows a transfer code after the password. The reply is not stored anywhere. */
async function read(owner: Owner, typed: FormData) {
  const submission = parseFields(typed, passwordSchema);
  const posted = { context: owner.context, form: "read", submission, hideFields: ["password"] };
  if (submission.status !== "success") return rejectForm(posted);
  const wrong = await passwordProblem(owner, submission.value.password);
  if (wrong) return rejectForm({ ...posted, ...wrong });
  const id = idOf(typed);
  const found = id === undefined ? undefined : await readCode(id, owner.account.id);
  if (found?.ok === false) return rejectForm({ ...posted, message: found.message, status: statusOf(found) });
  if (found?.value) return data({ code: found.value });
  return rejectForm({ ...posted, message: "This code is not here any more. You can ask for it again.", status: 409 });
}
