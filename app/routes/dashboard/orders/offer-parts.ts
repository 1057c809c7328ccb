import type { ParsedName } from "#app/domains/domain-name.ts";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import { isPayable } from "#app/orders/new-bill.server.ts";
import type { Choice, Offer } from "#app/orders/order.ts";
import { priceFingerprintOf } from "#app/orders/order-price.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { upcomingSteps } from "#app/orders/order-steps.ts";
import { doneWithin, promises, stepPromises } from "#app/orders/promises.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { chargeWords } from "./ui/order-aside.tsx";

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
      submit: isPriced ? SUBMIT[kind] : "Ask for the price",
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
