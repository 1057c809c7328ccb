import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { endBillingContact } from "#app/accounts/billing-contact.table.server.ts";
import { nameBillingContact } from "#app/accounts/name-billing-contact.server.ts";
import { contactSchema } from "#app/accounts/schema.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { COPIES_FORM, END_COPIES_FORM } from "./ui/copies-section.tsx";

type Context = AppLoadContext | undefined;

/** The form that names a second address for copies of bills. Source: docs/product/accounts.md, "Billing contact". */
export async function copiesAction(account: Account, typed: FormData, context: Context) {
  const submission = parseFields(typed, contactSchema);
  const posted = { context, form: COPIES_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { contact } = submission.value;
  if (contact.toLowerCase() === account.email.toLowerCase()) {
    return rejectForm({
      ...posted,
      fieldErrors: { contact: ["This is your own address. It gets these mails anyway."] },
    });
  }
  const named = await nameBillingContact(account, contact);
  if (!named.ok) {
    const wait = named.retryAfterSeconds;
    return rejectForm({
      ...posted,
      message: named.message,
      status: named.status,
      ...(wait !== undefined && { retryAfterSeconds: wait }),
    });
  }
  return redirectWithFlash(`/profile#${COPIES_FORM}`, { about: COPIES_FORM, title: "Address saved", isInline: true });
}

/** The button that ends the copies. The form succeeds again if it is sent twice. */
export async function endCopies(account: Account, typed: FormData, context: Context) {
  const submission = parseFields(typed, z.object({}));
  const ended = await endBillingContact(account.id);
  if (!ended.ok) {
    return rejectForm({ context, form: END_COPIES_FORM, submission, message: ended.message, status: ended.status });
  }
  return redirectWithFlash(`/profile#${COPIES_FORM}`, {
    about: COPIES_FORM,
    title: "Copies have stopped",
    isInline: true,
  });
}
