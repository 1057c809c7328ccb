import type { Submission } from "@conform-to/dom";
import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";
import { trailWords } from "#app/desk/log-words.ts";
import { lateWords } from "#app/desk/trail.ts";
import { countPayment, voidPayment, witness } from "#app/payments/count-payment.server.ts";
import {
  deletePayment,
  dismissClaim,
  enterEtims,
  enterPayment,
  type PaymentChange,
  payBack,
  returnPayment,
} from "#app/payments/desk.table.server.ts";
import {
  confirmSchema,
  enterSchema,
  etimsSchema,
  keepSchema,
  matchSchema,
  NO_BILL,
  notThereSchema,
  payBackSchema,
  returnedSchema,
  voidSchema,
} from "#app/payments/desk-forms.ts";
import { ownWords } from "#app/payments/desk-ways.ts";
import { issueReceipts } from "#app/payments/issue-receipts.server.ts";
import { keepCredit } from "#app/payments/keep-credit.server.ts";
import { PAY_WAYS } from "#app/payments/pay-ways.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { type FormErrors, statusOf } from "#app/platform/http/form-result.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { enterForm } from "./ui/payment-enter-form.tsx";

const LIST = "/desk/payments";

type Posted = { staff: Staff; typed: FormData; context: AppLoadContext | undefined };
type Read = {
  submission: Submission<unknown, string[], unknown>;
  change?: Promise<Result<PaymentChange>> | undefined;
  /** `to`: the page after a success. `saved`: what this page says. */
  to: string;
  saved: string;
};

/** The forms of the list, told apart by the field `form`: entries by hand, and a payment that is not in the portal. */
export function paymentsAction({ staff, typed, context }: Posted) {
  const form = String(typed.get("form"));
  const way = PAY_WAYS.find((one) => enterForm(one) === form);
  if (way !== undefined) {
    const submission = parseFields(typed, enterSchema(way, nowDate()));
    const entry = submission.status === "success" ? submission.value : undefined;
    const success = {
      to: `${LIST}/${entry?.code}`,
      saved: `Entered. ${witness() === "alone" ? "Now" : "Somebody else must"} confirm it`,
    };
    return settle(form, context, { ...success, submission, change: entry && enterPayment(staff, entry) });
  }
  if (form !== "not-there") throw data(null, { status: 400 });
  const to = { to: LIST, saved: "It needs nobody any more" };
  return settle(
    form,
    context,
    read(typed, notThereSchema, to, (value) => dismissClaim(staff, value)),
  );
}

/**
 * The forms of a payment. If two members of staff send a form, one succeeds and the other gets 409, which says who was first
 * and when.
 */
export function paymentAction({ staff, typed, context, code }: Posted & { code: string }) {
  const form = String(typed.get("form"));
  return settle(form, context, readPayment(form, { staff, typed, code }));
}

function readPayment(form: string, { staff, typed, code }: Omit<Posted, "context"> & { code: string }): Read {
  const here = (saved: string) => ({ to: `${LIST}/${code}`, saved });
  switch (form) {
    case "confirm":
      return read(typed, confirmSchema, here("It is counted"), (value) => countPayment(staff, code, value));
    case "match":
      return read(typed, matchSchema, here("It is counted for this bill"), (value) => countPayment(staff, code, value));
    case "returned":
      return read(typed, returnedSchema, here("It is sent back"), (value) => returnPayment(staff, code, value));
    case "delete":
      return read(typed, z.object({}), { to: LIST, saved: "The entry is deleted" }, () => deletePayment(staff, code));
    case "refund":
    case "surplus":
      return read(typed, payBackSchema, here("It is paid back"), async (value) => {
        // Issue receipts first, because a credit note names its receipt.
        const issued = await issueReceipts();
        return issued.ok ? payBack(staff, form, value) : issued;
      });
    case "keep":
      return read(typed, keepSchema, here("It is kept for the next bill"), (value) => keepCredit(staff, value));
    case "void":
      return read(typed, voidSchema, here("It does not count any more"), ({ ksh }) => voidPayment(staff, code, ksh));
    case "etims":
      return read(typed, etimsSchema, here("The number is on the receipt"), (value) => enterEtims(staff, value));
    default:
      throw data(null, { status: 400 });
  }
}

function read<Schema extends z.ZodType>(
  typed: FormData,
  schema: Schema,
  success: Pick<Read, "to" | "saved">,
  changeOf: (value: z.output<Schema>) => Promise<Result<PaymentChange>>,
): Read {
  const submission = parseFields(typed, schema);
  return { ...success, submission, change: submission.status === "success" ? changeOf(submission.value) : undefined };
}

async function settle(form: string, context: AppLoadContext | undefined, { submission, change, to, saved }: Read) {
  const changed = await change;
  if (!changed) return rejectForm({ context, form, submission });
  if (!changed.ok) {
    return rejectForm({ context, form, submission, message: changed.message, status: statusOf(changed) });
  }
  const { outcome, last } = changed.value;
  if (outcome === "done") return redirectWithFlash(to, { about: form, title: saved });
  if (outcome === "corrected") {
    return redirectWithFlash(to, {
      about: form,
      title: `The amount is stored. ${witness() === "alone" ? "Now" : "Somebody else must"} confirm it`,
    });
  }
  if (outcome === "gone")
    return redirectWithFlash(LIST, { about: form, title: "It is not here any more", isUnsure: true });
  // A deleted entry has no page, so the list shows this message.
  const isDeleted = outcome === "late" && last?.did === "payment-deleted";
  if (isDeleted) return redirectWithFlash(LIST, { about: form, title: conflictMessage(last, ""), isUnsure: true });
  return rejectForm({ context, form, submission, ...rejectionOf(form, changed.value) });
}

function rejectionOf(form: string, { outcome, last, code, ksh = 0 }: PaymentChange): FormErrors {
  switch (outcome) {
    case "no-bill":
      return { fieldErrors: { reference: [NO_BILL] } };
    case "wrong-amount":
      return {
        fieldErrors: { ksh: [`This is not the amount that we have. ${LOOK[form] ?? "Look at it again."}`] },
      };
    case "went-back":
      return {
        status: 409,
        message:
          "Money of this bill was sent back already, so the site cannot undo this payment. Ask the customer for it.",
      };
    case "spent":
      return {
        status: 409,
        message: `The customer has spent ${formatKsh(ksh)} that was kept of it. Let them pay ${formatKsh(ksh)} more for a bill and keep that, or give it as credit at their page. Then press again. Nothing was saved.`,
      };
    case "no-receipt":
      return {
        status: 409,
        message: "This bill was paid just now, and its receipt is not made yet. Press again. Nothing was saved.",
      };
    case "taken":
      return { fieldErrors: { number: ["Another receipt has this number."] } };
    case "known":
      if (code !== undefined) {
        return {
          status: 409,
          message: `We have this payment already, as ${code}: 0 and O, and 1, I and L, look alike.`,
        };
      }
      if (form === "refund" || form === "surplus")
        return { fieldErrors: { code: ["Money of this bill that went back has this code already."] } };
      return {
        status: 409,
        message:
          form === "enter"
            ? conflictMessage(last, "M-PESA has told us of this payment already.")
            : conflictMessage(last, "We have it already."),
      };
    case "own":
      return { status: 409, message: ownWords(witness()) };
    case "moved":
      return { status: 409, message: "Something else of this bill was paid meanwhile. Look again. Nothing was saved." };
    default:
      return { status: 409, message: `${conflictMessage(last, "This was settled meanwhile.")} Nothing was saved.` };
  }
}

const LOOK: Record<string, string> = {
  confirm: "If you have seen it, tick the box below.",
  match: "If you have seen it, tick the box below.",
};

const conflictMessage = (last: PaymentChange["last"], nobody: string) =>
  lateWords(last, last === null ? "" : trailWords(last.did, last.detail, "it"), nowDate(), nobody);
