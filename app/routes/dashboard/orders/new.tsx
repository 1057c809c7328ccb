import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { namesMeant } from "#app/domains/names-meant.server.ts";
import { isOfferKind, OFFER_KINDS, type OfferKind } from "#app/domains/order-kinds.ts";
import type { Offer } from "#app/orders/order.ts";
import { readSeats } from "#app/orders/order-form.ts";
import { Steps } from "#app/orders/steps.tsx";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { OUTAGE } from "#app/platform/http/form-result.ts";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { listServices } from "#app/services/services.table.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { reloadUnlessRefused } from "#app/ui/forms/keep-typed.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { sizeClass, Words } from "#app/ui/primitives/words.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { findOffer, type NoOffer, parseNameParam } from "./find-offer.ts";
import { type KindTitle, kindTitle, kindWords, ownNameWords, planLinks } from "./kind-words.ts";
import { askedFields } from "./offer-parts.ts";
import { orderAction } from "./order-action.ts";
import { OrderAside } from "./ui/order-aside.tsx";
import { type AskedField, OrderForm } from "./ui/order-form.tsx";
import { OrderLinks } from "./ui/order-links.tsx";
import { OrderNameForm, type OwnName } from "./ui/order-name-form.tsx";

export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle", areas: "orders steps" };

export const links = () => [...areaSheet("orders", ordersCss), ...areaSheet("steps", stepsCss)];

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: Object.values(data?.title ?? {}).join(""),
    description: "See the price, then order.",
    isHidden: true,
  });

/** The form for a URL without a domain: the customer's own names to choose from, and a text field unless `isOwnOnly`. */
type NameWanted = { typed: string; problem?: string; instead: string[]; own: OwnName[]; isOwnOnly: boolean };
/** The loader's data. If `kind` is null, the page asks what to order; with `kinds`, it asks which plan. */
type Loaded = {
  kind: OfferKind | null;
  title: KindTitle;
  offer?: Offer;
  none?: NoOffer;
  wanted?: NameWanted;
  plan: string;
  /** What can be ordered, or the plans, each with its page. Not in the browser's script. */
  kinds?: { to: string; label: string; about: string }[];
  /** What the kind is. */
  lead?: string;
  /** What the form of the offer asks beside its choices, and what these are. */
  fields?: AskedField[];
  legend?: string;
};

const LEGEND: Partial<Record<OfferKind, string>> = { renew: "For how long", register: "For how long", hosting: "Plan" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const { searchParams, pathname, search } = new URL(request.url);
  const kind = searchParams.get("kind");
  if (kind === null) {
    const kinds = OFFER_KINDS.map((one) => ({
      to: orderPath(one),
      label: kindTitle(one).before,
      about: kindWords(one),
    }));
    return data<Loaded>({ kind, title: kindTitle(kind), kinds, plan: "" });
  }
  if (!isOfferKind(kind)) throw data(null, { status: 404 });
  const plan = searchParams.get("plan");
  if (kind === "hosting" && plan === null && !searchParams.has("domain")) {
    const lead = `${kindWords(kind)} Which plan do you want?`;
    return data<Loaded>({ kind, title: kindTitle(kind), kinds: planLinks(), lead, plan: "" });
  }
  const name = parseNameParam(searchParams);
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
    const display = found.kind === "offer" ? found.offer.display : undefined;
    const rest = { kind, title: kindTitle(kind, display), plan: plan ?? "" };
    if (found.kind === "offer") {
      const fields = await askedFields(found.offer, account, readSeats(searchParams.get("seats")));
      return data<Loaded>({ offer: found.offer, fields, legend: LEGEND[kind] ?? "", ...rest });
    }
    return data<Loaded>({ none: found, ...rest }, { status: found.isOutage ? OUTAGE : 200 });
  }
  const isOfOwn = kind === "renew" || kind === "certificate";
  const isService = kind === "hosting" || kind === "mail";
  const [domains, services] = await Promise.all([
    isOfOwn || isService ? listDomains(supabase, account.id) : undefined,
    isService ? listServices(supabase, account.id) : undefined,
  ]);
  const owned = domains?.ok ? domains.value : null;
  const served = services?.ok ? services.value.filter((one) => one.kind === kind).map(({ domain }) => domain) : [];
  const problem = name.kind === "invalid" ? { problem: name.message } : {};
  const typed = searchParams.get("domain") ?? "";
  const wanted = {
    ...{ typed, instead: namesMeant(typed), ...problem },
    own: (owned ?? []).flatMap((one) =>
      served.includes(one.name) ? [] : { name: one.name, about: ownNameWords(kind, one) },
    ),
    isOwnOnly: isOfOwn && owned !== null,
  };
  return data<Loaded>(
    { kind, title: kindTitle(kind), wanted, lead: kindWords(kind, plan), plan: plan ?? "" },
    { status: name.kind === "invalid" ? 400 : 200 },
  );
}

export function action(args: ActionFunctionArgs) {
  return orderAction(args);
}

/** Reloads after a 409, because the price has changed. Other failures change nothing. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || reloadUnlessRefused(args);
}

export default function NewOrderPage() {
  const {
    kind,
    title,
    kinds,
    lead,
    offer,
    fields = [],
    legend = "",
    none,
    wanted,
    plan,
  } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      {none ? <NoOfferMessage {...none} /> : <OrderTitle {...title} />}
      {lead && (
        <p className="lead">
          <Words>{lead}</Words>
        </p>
      )}
      {kinds && <OrderLinks links={kinds} />}
      {offer && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <OrderForm key={`${kind} ${offer.domain}`} offer={offer} fields={fields} legend={legend} />
          <OrderAside payment={offer.payment}>
            <Steps steps={offer.steps} />
          </OrderAside>
        </div>
      )}
      {wanted && kind && (
        <div className="narrow flow">
          <OrderNameForm kind={kind} plan={plan} {...wanted} />
        </div>
      )}
    </div>
  );
}

function NoOfferMessage({ title, text, next }: NoOffer) {
  return (
    <div className="narrow flow">
      <Banner kind="neutral" titleAs="h1" title={title}>
        <p>
          <Words>{text}</Words>
        </p>
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

/** The heading of an order page. A domain that does not fit on the line is moved to the next line as a whole. */
function OrderTitle({ before, name, after }: KindTitle) {
  return (
    <h1>
      {before}
      {name && (
        <span className={`inline-block max-w-full wrap-anywhere ${sizeClass(name)}`} translate="no">
          <Words>{name}</Words>
        </span>
      )}
      {after}
    </h1>
  );
}
