import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { listDomains } from "#app/gateways/domains.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { namesWithoutSpaces } from "#app/model/domain-name.ts";
import { isOrderKind, type Offer, type OrderKind } from "#app/model/order.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { reloadUnlessRefused } from "#app/ui/forms/keep-typed.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Steps } from "#app/ui/primitives/steps.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { findOffer, type NoOffer, nameIn } from "./find-offer.ts";
import { orderAction } from "./order-action.ts";
import { OrderAside } from "./ui/order-aside.tsx";
import { OrderForm } from "./ui/order-form.tsx";
import { OrderKinds } from "./ui/order-kinds.tsx";
import { OrderNameForm } from "./ui/order-name-form.tsx";
import { orderTitle } from "./ui/order-titles.ts";

export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle", areas: "orders steps" };

export const links = () => [...areaSheet("orders", ordersCss), ...areaSheet("steps", stepsCss)];

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.kind ? orderTitle(data.kind, data.offer?.display) : WHICH,
    description: "See the price, then order.",
    isHidden: true,
  });

const WHICH = "What do you want to order?";

/** What is asked first, where the address names no name: a list to pick from, or a field to type in. */
type NameWanted = { typed: string; problem?: string; instead: string[]; names: string[] | null };
/** Without a kind the page asks which. */
type Loaded = { kind: OrderKind | null; offer?: Offer; none?: NoOffer; wanted?: NameWanted; plan: string };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const { searchParams, pathname, search } = new URL(request.url);
  const kind = searchParams.get("kind");
  if (kind === null) return data<Loaded>({ kind, plan: "" });
  if (!isOrderKind(kind)) throw data(null, { status: 404 });
  const plan = searchParams.get("plan");
  const name = nameIn(searchParams);
  if (name.kind === "name") {
    const found = await findOffer({
      kind,
      name,
      plan,
      here: pathname + search,
      supabase,
      userId: account.id,
      address: context?.address,
    });
    const rest = { kind, plan: plan ?? "" };
    return data<Loaded>(found.kind === "offer" ? { offer: found.offer, ...rest } : { none: found, ...rest });
  }
  const own = kind === "renew" || kind === "certificate" ? await listDomains(supabase, account.id) : undefined;
  const names = own?.ok ? own.value.map((domain) => domain.name) : null;
  const problem = name.kind === "invalid" ? { problem: name.message } : {};
  const typed = searchParams.get("domain") ?? "";
  const wanted = { typed, instead: namesWithoutSpaces(typed), names, ...problem };
  return data<Loaded>({ kind, wanted, plan: plan ?? "" }, { status: name.kind === "invalid" ? 400 : 200 });
}

export function action(args: ActionFunctionArgs) {
  return orderAction(args);
}

/** A price that changed while somebody was reading is asked for again; what else is refused changes nothing. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || reloadUnlessRefused(args);
}

export default function NewOrderPage() {
  const { kind, offer, none, wanted, plan } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      {none ? <Nothing {...none} /> : <h1>{kind ? orderTitle(kind, offer?.display) : WHICH}</h1>}
      {kind === null && <OrderKinds />}
      {offer && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <OrderForm key={`${kind} ${offer.domain}`} offer={offer} />
          <OrderAside payment={offer.payment}>
            <Steps steps={offer.steps} />
          </OrderAside>
        </div>
      )}
      {wanted && kind && (
        <div className="narrow">
          <OrderNameForm kind={kind} plan={plan} {...wanted} />
        </div>
      )}
    </div>
  );
}

function Nothing({ title, text, next }: NoOffer) {
  return (
    <div className="narrow flow">
      <Banner kind="neutral" titleAs="h1" title={title}>
        <p>{text}</p>
      </Banner>
      <p className="actions">
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
        <ButtonLink kind="alt" to="/dashboard">
          Dashboard
        </ButtonLink>
      </p>
    </div>
  );
}
