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
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { findOffer, type NoOffer, parseNameParam } from "./find-offer.ts";
import { orderAction } from "./order-action.ts";
import { OrderAside } from "./ui/order-aside.tsx";
import { OrderForm } from "./ui/order-form.tsx";
import { OrderLinks } from "./ui/order-links.tsx";
import { OrderNameForm } from "./ui/order-name-form.tsx";

export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle", areas: "orders steps" };

export const links = () => [...areaSheet("orders", ordersCss), ...areaSheet("steps", stepsCss)];

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.kind ? orderTitle(data.kind, data.offer?.display) : NO_KIND_TITLE,
    description: "See the price, then order.",
    isHidden: true,
  });

const NO_KIND_TITLE = "What do you want to order?";

/** The form for a URL without a domain: the customer's own names to choose from, and a text field unless `isOwnOnly`. */
type NameWanted = { typed: string; problem?: string; instead: string[]; own: string[]; isOwnOnly: boolean };
/** The loader's data. If `kind` is null, the page asks what to order. */
type Loaded = {
  kind: OfferKind | null;
  offer?: Offer;
  none?: NoOffer;
  wanted?: NameWanted;
  plan: string;
  /** What can be ordered, each with its page. Not in the browser's script. */
  kinds?: { to: string; label: string; about: string }[];
  /** What the kind is. */
  lead?: string;
  /** How many mailboxes the form begins with. */
  seats?: number;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const { searchParams, pathname, search } = new URL(request.url);
  const kind = searchParams.get("kind");
  if (kind === null) {
    const kinds = OFFER_KINDS.map((one) => ({ to: orderPath(one), label: orderTitle(one), about: ABOUT[one] }));
    return data<Loaded>({ kind, kinds, plan: "" });
  }
  if (!isOfferKind(kind)) throw data(null, { status: 404 });
  const plan = searchParams.get("plan");
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
    const rest = { kind, plan: plan ?? "", seats: readSeats(searchParams.get("seats")) };
    if (found.kind === "offer") return data<Loaded>({ offer: found.offer, ...rest });
    return data<Loaded>({ none: found, ...rest }, { status: found.isOutage ? OUTAGE : 200 });
  }
  const isOfOwn = kind === "renew" || kind === "certificate";
  const isService = kind === "hosting" || kind === "mail";
  const [domains, services] = await Promise.all([
    isOfOwn || isService ? listDomains(supabase, account.id) : undefined,
    isService ? listServices(supabase, account.id) : undefined,
  ]);
  const owned = domains?.ok ? domains.value.map((domain) => domain.name) : null;
  const served = services?.ok ? services.value.filter((one) => one.kind === kind).map(({ domain }) => domain) : [];
  const problem = name.kind === "invalid" ? { problem: name.message } : {};
  const typed = searchParams.get("domain") ?? "";
  const wanted = {
    ...{ typed, instead: namesMeant(typed), ...problem },
    own: (owned ?? []).filter((one) => !served.includes(one)),
    isOwnOnly: isOfOwn && owned !== null,
  };
  return data<Loaded>(
    { kind, wanted, lead: `${ABOUT[kind]}.`, plan: plan ?? "" },
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
  const { kind, kinds, lead, offer, none, wanted, plan, seats } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      {none ? (
        <NoOfferMessage {...none} />
      ) : (
        <h1>{kind ? <OrderTitle kind={kind} name={offer?.display} /> : NO_KIND_TITLE}</h1>
      )}
      {kinds && <OrderLinks links={kinds} />}
      {offer && (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <OrderForm key={`${kind} ${offer.domain} ${seats}`} offer={offer} seats={seats ?? 1} />
          <OrderAside payment={offer.payment}>
            <Steps steps={offer.steps} />
          </OrderAside>
        </div>
      )}
      {wanted && kind && (
        <div className="narrow flow">
          <p className="lead">{lead}</p>
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

const ABOUT: Record<OfferKind, string> = {
  renew: "Keep one of your names for longer",
  certificate: "The padlock beside your website’s address",
  register: "A new name of your own",
  transfer: "A name that you have with another provider",
  hosting: "A place for your website, with cPanel",
  mail: "E-mail addresses with your own name",
};

const TITLES: Record<OfferKind, [withoutName: string, before: string, after?: string]> = {
  renew: ["Renew a name", "Renew "],
  certificate: ["Add SSL", "SSL for "],
  register: ["Register a name", "Register "],
  transfer: ["Transfer a name to us", "Transfer ", " to us"],
  hosting: ["Order hosting", "Hosting for "],
  mail: ["Order mailboxes", "Mailboxes for "],
};

/** The heading of an order page. A domain that does not fit on the line is moved to the next line as a whole. */
function OrderTitle({ kind, name }: { kind: OfferKind; name: string | undefined }) {
  const [withoutName, before, after] = TITLES[kind];
  if (name === undefined) return withoutName;
  return (
    <>
      {before}
      <span className="inline-flex max-w-full wrap-anywhere" translate="no">
        {name}
      </span>
      {after}
    </>
  );
}

/** The title of an order page, with or without the domain. */
function orderTitle(kind: OfferKind, name?: string): string {
  const [withoutName, before, after = ""] = TITLES[kind];
  return name === undefined ? withoutName : before + name + after;
}
