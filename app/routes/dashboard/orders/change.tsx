import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireUser } from "#app/accounts/auth.server.ts";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import { isOfferKind } from "#app/domains/order-kinds.ts";
import type { Choice } from "#app/orders/order.ts";
import { orderSchema } from "#app/orders/order-form.ts";
import { priceFingerprintOf, renewalChoices, renewalPriceOf } from "#app/orders/order-price.ts";
import { orderTitle } from "#app/orders/order-title.ts";
import { mayCancel, priceOrPromise } from "#app/orders/order-words.ts";
import { cancelOrder, changeOrderYears, findOwnOrder } from "#app/orders/orders.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { ChoiceList } from "#app/routes/dashboard/ui/choice-list.tsx";
import { changePath } from "#app/routes/dashboard/ui/domain-path.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import { findOffer, type OfferRequest } from "./find-offer.ts";

export const handle = { hydrate: "never", areas: "orders" };

export const links = () => areaSheet("orders", ordersCss);

export const headers = privatePage;

export const meta = staticMeta({
  title: "Change or cancel",
  description: "Change or cancel an order.",
  isHidden: true,
});

const LATE =
  "This can’t be changed or cancelled now. Your phone is asked to pay, a payment was reported, or we have begun. Write to us if you don’t want it.";
const PRICE_CHANGED = "The price changed while you were reading. Please look at it again.";

/**
 * Returns the customer's own order and the years to which it may be changed. Throws a 404 for any other id, whether or not an
 * order has it.
 */
async function requireOwnOrder({ request, context, params }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const id = z.uuid().safeParse(params.order).data;
  const found = id === undefined ? null : await findOwnOrder(supabase, account.id, id);
  if (found && !found.ok) throw outage(context);
  const order = found?.value;
  if (!order) throw data(null, { status: 404 });
  const name = parseDomainName(order.domain);
  const isOpen = mayCancel(order);
  const { kind } = order;
  const choices =
    isOpen &&
    order.bill &&
    isOfferKind(kind) &&
    name.kind === "name" &&
    order.status === "requested" &&
    order.priceNamedAt === null
      ? await findOtherYears({
          ...{ kind, name, plan: null, here: "", supabase, userId: account.id },
          address: context?.address,
        })
      : [];
  return { order, choices, isOpen, userId: account.id };
}

export async function loader(args: LoaderFunctionArgs) {
  const { order, choices, isOpen } = await requireOwnOrder(args);
  return {
    id: order.id,
    title: orderTitle(order),
    price: priceOrPromise(order.priceKsh),
    isOpen,
    choices,
    // The order is read without its years, so the choice with its price is preselected.
    chosen: choices.find(({ price }) => price?.ksh === order.priceKsh)?.value ?? "",
    priceFingerprint: priceFingerprintOf(choices),
  };
}

/**
 * Changes the years of an unpaid order, or cancels it. A form that is sent twice takes effect once. Source:
 * docs/product/payments.md, "Payments".
 */
export async function action(args: ActionFunctionArgs) {
  const { order, choices, userId } = await requireOwnOrder(args);
  const { context } = args;
  const typed = await args.request.formData();
  if (typed.get("form") !== CHANGE_FORM) {
    const posted = { context, form: CANCEL_FORM, submission: parseFields(typed, z.object({})) };
    const done = await cancelOrder(userId, order.id);
    if (!done.ok) return rejectForm({ ...posted, message: done.message, status: 503 });
    if (done.value !== "done") return rejectForm({ ...posted, message: LATE, status: 409 });
    return redirectWithFlash("/dashboard/orders", { about: CANCEL_FORM, ...CANCELLED });
  }
  const submission = parseFields(typed, orderSchema({ kind: "renew", choices }));
  const posted = { context, form: CHANGE_FORM, submission, hideFields: ["priceFingerprint"] };
  if (choices.length === 0) return rejectForm({ ...posted, message: LATE, status: 409 });
  if (submission.status !== "success") return rejectForm(posted);
  const { choice, priceFingerprint } = submission.value;
  if (priceFingerprint !== priceFingerprintOf(choices))
    return rejectForm({ ...posted, message: PRICE_CHANGED, status: 409 });
  const { label, price } = choices.find(({ value }) => value === choice) ?? {};
  const done = await changeOrderYears(userId, order.id, Number(choice), price?.ksh ?? 0);
  if (!done.ok) return rejectForm({ ...posted, message: done.message, status: 503 });
  if (done.value !== "done") return rejectForm({ ...posted, message: LATE, status: 409 });
  return redirectWithFlash("/dashboard/orders", {
    about: CHANGE_FORM,
    title: `Your order is now for ${label}`,
    text: `It costs ${formatKsh(price?.ksh ?? 0)}.`,
  });
}

export default function ChangeOrderPage() {
  const { title, price, isOpen, ...forms } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>Change or cancel</h1>
      <p className="wrap-anywhere">
        {title}, {price}
      </p>
      {isOpen ? (
        <>
          {forms.choices.length > 1 && <ChangeForm {...forms} />}
          <CancelForm id={forms.id} />
        </>
      ) : (
        <p>This order can’t be changed or cancelled any more. “Your orders” says where it stands.</p>
      )}
      <ButtonLink kind="alt" to="/dashboard/orders">
        Your orders
      </ButtonLink>
    </div>
  );
}

/** Returns the years to which an unpaid order may be changed, with today's prices; none if it can only be cancelled. */
async function findOtherYears(request: OfferRequest): Promise<Choice[]> {
  if (request.kind === "register") {
    const found = await findOffer(request);
    return found.kind === "offer" && found.offer.isPaidFirst ? found.offer.choices : [];
  }
  const { domain } = request.name;
  if (request.kind !== "renew") return [];
  const own = await findDomain(request.supabase, request.userId, domain);
  return own.ok && renewalPriceOf(own.value) ? renewalChoices(own.value, nowDate()) : [];
}

export const CHANGE_FORM = "change-order";
export const CANCEL_FORM = "cancel-order";
export const CANCELLED = { title: "Your order is cancelled", text: "You pay nothing for it." };

type ChangeFormProps = { id: string; choices: Choice[]; chosen: string; priceFingerprint: string };

/** Chooses other years for an unpaid order. */
export function ChangeForm({ id, choices, chosen, priceFingerprint }: ChangeFormProps) {
  const page = usePageForm({ id: CHANGE_FORM, formKey: "first", defaultValue: { choice: chosen } });
  const { choice } = page.fields;
  return (
    <form {...page.formProps} action={changePath(id)} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(choice), label: "Years" }]} />
      <input type="hidden" name="form" value={CHANGE_FORM} />
      <input type="hidden" name="priceFingerprint" value={priceFingerprint} />
      <ChoiceList
        id={choice.id}
        name={choice.name}
        legend="Years"
        choices={choices}
        picked={choice.initialValue}
        error={choice.errors?.[0]}
      />
      <Button>Change it</Button>
    </form>
  );
}

/** Cancels an unpaid order. */
export function CancelForm({ id }: { id: string }) {
  const page = usePageForm({ id: CANCEL_FORM, formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={changePath(id)} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={CANCEL_FORM} />
      <p>Cancel it if you don’t want it any more. You pay nothing for it then, and can order again.</p>
      <Button kind="alt">Cancel the order</Button>
    </form>
  );
}
