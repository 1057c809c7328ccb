import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  closePerson,
  findPerson,
  findPhoneToCall,
  readPersonParts,
  switchStepOff,
} from "#app/accounts/desk.table.server.ts";
import { readPartKeys } from "#app/accounts/person-parts.ts";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { typedSchema } from "#app/desk/person-forms.ts";
import { findListedPerson } from "#app/desk/search.table.server.ts";
import { callWords, stepOffProblem } from "#app/desk/step-off.ts";
import { lateWords } from "#app/desk/trail.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { addName, findDeskName } from "#app/orders/desk-names.table.server.ts";
import { addNameSchema, lastDayRange } from "#app/orders/name-forms.ts";
import { reminderLetter } from "#app/orders/name-view.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { anyText } from "#app/platform/text/text-characters.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { changePersonAddress } from "./address-action.ts";
import { changeCredit } from "./credit-action.ts";
import { idOf } from "./id-of.ts";
import { ADD_FORM, AddNameForm } from "./ui/add-name-form.tsx";
import { ADDRESS_FORM, AddressForm } from "./ui/address-form.tsx";
import { CONFIRM_FORM, CreditForms, GIVE_FORM, PAY_OUT_FORM } from "./ui/credit-forms.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { CLOSE_FORM, ClosePersonForm, ExportForm, PersonFacts, STEP_FORM, StepOffForm } from "./ui/person-forms.tsx";
import { PersonPartLists } from "./ui/person-parts.tsx";
import { ReminderBox } from "./ui/reminder-box.tsx";
import { LOOK_FORM, LookForm } from "./ui/view-reason-form.tsx";
import { Writers } from "./ui/writers.tsx";
import { look, readRemind } from "./view-reason-action.ts";

export const handle = { hydrate: "never" };

export const headers = unstoredPage;

export const meta = staticMeta({ title: "A person", description: "A customer and their account.", isHidden: true });

const CLOSED = "The account is closed";
const NOT_ASKED = "This customer has not asked to close the account, or has cancelled it.";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const id = idOf(params.id);
  const found = await findPerson(staff, id);
  if (!found.ok) throw outage(context);
  const phone = found.value ? await findPhoneToCall(id) : success(null);
  const parts = await readPersonParts(staff, id, readPartKeys(new URL(request.url).searchParams));
  if (!phone.ok || !parts.ok) throw outage(context);
  const remind = readRemind(new URL(request.url).searchParams.get("remind"));
  const sought = found.value === null ? await findListedPerson(id) : undefined;
  // Without its reminder the page is still of use.
  const name = remind !== "" && found.value !== null ? await findDeskName(remind) : undefined;
  return {
    id,
    remind,
    reminder:
      name?.ok && name.value?.userId === id ? reminderLetter(name.value, found.value?.account.name, nowDate()) : null,
    person: found.value,
    who:
      sought?.ok && sought.value
        ? [sought.value.name, orderNumber(id), sought.value.domain].filter(Boolean).join(", ")
        : "",
    parts: parts.value,
    call: phone.value && callWords(phone.value),
    isSelf: staff.id === id,
    days: lastDayRange(nowDate()),
    hasStatement: takesPayments,
  };
}

type Posted = { context: AppLoadContext | undefined; staff: Staff; id: string; typed: FormData };

/** Looks at the person with a reason, adds a name, closes the account, or switches the second step off. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "read");
  const posted = { context, staff, id: idOf(params.id), typed: await request.formData() };
  const form = posted.typed.get("form");
  if (form === LOOK_FORM) return look(context, posted);
  await requireStaff(request, context, "write");
  if (form === CLOSE_FORM) return close(posted);
  if (form === ADD_FORM) return add(posted);
  if (form === GIVE_FORM || form === CONFIRM_FORM || form === PAY_OUT_FORM) return changeCredit(form, posted);
  if (form === ADDRESS_FORM) return changePersonAddress(posted);
  if (form === STEP_FORM) return endStep(posted);
  throw data(null, { status: 400 });
}

async function close({ context, staff, id, typed }: Posted) {
  const submission = parseFields(typed, typedSchema("Please type the address"));
  const posted = { context, form: CLOSE_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const closed = await closePerson(staff, id, submission.value.typed);
  if (!closed.ok) return rejectForm({ ...posted, message: closed.message, status: statusOf(closed) });
  const { outcome, orders, last } = closed.value;
  if (outcome === "open") {
    const which =
      orders === 1 ? "1 order is paid, or in work. End it" : `${orders} orders are paid, or in work. End them`;
    return rejectForm({ ...posted, fieldErrors: { typed: [`${which} first, then close the account.`] }, status: 409 });
  }
  if (outcome === "unseen") return redirect(`/desk/people/${id}`, 303);
  if (outcome === "wrong-address")
    return rejectForm({ ...posted, fieldErrors: { typed: ["This is not the address of the account"] } });
  const left = outcome === "closed" ? closed.value.left : last?.isAgain ? last.detail.left : undefined;
  if (left === undefined) {
    const message = lateWords(last, "closed this account", nowDate(), NOT_ASKED);
    return rejectForm({ ...posted, message, status: 409 });
  }
  const text = left === "nothing" ? "Nothing of it is left." : "Its orders and names stay, without a person.";
  return redirectWithFlash("/desk/people", { about: CLOSE_FORM, title: CLOSED, text });
}

async function add({ context, staff, id, typed }: Posted) {
  const submission = parseFields(typed, addNameSchema(nowDate()));
  const posted = { context, form: ADD_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { name } = submission.value;
  const added = await addName(staff, id, submission.value);
  if (!added.ok) return rejectForm({ ...posted, message: added.message, status: statusOf(added) });
  if (added.value === "named")
    return rejectForm({ ...posted, message: "A customer has this name already.", status: 409 });
  if (added.value === "unseen") {
    return rejectForm({ ...posted, message: "Say once more why you look, then add it again.", status: 409 });
  }
  return redirectWithFlash(`/desk/names/${name}`, { about: ADD_FORM, title: "The name is added" });
}

async function endStep({ context, staff, id, typed }: Posted) {
  const submission = parseFields(typed, z.object({ confirms: anyText() }));
  const posted = { context, form: STEP_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const ended = await switchStepOff(staff, id, submission.value.confirms !== undefined);
  if (!ended.ok) return rejectForm({ ...posted, message: ended.message, status: statusOf(ended) });
  const { outcome, last } = ended.value;
  const page = `/desk/people/${id}`;
  if (outcome === "unseen") return redirect(page, 303);
  if (outcome === "asked") {
    const text = "Somebody else must confirm it within a day.";
    return redirectWithFlash(page, { about: STEP_FORM, title: "You have asked for it", text });
  }
  if (outcome === "off" || (outcome === "none" && last?.isAgain)) {
    const text = "The customer gets a mail, and signs in by password.";
    return redirectWithFlash(page, { about: STEP_FORM, title: "The second step is off", text });
  }
  return rejectForm({ ...posted, message: stepOffProblem(outcome, last, nowDate()), status: 409 });
}

export default function PersonPage() {
  const { id, remind, reminder, person, who, parts, call, isSelf, days, hasStatement } = useLoaderData<typeof loader>();
  if (person === null || parts === null) {
    return (
      <div className="page sheet app">
        <div className="flow max-w-[40rem]">
          <DeskHead title="Why do you look?">
            <a href="/desk/people">People</a>
          </DeskHead>
          {who !== "" && (
            <p className="stranger" dir="auto">
              <b>{who}</b>
            </p>
          )}
          <LookForm id={id} remind={remind} />
        </div>
      </div>
    );
  }
  const { account, closing, open_orders: openOrders, unpaid_orders: unpaidOrders, step_since, step_asked } = person;
  return (
    <div className="page sheet app">
      <DeskHead title={account.name ?? account.email}>
        {hasStatement && <a href={`/desk/people/${id}/statement`}>Statement of the year</a>}
        <Writers>
          <ButtonLink kind="alt" to={`/desk/people/${id}/order`}>
            Order for this customer
          </ButtonLink>
        </Writers>
      </DeskHead>
      {reminder && <ReminderBox letter={reminder} email={account.email} phone={account.phone} />}
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-4 lg:grid-cols-2">
        <div className="flow">
          <PersonFacts person={person} hasBills={hasStatement} />
          <PersonPartLists id={id} parts={parts} of={["orders", "bills", "services", "names"]} />
        </div>
        <div className="flow">
          {closing !== null && (
            <Writers>
              <ClosePersonForm
                id={id}
                createdAt={closing.created_at}
                reason={closing.reason}
                openOrders={openOrders}
                unpaidOrders={unpaidOrders}
                credit={person.credit}
              />
            </Writers>
          )}
          <Writers instead={<p>{`Credit: ${formatKsh(person.credit)}`}</p>}>
            <CreditForms id={id} credit={person.credit} asked={person.credit_asked} />
          </Writers>
          <Writers>
            <AddNameForm id={id} days={days} />
            {account.isConfirmed && !isSelf && <AddressForm id={id} asked={person.address_asked} call={call} />}
            {account.isConfirmed && <ExportForm id={id} />}
            {step_since !== null && <StepOffForm id={id} asked={step_asked} isSelf={isSelf} call={call} />}
          </Writers>
          <PersonPartLists id={id} parts={parts} of={["payments", "messages", "mails", "log"]} />
        </div>
      </div>
    </div>
  );
}
