import { type AppLoadContext, redirect } from "@remix-run/node";
import { type AddressChange, findPerson, noteAddress } from "#app/accounts/desk.table.server.ts";
import { addressSchema } from "#app/accounts/schema.server.ts";
import { isStaff } from "#app/accounts/staff.server.ts";
import { ADDRESS_TAKEN, changeAddress } from "#app/accounts/staff-accounts.api.server.ts";
import { lateWords } from "#app/desk/trail.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { type FormErrors, statusOf } from "#app/platform/http/form-result.ts";
import { keyedHash } from "#app/platform/redis/names.server.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { ADDRESS_FORM } from "./ui/address-form.tsx";

type Posted = { context: AppLoadContext | undefined; staff: Staff; id: string; typed: FormData };

const OF_STAFF = "This is an address of staff. It is changed in the settings of the site.";

/**
 * Asks for another address of an account, or changes it after another member of staff has asked for the same one. If the answer
 * of the auth service is lost, the request stays open, and pressing again changes the address once. Source:
 * docs/product/desk.md, "People at the desk".
 */
export async function changePersonAddress({ context, staff, id, typed }: Posted) {
  const submission = parseFields(typed, addressSchema);
  const posted = { context, form: ADDRESS_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const email = submission.value.email.toLowerCase();
  const page = `/desk/people/${id}`;
  const found = await findPerson(staff, id);
  if (!found.ok) return rejectForm({ ...posted, message: found.message, status: statusOf(found) });
  if (found.value === null) return redirect(page, 303);
  // An address of staff opens the desk.
  if (isStaff(email) || isStaff(found.value.account.email))
    return rejectForm({ ...posted, fieldErrors: { email: [OF_STAFF] } });

  const hash = keyedHash(email);
  const confirms = submission.value.confirms !== undefined;
  let noted = await noteAddress(staff, id, hash, confirms ? "check" : "ask");
  if (noted.ok && noted.value.outcome === "go") {
    const changed = await changeAddress(id, email);
    if (!changed.ok) {
      const isTaken = changed.code === ADDRESS_TAKEN;
      const problem = isTaken ? { fieldErrors: { email: [changed.message] } } : { message: changed.message };
      return rejectForm({ ...posted, ...problem, status: isTaken ? 409 : statusOf(changed) });
    }
    noted = await noteAddress(staff, id, hash, "note");
  }
  if (!noted.ok) return rejectForm({ ...posted, message: noted.message, status: statusOf(noted) });
  switch (noted.value.outcome) {
    case "unseen":
      return redirect(page, 303);
    case "asked": {
      const text = "Somebody else must confirm it within a day, by typing the same address.";
      return redirectWithFlash(page, { about: ADDRESS_FORM, title: "You have asked for it", text });
    }
    case "changed": {
      const text = "Both addresses get a mail. The password stays.";
      return redirectWithFlash(page, { about: ADDRESS_FORM, title: "The address is changed", text });
    }
    default:
      return rejectForm({ ...posted, status: 409, ...problemOf(noted.value) });
  }
}

function problemOf({ outcome, last }: AddressChange): FormErrors {
  switch (outcome) {
    case "own":
      return { message: "You can’t do this to your own account. Ask somebody else." };
    case "unconfirmed":
      return { message: "This account is not confirmed. Make an account with the other address." };
    case "known":
      return { message: `${lateWords(last, "asked for it", nowDate(), "Somebody asked for it.")} Confirm it below.` };
    case "same":
      return { message: "You asked for it, so somebody else must confirm it." };
    case "differs":
      return { fieldErrors: { email: ["This is not the address that was asked for. Ask the customer again."] } };
    default:
      return { message: lateWords(last, "changed it", nowDate(), "Nobody has asked for it within a day.") };
  }
}
