import type { ParsedName } from "#app/domains/domain-name.ts";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import { isPayable } from "#app/orders/new-bill.server.ts";
import type { Choice, Offer, OrderButtons } from "#app/orders/order.ts";
import { priceFingerprintOf } from "#app/orders/order-price.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { upcomingSteps } from "#app/orders/order-steps.ts";
import { doneWithin, promises, stepPromises } from "#app/orders/promises.server.ts";
import { knownPhone } from "#app/payments/start-prompt.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { chargeWords } from "./ui/order-aside.tsx";
import type { AskedField } from "./ui/order-form.tsx";

/** What can be ordered for a name, or why nothing can. */
export type FoundOffer = { kind: "offer"; offer: Offer } | NoOffer;
export type NoOffer = {
  kind: "none";
  title: string;
  text: string;
  /** The link to the next step, or to try again. */
  next: { to: string; label: string };
  /** True if the customer's domains could not be read. */
  isOutage?: true;
};

export type OfferRequest = {
  kind: OfferKind;
  name: ParsedName;
  /** The plan of hosting or mailboxes that was chosen before, if any. */
  plan: string | null;
  /** The URL of this page, to try again. */
  here: string;
  supabase: Supabase;
  userId: string;
  /** The IP address of the request. A registration counts as a search. */
  address: string | undefined;
};

const SUBMIT: Record<OfferKind, string> = {
  renew: "Renew this name",
  certificate: "Order the certificate",
  register: "Order this name",
  transfer: "Order the transfer",
  hosting: "Order hosting",
  mail: "Order mailboxes",
};
const UNPRICED = "We e-mail you the price. You decide then.";

/** Returns the buttons of a form that orders, or those of one that also sends the payment prompt. */
export function orderButtons(label: string, isPaidFirst: boolean, verb = "Order"): OrderButtons {
  if (!isPaidFirst) return { before: label, joint: " for ", after: "" };
  const mostKsh = env.mpesa?.mostKsh ?? 0;
  return { before: `${verb} and pay`, joint: " ", after: " by M-PESA", later: "Order, pay later", mostKsh };
}

const SEATS: AskedField = { name: "seats", value: "1", label: "How many mailboxes", inputMode: "numeric" };
const CODE: AskedField = {
  name: "authCode",
  value: "",
  label: "Transfer code",
  hint: "Your current provider gives it to you. They may call it auth code or EPP code.",
  autoComplete: "off",
  ...AS_TYPED,
};

/** The field for the phone to which the payment prompt goes, filled with this number. */
export function phoneField(value: string): AskedField {
  return {
    ...{ name: "phone", value, type: "tel", label: "M-PESA phone number", placeholder: "0712 345 678" },
    hint: "If you pay now, a request comes to this phone. You type your PIN there, never here.",
    autoComplete: "tel",
  };
}

/** Returns the fields of an order form beside its choices. */
export async function askedFields(
  { kind, isPaidFirst }: Offer,
  account: Account,
  seats: number,
): Promise<AskedField[]> {
  return [
    kind === "mail" ? [{ ...SEATS, value: String(seats) }] : [],
    kind === "transfer" ? [CODE] : [],
    isPaidFirst ? [phoneField(await knownPhone(account))] : [],
  ].flat();
}

const VERB: Partial<Record<OfferKind, string>> = { renew: "Renew" };

export function noOffer(title: string, text: string, next: NoOffer["next"]): NoOffer {
  return { kind: "none", title, text, next };
}

/** `isByHand`: staff order it from the registry by hand. */
type OfferDetails = { notes?: (string | undefined)[]; chosen?: string; isByHand?: boolean; plan?: string };

/** Returns the offer of choices with their prices. */
export function offer(
  { kind, name }: OfferRequest,
  choices: Choice[],
  { notes = [], chosen = choices[0]?.value ?? "", isByHand = false, plan }: OfferDetails = {},
): FoundOffer {
  const isPriced = choices.every(({ price }) => price !== undefined);
  const { domain } = name;
  const priceKsh = choices[0]?.price?.ksh ?? 0;
  const isPaidFirst = isPriced && isPayable({ kind, priceKsh }, isByHand);
  const isDirect = isPriced && !isPaidFirst && orderRun.isDirect({ kind, domain, priceKsh });
  const shownNotes = notes.filter((note) => note !== undefined);
  return {
    kind: "offer",
    offer: {
      kind,
      domain,
      display: name.display,
      choices,
      chosen,
      ...(plan !== undefined && { plan }),
      priceFingerprint: priceFingerprintOf(choices),
      isDirect,
      ...(isPaidFirst && { isPaidFirst }),
      charge: isPriced ? chargeWords(isDirect, isPaidFirst) : "",
      submit: orderButtons(isPriced ? SUBMIT[kind] : "Ask for the price", isPaidFirst, VERB[kind]),
      notes: isPriced ? shownNotes : [UNPRICED, ...shownNotes],
      steps: upcomingSteps({
        kind,
        promises: { ...stepPromises, answerTime: doneWithin([{ kind, domain, priceKsh }]) },
        isByHand,
        isDirect,
        isPaidFirst,
        ...(!isPriced && { first: "You ask" }),
      }),
      payment: isPaidFirst ? "" : promises.payment,
    },
  };
}
