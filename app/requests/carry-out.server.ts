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

/** What a member of staff does with a request. `code`: the transfer code, if that was asked for. */
export type RequestAct =
  | { form: "take" }
  | { form: "give-back" }
  | { form: "done"; code?: string }
  | { form: "refuse"; why: string; reason: string };

/**
 * Changes a request at the desk. Its end is logged and mailed to the customer in the same transaction. A transfer code is sealed
 * before it is stored, and neither the log nor the mail has it. Source: docs/product/desk.md, "Requests at the desk".
 */
export function changeRequest(staff: Staff, request: DeskRequest, act: RequestAct): Promise<Result<RequestChange>> {
  const { id, kind, name, customer } = request;
  if (act.form === "take") return moveRequest(staff, id, true);
  if (act.form === "give-back") return moveRequest(staff, id, false);
  const ending: RequestEnding =
    act.form === "refuse"
      ? { state: "refused", reason: act.reason, detail: { reason: act.why } }
      : { state: "done", ...(act.code !== undefined && { secret: seal(act.code, CODE_MS) }) };
  const recipient = { to: customer?.email ?? "", firstName: firstNameIn(customer?.name ?? "") };
  const reason = ending.state === "refused" ? ending.reason : null;
  return endRequest(staff, id, ending, endedMails({ id, kind, name, reason, ...recipient }, mailSite()));
}

/** Returns the transfer code of a request, or null if it was deleted. The caller has checked the customer's password. */
export async function readCode(request: string, customer: string): Promise<Result<string | null>> {
  const sealed = await readSealedCode(request, customer);
  if (!sealed.ok || sealed.value === null) return sealed;
  const code = unseal(sealed.value);
  return success(typeof code === "string" ? code : null);
}
