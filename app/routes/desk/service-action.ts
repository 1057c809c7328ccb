import type { Submission } from "@conform-to/dom";
import { type AppLoadContext, data } from "@remix-run/node";
import type { z } from "zod";
import { LONGEST_REASON, noteSchema } from "#app/desk/form-fields.ts";
import { findDeskOrder } from "#app/orders/desk.table.server.ts";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { changeOrder } from "#app/orders/order-changes.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { changeService, type ServiceForm, serviceLook } from "#app/services/change-service.server.ts";
import { addServiceNote, type DeskService, findDeskService } from "#app/services/desk.table.server.ts";
import {
  accountSchema,
  DESK_SERVICE_ACTS,
  holdSchema,
  lastDaySchema,
  nextPriceSchema,
  reissuedSchema,
  removedSchema,
  SETUP_LIMITS,
  type ServiceAct,
  setupSchema,
  versionSchema,
} from "#app/services/desk-forms.ts";
import { askedYearOf, firstOrderOf, offeredActs, serviceConflict } from "#app/services/desk-service.ts";
import { withOwnAccount } from "#app/services/own-account.server.ts";
import { nextYearPriceOf } from "#app/services/service-price.ts";
import { hostingProvider } from "#app/services/whm.api.server.ts";
import { gone } from "./id-of.ts";
import { NOTE_FORM } from "./ui/note-form.tsx";

const HAS_IT =
  "A colleague has the order for the next year, or it has ended. Look at the order first. Nothing was saved.";

type Posted = { staff: Staff; service: DeskService; typed: FormData; context: AppLoadContext | undefined };

const SAVED: Record<ServiceAct, string> = {
  setup: "The way in is saved",
  server: "The server sets it up now",
  suspend: "Marked as suspended",
  restore: "Marked as restored",
  hold: "Saved",
  price: "The price is saved",
  date: "The last day is saved",
  plan: "Marked as changed",
  reissued: "The certificate is saved",
  removed: "The service has ended",
  again: "The server tries again",
  there: "Marked as done",
};

/**
 * The forms of a service at the desk, told apart by the field `form`. If two members of staff send a form, one succeeds and the
 * other gets 409, which says who was first and when. A form that is sent twice gets the same response again.
 */
export async function serviceAction({ staff, service, typed, context }: Posted) {
  const page = `/desk/services/${service.id}`;
  if (typed.get("form") === NOTE_FORM) return note({ staff, service, typed, context });
  const act = DESK_SERVICE_ACTS.find((one) => one === typed.get("form"));
  const now = nowDate();
  if (act === undefined || (act === "server" && !hostingProvider())) throw data(null, { status: 400 });
  const { submission, form } = readForm(act, service, typed, now);
  const posted = { context, form: act, submission, hideFields: ["password"] };
  if (!form) return rejectForm(posted);

  // Only a form that the page still offers is confirmed. Any other form came too late or twice, which `changeService` finds out.
  const look = offeredActs(service, staff.id, now, true)[act] ? serviceLook(service, form) : undefined;
  if (look !== undefined && typed.get("sure") !== look.sure) {
    const title = "Is this right? Nothing is saved yet.";
    const asked = rejectForm({ ...posted, title, message: look.words, carry: { sure: look.sure }, status: 409 });
    // A question is no error, so the title of the page does not say so.
    if (context) context.isRefused = false;
    return asked;
  }
  const checked = await withOwnAccount(service, form);
  if (!checked.ok) return rejectForm({ ...posted, message: checked.message, status: statusOf(checked) });
  const refused = await billAskedYear(staff, service, form.values, posted);
  if (refused) return refused;
  const changed = await changeService(staff, service, checked.value, payUrlOf(service));
  if (!changed.ok) return rejectForm({ ...posted, message: changed.message, status: statusOf(changed) });
  if (changed.value === null) throw gone(context);
  if (changed.value.outcome !== "done" && changed.value.outcome !== "same") {
    const fresh = await findDeskService(service.id);
    const message = serviceConflict(changed.value, (fresh.ok && fresh.value) || service, now);
    return rejectForm({ ...posted, message, status: 409 });
  }
  return redirectWithFlash(page, { about: act, title: SAVED[act] });
}

/**
 * Sends the bill of a next year whose customer has asked for its price, at the price that staff agree on. Returns the response
 * if that fails; then nothing is agreed either.
 */
async function billAskedYear(
  staff: Staff,
  service: DeskService,
  { renew_ksh: ksh, version }: ServiceForm["values"],
  posted: Parameters<typeof rejectForm>[0],
) {
  const asked = askedYearOf(service);
  // A form that showed an older service is refused with who changed it.
  if (!asked || !ksh || version !== service.version) return undefined;
  const order = await findDeskOrder(asked.id);
  if (!order.ok) return rejectForm({ ...posted, message: order.message, status: statusOf(order) });
  if (order.value === null) return undefined;
  const billed = await changeOrder(staff, order.value, { form: "price", ksh });
  if (!billed.ok) return rejectForm({ ...posted, message: billed.message, status: statusOf(billed) });
  if (billed.value === "done" || billed.value === "same") return undefined;
  return rejectForm({ ...posted, message: HAS_IT, status: 409 });
}

/** Returns the page of the open bill for the next year, for which the customer need not sign in. */
function payUrlOf({ orders }: DeskService): string | undefined {
  const open = orders.find(({ kind, status, isUnpaid }) => kind === "extend" && status === "requested" && isUnpaid);
  return open?.billId ? payUrl(open.billId) : undefined;
}

async function note({ staff, service, typed, context }: Posted) {
  const submission = parseFields(typed, noteSchema, { body: 2000 });
  const posted = { context, form: NOTE_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const added = await addServiceNote(staff, service, submission.value.body);
  if (!added.ok) return rejectForm({ ...posted, message: added.message, status: statusOf(added) });
  return redirectWithFlash(`/desk/services/${service.id}`, { about: NOTE_FORM, title: "The note is saved" });
}

type Read = { submission: Submission<unknown, string[], unknown>; form: ServiceForm | undefined };

function readForm(act: ServiceAct, service: DeskService, typed: FormData, now: Date): Read {
  const needs = { isUnpaid: firstOrderOf(service)?.isUnpaid ?? false, isShared: service.others.length > 0 };
  switch (act) {
    case "setup":
      return read(typed, setupSchema(service.kind, needs, now), ({ version, early, shared, ...value }) => {
        const ticks = ticked({ version, early, shared });
        if ("cert_ends_on" in value) return { act, values: { ...value, ...ticks } };
        const { password, ...access } = value;
        return { act, values: { access: withoutUnset(access), ...ticks }, password };
      });
    case "server":
    case "there": {
      const isNew = service.state === "ordered";
      const its = { isUnpaid: act === "server" && needs.isUnpaid, isShared: isNew && needs.isShared };
      return read(typed, accountSchema(its), (value) => ({ act, values: ticked(value) }));
    }
    case "hold":
      return read(typed, holdSchema(now), ({ until, ...value }) => ({
        act,
        values: { hold_until: until ?? null, ...value },
      }));
    case "price":
      return read(typed, nextPriceSchema, ({ ksh, ...value }) => ({
        act,
        values: { renew_ksh: ksh ?? null, first_price: ksh !== undefined && !nextYearPriceOf(service), ...value },
      }));
    case "date":
      return read(typed, lastDaySchema(service, now), ({ until, ...value }) => ({
        act,
        values: { ends_on: until, ...value },
      }));
    case "reissued":
      return read(typed, reissuedSchema(now), (values) => ({ act, values }));
    case "removed":
      return read(typed, removedSchema(service), ({ version }) => ({ act, values: { version } }));
    default:
      return read(typed, versionSchema, (values) => ({ act, values }));
  }
}

type Ticked = { version: string } & Record<"early" | "shared", "on" | undefined>;
const ticked = ({ version, early, shared }: Ticked): ServiceForm["values"] => ({
  version,
  ...(early && { early: true }),
  ...(shared && { shared: true }),
});

function read<Schema extends z.ZodType>(
  typed: FormData,
  schema: Schema,
  formOf: (value: z.output<Schema>) => ServiceForm,
): Read {
  const submission = parseFields(typed, schema, { ...SETUP_LIMITS, reason: LONGEST_REASON });
  return { submission, form: submission.status === "success" ? formOf(submission.value) : undefined };
}

function withoutUnset(access: Record<string, string | undefined>): DeskService["access"] {
  return Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined));
}
