import { env } from "#app/env.server.ts";
import { type ClaimedOrder, claimOrder, settleOrder, sumSentOrders } from "#app/gateways/order-claims.server.ts";
import { cleanMessage } from "#app/gateways/upstream/reply.server.ts";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { formatKsh } from "#app/model/money.ts";
import type { Order } from "#app/model/order.ts";
import { orderFailureWords } from "#app/model/order-failure.ts";
import type { OrderOutcome } from "#app/model/order-outcome.ts";
import { isEndingByHand } from "#app/model/order-price.ts";
import type { Failure } from "#app/model/result.ts";
import { askProvider, enterOrder } from "./order-provider.server.ts";

type Settings = {
  /** The names whose orders are carried out at once; null for none. */
  direct: RegExp | null;
  /** What the orders of one day may cost together. */
  dailyKsh: number;
};

/** What is read of an order that was made a moment ago. */
type Ours = Pick<Order, "id" | "kind" | "domain" | "priceKsh">;

const NOT_NOTED = "set the order to done, which could not be written";

/** Carries orders out at once, where that is wanted. Source: docs/product.md, "Orders". */
export function createOrderRun({ direct, dailyKsh }: Settings) {
  /**
   * Whether such an order goes to the provider at once: never one without a price, and never to register, renew or
   * transfer a name whose ending we register by hand.
   */
  function isDirect({ kind, domain, priceKsh }: Omit<Ours, "id">): boolean {
    if (priceKsh <= 0 || !direct?.test(domain)) return false;
    return kind === "hosting" || kind === "certificate" || !isEndingByHand(domain);
  }

  /**
   * Carries out an order that was just made. The provider is asked once, however many processes try, and with the order's
   * own key; what is lost stays processing and is never repeated. What the provider did not get stays requested. Never
   * throws. Takes six seconds for the provider, six more for a certificate, and at most three for the date of a new name.
   */
  async function carryOut(order: Ours, now = nowDate()): Promise<OrderOutcome> {
    if (!isDirect(order)) return { kind: "review" };
    const claimed = await claimOrder(order.id);
    if (!claimed.ok) return { kind: "review", why: `${claimed.message}, so that it may be marked processing` };
    if (claimed.value === null) return { kind: "elsewhere" };
    // Only now: of orders at the same moment each then sees the others. Those that don't fit together all wait.
    const why = await whyNotToday(order, now);
    if (why !== undefined) return givenBack(order, why);

    log.info({ order: order.id }, "order begun");
    const outcome = await run(claimed.value, now).catch((error: unknown): OrderOutcome => {
      log.error({ order: order.id, reason: String(error) }, "order broken off");
      return { kind: "unknown", why: "the site broke off in the middle" };
    });
    log[outcome.kind === "unknown" ? "error" : "info"]({ order: order.id, outcome: outcome.kind }, "order ended");
    return outcome;
  }

  /** What stands in the way of spending so much on this day; undefined when nothing does. */
  async function whyNotToday(order: Ours, now: Date): Promise<string | undefined> {
    const others = await sumSentOrders(order, now);
    if (!others.ok) return others.message;
    const total = others.value + order.priceKsh;
    if (total <= dailyKsh) return undefined;
    return `the orders of today come to ${formatKsh(total)}, and ${formatKsh(dailyKsh)} is the most`;
  }

  return { isDirect, carryOut };
}

async function run(order: ClaimedOrder, now: Date): Promise<OrderOutcome> {
  const asked = await askProvider(order);
  if (!asked.ok) return refused(order, asked);
  // The row of the name comes after this one: a name that stands in a customer's list is paid for.
  if (!(await settleOrder(order.id, { status: "done" }))) {
    return { kind: "unknown", why: `the provider did it, but ${NOT_NOTED}; then enter it for the customer` };
  }
  const left = await enterOrder(order, now);
  if (left === undefined) return { kind: "done" };
  log.error({ order: order.id }, "order done, and not entered whole");
  return { kind: "done", left };
}

async function refused({ id }: ClaimedOrder, refusal: Failure): Promise<OrderOutcome> {
  const { status, message, isUnknown, fields } = refusal;
  if (isUnknown) return { kind: "unknown", why: "the provider's answer was lost" };
  if (wasTurnedAway(status)) {
    return givenBack({ id }, message.replace(/\.$/, ""));
  }
  // Where it names fields its message says no more than that they are wrong.
  const said = fields ? cleanMessage(fields.map((field) => field.message).join(" ")) : message;
  const reason = orderFailureWords(refusal);
  const isNoted = await settleOrder(id, { status: "failed", reason });
  if (!isNoted) log.error({ order: id }, "order refused, and not marked failed");
  return { kind: "failed", reason, said, ...(fields && { fields }) };
}

/** A claimed order that the provider was not asked for, or turned away, waits for a person. */
async function givenBack({ id }: Pick<Order, "id">, why: string): Promise<OrderOutcome> {
  const isBack = await settleOrder(id, { status: "requested" });
  return { kind: "review", why: isBack ? why : `${why} (it is marked processing)` };
}

/** It never got there (0), or the provider did not let us in or had enough of us: that says nothing about the order. */
function wasTurnedAway(status: number): boolean {
  return [0, 401, 403, 429].includes(status);
}

/** The agency's orders. In the sandbox only names that begin with "direct-" are carried out at once. */
export const orderRun = createOrderRun(env.orders);
