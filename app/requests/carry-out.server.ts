import { hkdfSync } from "node:crypto";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import {
  type DeskRequest,
  endRequest,
  moveRequest,
  type RequestChange,
  type RequestEnding,
} from "./desk.table.server.ts";
import { endedMails } from "./request-mail.ts";
import { readSealedCode } from "./requests.table.server.ts";

const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "transfer code", 32)));
/** The database deletes a code earlier. */
const CODE_MS = 60 * 86_400_000;

/**
 * What a member of staff does with a request. `code`: the transfer code, if that was asked for. `replaces`: when the code was
 * given (ISO 8601) that this one replaces.
 */
export type RequestAct =
  | { form: "take" }
  | { form: "give-back" }
  | { form: "done"; code?: string }
  | { form: "replace"; code: string; replaces: string }
  | { form: "refuse"; why: string; reason: string };

/**
 * Changes a request at the desk. Its end is logged and mailed to the customer in the same transaction. A transfer code is sealed
 * before it is stored, and neither the log nor the mail has it. Another code than the one that was given before is "given",
 * unless it replaces that one. Source: docs/product/desk.md, "Requests at the desk".
 */
export async function changeRequest(
  staff: Staff,
  request: DeskRequest,
  act: RequestAct,
): Promise<Result<RequestChange>> {
  const { id, kind, name, customer } = request;
  if (act.form === "take") return moveRequest(staff, id, true);
  if (act.form === "give-back") return moveRequest(staff, id, false);
  const recipient = { to: customer?.email ?? "", firstName: firstNameIn(customer?.name ?? "") };
  const told = { id, kind, name, reason: null, ...recipient };
  if (act.form === "refuse") {
    const { reason } = act;
    const ending: RequestEnding = { state: "refused", reason, detail: { reason: act.why } };
    return endRequest(staff, id, ending, endedMails({ ...told, reason }, mailSite()));
  }
  const { code } = act;
  const replaces = act.form === "replace" ? act.replaces : undefined;
  const ending: RequestEnding = {
    state: "done",
    ...(code !== undefined && { secret: seal(code, CODE_MS) }),
    ...(replaces !== undefined && { replaces }),
  };
  const ended = await endRequest(staff, id, ending, endedMails({ ...told, replaces }, mailSite()));
  const isGiven = ended.ok && ended.value?.outcome === "given" && unseal(ended.value.secret ?? "") === code;
  return isGiven ? success({ outcome: "same" }) : ended;
}

/** Returns the transfer code of a request, or null if it was deleted. The caller has checked the customer's password. */
export async function readCode(request: string, customer: string): Promise<Result<string | null>> {
  const sealed = await readSealedCode(request, customer);
  if (!sealed.ok || sealed.value === null) return sealed;
  const code = unseal(sealed.value);
  return success(typeof code === "string" ? code : null);
}
