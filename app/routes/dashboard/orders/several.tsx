import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { SEVERAL_PATH } from "#app/domains/order-url.ts";
import type { Offer } from "#app/orders/order.ts";
import { afterExpiryWords } from "#app/orders/order-price.ts";
import { type DueName, type OfferedName, renewalPage } from "#app/orders/renewals.ts";
import { severalSchema } from "#app/orders/several-form.ts";
import { Steps } from "#app/orders/steps.tsx";
import { knownPhone } from "#app/payments/start-prompt.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { MAX_NAMES_AT_ONCE, namesWords } from "#app/platform/text/words.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import ordersCss from "#app/ui/styles/areas/orders.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { findOffer } from "./find-offer.ts";
import { orderButtons, phoneField } from "./offer-parts.ts";
import { NOT_ORDERED, orderSeveral, statusOfSeveral } from "./order-several.ts";
import { paysNow, phoneSchema } from "./pay-order.ts";
import { OrderAside } from "./ui/order-aside.tsx";
import { SEVERAL_FORM, SeveralForm } from "./ui/several-form.tsx";

export const handle = { hydrate: "never", areas: "orders steps" };

export const links = () => [...areaSheet("orders", ordersCss), ...areaSheet("steps", stepsCss)];

export const headers = privatePage;

const TITLE = "Register these names";

export const meta = staticMeta({ title: TITLE, description: "Several new names, in one order.", isHidden: true });

/** Offers each name of `?domain=`. Without one the page only leads to the search. */
export async function loader(args: LoaderFunctionArgs) {
  const { account, offers, names } = await findOffers(args);
  const { search } = new URL(args.request.url);
  const paid = offers.find(({ isPaidFirst }) => isPaidFirst);
  const first = paid ?? offers[0];
  return {
    ...renewalPage(names),
    action: SEVERAL_PATH + search,
    untick: "Untick a name that you don’t want.",
    charge: chargeOf(offers),
    phone: paid && phoneField(await knownPhone(account)),
    submit: orderButtons("Order these names", paid !== undefined),
    steps: first?.steps ?? [],
    payment: first?.payment ?? "",
  };
}

export async function action(args: ActionFunctionArgs) {
  const { account, supabase, offers, names } = await findOffers(args);
  const typed = await args.request.formData();
  const schema = severalSchema(names, renewalPage(names).offered);
  const submission = parseFields(typed, schema.and(phoneSchema(paysNow(typed))));
  const posted = { context: args.context, form: SEVERAL_FORM, submission, title: NOT_ORDERED };
  if (submission.status !== "success") return rejectForm({ ...posted, status: statusOfSeveral(submission) });
  const paidFirst = new Set(offers.flatMap(({ domain, isPaidFirst }) => (isPaidFirst ? domain : [])));
  return orderSeveral(
    {
      ...{ kind: "register", ...submission.value, typed, account, supabase },
      orderedBills: [],
      isPaidFirst: ({ name }) => paidFirst.has(name),
    },
    posted,
  );
}

/** Looks each name up as the order page of one name does, and returns the offers, and all names with their state. */
async function findOffers({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const { searchParams, pathname, search } = new URL(request.url);
  const typed = searchParams.getAll("domain").map(parseDomainName);
  const wanted = new Map(typed.flatMap((name) => (name.kind === "name" ? [[name.domain, name]] : [])));
  const found = await Promise.all(
    [...wanted.values()].slice(0, MAX_NAMES_AT_ONCE).map(async (name) => {
      const known = { plan: null, here: pathname + search, supabase, userId: account.id, address: context?.address };
      return { name, offer: await findOffer({ kind: "register", name, ...known }) };
    }),
  );
  const isMixed = found.some(({ offer }) => offer.kind === "offer" && offer.offer.isPaidFirst);
  const names = found.map(({ name: { domain, display }, offer }): DueName => {
    if (offer.kind === "offer") return { ...offeredName(offer.offer), isLater: isMixed && !offer.offer.isPaidFirst };
    return { name: domain, display, ends: `${offer.title}. ${offer.text}`, state: "unavailable" };
  });
  return {
    account,
    supabase,
    offers: found.flatMap(({ offer }) => (offer.kind === "offer" ? offer.offer : [])),
    names,
  };
}

function offeredName({ domain, display, notes, choices }: Offer): OfferedName {
  const ends = notes.filter((note) => note !== afterExpiryWords(domain)).join(" ");
  return { name: domain, display, ends, state: "offered", price: choices[0]?.price?.ksh ?? 0, choices };
}

/** When the names are charged. Those that we register by hand are paid later than the others. */
function chargeOf(offers: readonly Offer[]): string {
  const later = offers.filter(({ isPaidFirst }) => !isPaidFirst).map(({ display }) => display);
  if (later.length === 0 || later.length === offers.length) return offers[0]?.charge ?? "";
  return `${namesWords(later)}: not paid now, we e-mail you first. What else you tick you pay by M-PESA.`;
}

export default function SeveralPage() {
  const { steps, payment, ...names } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>{TITLE}</h1>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {names.offered.length + names.others.length > 0 ? <SeveralForm {...names} /> : <p>No name is ticked.</p>}
        {names.offered.length > 0 ? (
          <OrderAside payment={payment}>
            <Steps steps={steps} />
          </OrderAside>
        ) : (
          <ButtonLink kind="alt" to="/domains/board">
            Check other names
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
