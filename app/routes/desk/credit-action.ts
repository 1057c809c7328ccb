import { randomUUID } from "node:crypto";
import { type AppLoadContext, redirect } from "@remix-run/node";
import type { z } from "zod";
import { findPerson } from "#app/accounts/desk.table.server.ts";
import { lateWords } from "#app/desk/trail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { type CreditChange, type Gift, giveCredit, payOutCredit } from "#app/payments/credits.table.server.ts";
import { confirmGiveSchema, giveSchema, payOutSchema } from "#app/payments/desk-forms.ts";
import { creditMail } from "#app/payments/payment-mails.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { type FormErrors, statusOf } from "#app/platform/http/form-result.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { CONFIRM_FORM, GIVE_FORM, PAY_OUT_FORM } from "./ui/credit-forms.tsx";

type Posted = { context: AppLoadContext | undefined; staff: Staff; id: string; typed: FormData };
type CreditForm = typeof GIVE_FORM | typeof CONFIRM_FORM | typeof PAY_OUT_FORM;

type Typed = Gift | { ksh: number; code: string };
const SCHEMAS: Record<CreditForm, z.ZodType<Typed>> = {
  [GIVE_FORM]: giveSchema,
  [CONFIRM_FORM]: confirmGiveSchema,
  [PAY_OUT_FORM]: payOutSchema,
};

/** Gives a person credit, confirms that somebody else gives it, or notes that it was sent to them. */
export async function changeCredit(form: CreditForm, { context, staff, id, typed }: Posted) {
  const submission = parseFields(typed, SCHEMAS[form]);
  const posted = { context, form, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const changed = await change(staff, id, submission.value);
  if (!changed.ok) return rejectForm({ ...posted, message: changed.message, status: statusOf(changed) });
  const page = `/desk/people/${id}`;
  switch (changed.value.outcome) {
    case "unseen":
      return redirect(page, 303);
    case "done":
      return redirectWithFlash(page, { about: form, title: form === PAY_OUT_FORM ? "It is noted" : "It is given" });
    case "asked": {
      const text =
        "Alone you may give a customer KSh 5,000 within a day. Somebody else must confirm this within a day.";
      return redirectWithFlash(page, { about: form, title: "You have asked for it", text });
    }
    default:
      return rejectForm({ ...posted, ...problemOf(changed.value) });
  }
}

async function change(staff: Staff, id: string, value: Typed): Promise<Result<CreditChange>> {
  const found = await findPerson(staff, id);
  if (!found.ok) return found;
  const { account, credit_asked } = found.value ?? {};
  const to = account?.email ?? "";
  const site = mailSite();
  const context = { to, name: account?.name, payUrl: `${site.origin}/dashboard/orders`, site };
  const sum = "asked" in value ? credit_asked?.ksh : value.ksh;
  const about = sum === undefined ? undefined : "code" in value ? value : { ksh: sum };
  const mails = about && isMailbox(to) ? [creditMail(about, randomUUID(), context)] : [];
  return "code" in value ? payOutCredit(staff, id, value, mails) : giveCredit(staff, id, value, mails);
}

function problemOf({ outcome, last }: CreditChange): FormErrors {
  switch (outcome) {
    case "wrong-amount":
      return { fieldErrors: { ksh: ["This is more than the customer has with us."] } };
    case "known":
      if (last?.did === "credit-asked") {
        return {
          status: 409,
          message: `${lateWords(last, "asked for it", nowDate(), "")} Confirm that first, or wait a day.`,
        };
      }
      return { fieldErrors: { code: ["Credit was sent with this code already."] } };
    case "same":
      return { status: 409, message: "You asked for it, so somebody else must confirm it." };
    default:
      return { status: 409, message: lateWords(last, "gave it", nowDate(), "Nobody has asked for it within a day.") };
  }
}
