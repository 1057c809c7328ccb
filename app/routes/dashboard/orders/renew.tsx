import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/http/auth.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { outage } from "#app/http/outage.server.ts";
import { upcomingSteps } from "#app/model/order-steps.ts";
import { renewalPage } from "#app/model/renewals.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { reloadUnlessRefused } from "#app/ui/forms/keep-typed.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Steps } from "#app/ui/primitives/steps.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { orderRun } from "#app/use-cases/orders/order-run.server.ts";
import { promises } from "#app/use-cases/orders/promises.server.ts";
import { findDueNames, renewAction } from "./renew-action.ts";
import { OrderAside } from "./ui/order-aside.tsx";
import { RenewForm } from "./ui/renew-form.tsx";

export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle", areas: "orders steps" };

export const links = () => [...areaSheet("orders", ordersCss), ...areaSheet("steps", stepsCss)];

export const headers: HeadersFunction = ownPage;

const TITLE = "Renew what is due";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, description: "All your names whose end is near, in one order.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const due = await findDueNames(supabase, account.id);
  if (!due.ok) return outage(context, { due: null, failure: due.message });
  const shown = renewalPage(due.value);
  const isDirect = shown.offered.some(({ name, price }) =>
    orderRun.isDirect({ kind: "renew", domain: name, priceKsh: price }),
  );
  const steps = upcomingSteps({ kind: "renew", promises, isByHand: false, isDirect });
  return data({ due: { ...shown, isDirect, steps, payment: promises.payment }, failure: "" });
}

export function action(args: ActionFunctionArgs) {
  return renewAction(args);
}

/** What changed while somebody was reading is asked for again; what else is refused changes nothing. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || reloadUnlessRefused(args);
}

export default function RenewPage() {
  const { due, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>{TITLE}</h1>
      {due === null && <ReadFailure title={failure} retryHref="/dashboard/orders/renew" />}
      {due && due.offered.length + due.others.length === 0 && (
        <Empty title="Nothing is due">
          <p>None of your names ends within sixty days.</p>
          <ButtonLink kind="alt" to="/dashboard/orders/new?kind=renew">
            Renew one all the same
          </ButtonLink>
        </Empty>
      )}
      {due && due.offered.length + due.others.length > 0 && (
        <div className="order-page">
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
