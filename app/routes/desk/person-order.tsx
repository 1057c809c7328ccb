import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findPerson } from "#app/accounts/desk.table.server.ts";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import { isOfferKind, orderNumber } from "#app/domains/order-kinds.ts";
import { findDeskOrder } from "#app/orders/desk.table.server.ts";
import { findDeskName } from "#app/orders/desk-names.table.server.ts";
import { orderTitle } from "#app/orders/order-title.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { findOffer, parseNameParam } from "#app/routes/dashboard/orders/find-offer.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { idOf } from "./id-of.ts";
import { payLetter } from "./order-bill.server.ts";
import { type PhoneOffer, placePhoneOrder } from "./phone-order-action.ts";
import { PhoneOrderForm, Placed, WhatForm } from "./ui/phone-order-forms.tsx";

export const handle = { hydrate: "never" };

export const headers = unstoredPage;

export const meta = staticMeta({ title: "Order for a customer", description: "An order by phone.", isHidden: true });

/**
 * Asks what a customer on the phone orders, then shows the choices with their prices. With `?placed=` it shows the order and
 * how the customer pays. Source: docs/product/desk.md, "Orders by phone".
 */
export async function loader(args: LoaderFunctionArgs) {
  const { id, person } = await customerOf(args);
  const { searchParams } = new URL(args.request.url);
  const shown = { id, customer: person.account.name ?? person.account.email };
  const number = searchParams.get("placed");
  if (number !== null) return { ...shown, placed: await placedOrder(number, id, args), offer: undefined, problem: "" };
  const found = await offerFor(args, id);
  return {
    ...shown,
    placed: undefined,
    offer: typeof found === "string" ? undefined : found,
    problem: typeof found === "string" ? found : "",
    typed: { kind: searchParams.get("kind") ?? "", domain: searchParams.get("domain") ?? "" },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { staff, id, person } = await customerOf(args);
  const offer = await offerFor(args, id);
  return placePhoneOrder({
    context: args.context,
    staff,
    id,
    account: person.account,
    offer,
    typed: await args.request.formData(),
  });
}

/** Returns the member of staff and the customer. Leads to the form that asks for a reason if there was none. */
async function customerOf({ request, context, params }: LoaderFunctionArgs) {
  const staff: Staff = await requireStaff(request, context, "write");
  const id = idOf(params.id);
  const found = await findPerson(staff, id);
  if (!found.ok) throw outage(context);
  if (found.value === null) throw redirect(`/desk/people/${id}`, 303);
  return { staff, id, person: found.value };
}

/** Returns the offer for the order kind and the name in the URL, or the reason why it cannot be ordered; "" without a kind. */
async function offerFor({ request, context }: LoaderFunctionArgs, userId: string): Promise<PhoneOffer | string> {
  const { searchParams, pathname, search } = new URL(request.url);
  // "mail microsoft-365": mailboxes of a plan.
  const [kind = "", plan = searchParams.get("plan")] = (searchParams.get("kind") ?? "").split(" ");
  const name = parseNameParam(searchParams);
  if (!isOfferKind(kind)) return kind ? "Choose what the customer orders." : "";
  if (name.kind !== "name") return name.kind === "invalid" ? name.message : "Type the name.";
  const supabase = trustedClient();
  const known = { kind, name, plan, here: pathname + search, supabase, userId, address: context?.address };
  if (kind === "renew" || kind === "certificate") {
    const own = await findDomain(supabase, userId, name.domain);
    if (!own.ok && own.status === 404) return `This customer has no name ${name.display}.`;
  }
  const sold = kind === "register" || kind === "transfer" ? await findDeskName(name.domain) : undefined;
  if (sold && !sold.ok) throw outage(context);
  if (sold?.value && sold.value.status !== "left" && (kind === "register" || sold.value.userId !== userId))
    return `${name.display} is among our names already. Look at it under Names.`;
  const found = await findOffer(known);
  if (found.kind === "none" && found.isOutage) throw outage(context);
  return found.kind === "offer" ? found.offer : `${found.title}. ${found.text}`;
}

async function placedOrder(number: string, customer: string, { context }: LoaderFunctionArgs) {
  const found = await findDeskOrder(cleanInput(number));
  if (!found.ok) throw outage(context);
  const order = found.value;
  if (order?.userId !== customer) throw data(null, { status: 404 });
  const what = orderTitle(order);
  const price = order.priceKsh > 0 ? formatKsh(order.priceKsh) : "";
  return {
    ...{ id: order.id, number: orderNumber(order.id), what, price },
    isOpen: order.status === "requested" || order.status === "processing",
    pay: order.bill && !order.bill.isPaid ? payLetter(order, order.priceKsh) : undefined,
  };
}

export default function PhoneOrderPage() {
  const { id, customer, placed, offer, problem, ...rest } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app">
      <div className="flow max-w-[40rem]">
        <h1 className="wrap-anywhere">{placed ? `Order ${placed.number}` : "Order for a customer"}</h1>
        <p>
          <a className="tap-link" href={`/desk/people/${id}`} dir="auto">
            {customer}
          </a>
        </p>
        {placed && <Placed id={id} order={placed} />}
        {offer && <PhoneOrderForm id={id} offer={offer} />}
        {!placed && !offer && <WhatForm id={id} problem={problem} {...("typed" in rest ? rest.typed : undefined)} />}
      </div>
    </div>
  );
}
