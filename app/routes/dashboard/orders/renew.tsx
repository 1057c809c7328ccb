import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { readServiceRows } from "#app/dashboard/service-rows.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { isPayable } from "#app/orders/new-bill.server.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { upcomingSteps } from "#app/orders/order-steps.ts";
import { unpaidLink } from "#app/orders/order-words.ts";
import { listCurrentOrders } from "#app/orders/own-lists.table.server.ts";
import { doneWithin, promises, stepPromises } from "#app/orders/promises.server.ts";
import { type DueName, dueNames, renewalPage } from "#app/orders/renewals.ts";
import { isPicked, severalSchema } from "#app/orders/several-form.ts";
import { Steps } from "#app/orders/steps.tsx";
import { knownPhone } from "#app/payments/start-prompt.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { outage, outagePage } from "#app/platform/http/outage.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { shownServices } from "#app/routes/dashboard/shown-items.ts";
import { Services } from "#app/routes/dashboard/ui/action-items.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { reloadUnlessRefused } from "#app/ui/forms/keep-typed.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { orderButtons, phoneField } from "./offer-parts.ts";
import { NOT_ORDERED, orderSeveral, statusOfSeveral } from "./order-several.ts";
import { paysNow, phoneSchema } from "./pay-order.ts";
import { chargeWords, OrderAside } from "./ui/order-aside.tsx";
import { SEVERAL_FORM, SeveralForm } from "./ui/several-form.tsx";

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
  const [due, rows] = await Promise.all([
    findDueNames(supabase, account.id, picked),
    page.isPicked ? success([]) : readServiceRows(supabase, account.id, nowDate()),
  ]);
  const services = rows.ok
    ? shownServices(
        rows.value.filter(({ next, isNew }) => next.isMain && !isNew),
        true,
      )
    : [];
  if (!due.ok) return outagePage(context, { ...page, services, due: null, failure: due.message });
  const shown = renewalPage(due.value);
  const isPaidFirst = shown.offered.some(({ price }) => isPayable({ kind: "renew", priceKsh: price }));
  const isDirect =
    !isPaidFirst &&
    shown.offered.some(({ name, price }) => orderRun.isDirect({ kind: "renew", domain: name, priceKsh: price }));
  const answerTime = doneWithin(
    shown.offered.map(({ name, price }) => ({ kind: "renew", domain: name, priceKsh: price })),
  );
  const steps = upcomingSteps({
    kind: "renew",
    promises: { ...stepPromises, answerTime },
    isByHand: false,
    isDirect,
    isPaidFirst,
  });
  const payment = isPaidFirst ? "" : promises.payment;
  const phone = isPaidFirst ? phoneField(await knownPhone(account)) : undefined;
  const submit = orderButtons("Renew these names", isPaidFirst, "Renew");
  const action = page.isPicked ? PATH + search : PATH;
  return data({
    ...page,
    services,
    due: {
      ...shown,
      others: shown.others.map((one) => ({ ...one, link: orderedLink(one) })),
      action,
      untick: UNTICK,
      charge: chargeWords(isDirect, isPaidFirst),
      phone,
      submit,
      steps,
      payment,
    },
    failure: "",
  });
}

const PATH = "/dashboard/orders/renew";
const UNTICK = "Untick a name that you don’t want to renew now.";

/** Returns the link to the bill or the order of a name whose renewal is ordered. */
function orderedLink(due: DueName) {
  if (due.state !== "ordered") return undefined;
  if (!due.unpaid) return { to: "/dashboard/orders", label: "Ordered: see it" };
  const { to, label } = unpaidLink(due.unpaid);
  return { to, label: `${due.unpaid.isOnItsWay ? "We look for your payment" : "Not paid yet"}: ${label}` };
}

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
  const typed = await request.formData();
  const schema = severalSchema(due.value, renewalPage(due.value).offered);
  const submission = parseFields(typed, schema.and(phoneSchema(paysNow(typed))));
  const posted = { context, form: SEVERAL_FORM, submission, title: NOT_ORDERED };
  if (submission.status !== "success") return rejectForm({ ...posted, status: statusOfSeveral(submission) });
  const ordered = due.value.flatMap((one) => (one.state === "ordered" && isPicked(typed, one.name) ? one : []));
  return orderSeveral(
    {
      ...{ kind: "renew", ...submission.value, typed, account, supabase },
      orderedBills: ordered.flatMap(({ unpaid }) => unpaid?.id ?? []),
      isPaidFirst: ({ priceKsh }) => isPayable({ kind: "renew", priceKsh }),
    },
    posted,
  );
}

/** Reloads after a 409, because the list has changed. Other failures change nothing. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || reloadUnlessRefused(args);
}

export default function RenewPage() {
  const { due, services, failure, isPicked } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>{isPicked ? "Renew these names" : TITLE}</h1>
      {due === null && <ReadFailure title={failure} retryHref={PATH} />}
      {due && due.offered.length + due.others.length + services.length === 0 && (
        <Empty title="Nothing is due">
          <p>None of your names ends in the next sixty days.</p>
          <ButtonLink kind="alt" to="/dashboard/orders/new?kind=renew">
            Renew one all the same
          </ButtonLink>
        </Empty>
      )}
      <Services rows={services} />
      {due && due.offered.length + due.others.length > 0 && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <SeveralForm {...due} />
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
