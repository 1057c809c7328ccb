import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { billFor, isPayable, payRedirect } from "#app/orders/new-bill.server.ts";
import { type NewOrder, newOrderMails, sendOrderMessage } from "#app/orders/order-message.server.ts";
import { yearsWords } from "#app/orders/order-price.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { upcomingSteps } from "#app/orders/order-steps.ts";
import { orderedWords, renewedWords } from "#app/orders/order-words.ts";
import { createOrders } from "#app/orders/orders.table.server.ts";
import { listCurrentOrders } from "#app/orders/own-lists.table.server.ts";
import { promises, stepPromises } from "#app/orders/promises.server.ts";
import { type Renewal, renewalSchema } from "#app/orders/renewal-form.ts";
import { type DueName, dueNames, renewalPage } from "#app/orders/renewals.ts";
import { Steps } from "#app/orders/steps.tsx";
import { nowDate } from "#app/platform/clock.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectDocumentWithFlash, redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { outage, outagePage } from "#app/platform/http/outage.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { secondsToMidnight } from "#app/platform/text/nairobi-day.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { reloadUnlessRefused } from "#app/ui/forms/keep-typed.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { UNCONFIRMED } from "./order-action.ts";
import { chargeWords, OrderAside } from "./ui/order-aside.tsx";
import { RENEW_FORM, RenewForm } from "./ui/renew-form.tsx";

export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle", areas: "orders steps" };

export const links = () => [...areaSheet("orders", ordersCss), ...areaSheet("steps", stepsCss)];

export const headers = privatePage;

const TITLE = "Renew what is due";

export const meta = staticMeta({
  title: TITLE,
  description: "All your names whose end is near, in one order.",
  isHidden: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const { search, searchParams } = new URL(request.url);
  const picked = searchParams.getAll("pick");
  const page = { isPicked: picked.length > 0 };
  const due = await findDueNames(supabase, account.id, picked);
  if (!due.ok) return outagePage(context, { ...page, due: null, failure: due.message });
  const shown = renewalPage(due.value);
  const isPaidFirst = shown.offered.some(({ price }) => isPayable({ kind: "renew", priceKsh: price }));
  const isDirect =
    !isPaidFirst &&
    shown.offered.some(({ name, price }) => orderRun.isDirect({ kind: "renew", domain: name, priceKsh: price }));
  const steps = upcomingSteps({ kind: "renew", promises: stepPromises, isByHand: false, isDirect, isPaidFirst });
  const payment = isPaidFirst ? "" : promises.payment;
  const action = page.isPicked ? PATH + search : PATH;
  return data({
    ...page,
    due: { ...shown, action, charge: chargeWords(isDirect, isPaidFirst), steps, payment },
    failure: "",
  });
}

const PATH = "/dashboard/orders/renew";
const NOT_ORDERED = "Nothing was ordered yet";

/**
 * Returns the customer's domains that are due, or those of them that were ticked on the dashboard. If the orders cannot be
 * read, the result may include domains whose renewal is ordered; ordering it again says so. Fails when the domains cannot be
 * read.
 */
async function findDueNames(supabase: Supabase, userId: string, picked: readonly string[]): Promise<Result<DueName[]>> {
  const now = nowDate();
  const [owned, orders] = await Promise.all([listDomains(supabase, userId), listCurrentOrders(supabase, userId, now)]);
  return owned.ok ? success(dueNames(owned.value, orders.ok ? orders.value : [], now, picked)) : owned;
}

/**
 * Orders the renewal of all selected domains at the current prices: one order for each, all or none. Then carries out the
 * orders that the site may carry out at once. Source: docs/product/orders.md, "Orders".
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const due = await findDueNames(supabase, account.id, new URL(request.url).searchParams.getAll("pick"));
  // Without this data the page cannot show the list, so the failure page gives the input back.
  if (!due.ok) throw outage(context);
  const submission = await readForm(request, renewalSchema(due.value, renewalPage(due.value).offered));
  const posted = { context, form: RENEW_FORM, submission, title: NOT_ORDERED };
  if (submission.status !== "success") {
    // An error at a domain's field means that the list has changed. If there is none, nothing was selected.
    const isChanged = Object.keys(submission.error ?? {}).some((field) => field !== "");
    return rejectForm({ ...posted, status: isChanged ? 409 : 400 });
  }
  const { renewals } = submission.value;
  const placed = await placeRenewals(account, renewals);
  if (!placed.ok && placed.status === 429) {
    const retryAfterSeconds = secondsToMidnight(nowDate());
    return rejectForm({ ...posted, message: placed.message, status: 429, retryAfterSeconds });
  }
  if (!placed.ok)
    return rejectForm({ ...posted, message: placed.isUnknown ? UNCONFIRMED : placed.message, status: 503 });
  const { orders, bill } = placed.value;
  if (bill && orders.length > 0) {
    await carryOut(orders, account);
    const { to, words } = payRedirect(bill);
    return redirectDocumentWithFlash(to, { about: RENEW_FORM, ...words });
  }
  const words = orders.length === 0 ? orderedWords("renew", { kind: "elsewhere" }) : await carryOut(orders, account);
  return redirectWithFlash("/dashboard/orders", { about: RENEW_FORM, ...words });
}

/**
 * Stores the orders, except those that exist already because the form was sent before or in another tab. Returns the new
 * orders.
 */
async function placeRenewals(
  account: Account,
  renewals: readonly Renewal[],
): Promise<Result<{ orders: NewOrder[]; bill?: string }>> {
  if (renewals.length === 0) return success({ orders: [] });
  const orders = renewals.map(({ name, years, priceKsh }) => ({
    id: crypto.randomUUID(),
    kind: "renew" as const,
    domain: name,
    priceKsh,
    userId: account.id,
    payload: { years },
    detail: yearsWords(years),
    ...(isPayable({ kind: "renew", priceKsh }) && { isBilled: true }),
  }));
  const bill = billFor(orders.filter(({ isBilled }) => isBilled));
  const placed = await createOrders(orders, newOrderMails(orders, account, bill), bill);
  if (!placed.ok) return placed;
  if (placed.value.isNew) return success({ orders, ...(bill && { bill: bill.id }) });
  const known = new Set(placed.value.orders.map(({ domain }) => domain));
  return placeRenewals(
    account,
    renewals.filter(({ name }) => !known.has(name)),
  );
}

/** Carries the orders out in parallel, so that the customer does not wait longer than for one order. */
async function carryOut(orders: readonly NewOrder[], account: Account) {
  const ended = await Promise.all(
    orders.map(async (order) => ({
      ...order,
      outcome: order.isBilled ? ({ kind: "unpaid" } as const) : await orderRun.carryOut(order),
    })),
  );
  await sendOrderMessage(ended, account);
  return renewedWords(
    orders,
    ended.map(({ outcome }) => outcome),
  );
}

/** Reloads after a 409, because the list has changed. Other failures change nothing. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || reloadUnlessRefused(args);
}

export default function RenewPage() {
  const { due, failure, isPicked } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>{isPicked ? "Renew these names" : TITLE}</h1>
      {due === null && <ReadFailure title={failure} retryHref={PATH} />}
      {due && due.offered.length + due.others.length === 0 && (
        <Empty title="Nothing is due">
          <p>None of your names ends in the next sixty days.</p>
          <ButtonLink kind="alt" to="/dashboard/orders/new?kind=renew">
            Renew one all the same
          </ButtonLink>
        </Empty>
      )}
      {due && due.offered.length + due.others.length > 0 && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <RenewForm {...due} />
          {due.offered.length > 0 && (
            <OrderAside payment={due.payment}>
              <Steps steps={due.steps} />
            </OrderAside>
          )}
        </div>
      )}
    </div>
  );
}
