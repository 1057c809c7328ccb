import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Failure } from "#app/platform/result.ts";
import type { HostingWay } from "#app/platform/settings/whm-settings.ts";
import { cleanMessage } from "#app/platform/upstream/reply.server.ts";
import { carryOutServiceOrder } from "#app/services/services.table.server.ts";
import { addSiteNote, type ClaimedOrder, claimOrder, settleOrder, sumAskedOrders } from "./claims.table.server.ts";
import type { Order } from "./order.ts";
import { agencyWords, type OrderOutcome, orderFailureWords } from "./order-outcome.ts";
import { isEndingByHand } from "./order-price.ts";
import { applyOrder, placeOrder } from "./order-provider.server.ts";

type Settings = {
  /** Domains whose orders are carried out at once; null for none. */
  direct: RegExp | null;
  /** The maximum total of a day's orders, in KSh. */
  dailyKsh: number;
  /** Who gets new hosting; without it, staff. */
  hosting?: HostingWay;
};

/** The fields of a new order that are needed here. */
type OrderRow = Pick<Order, "id" | "kind" | "domain" | "priceKsh"> & Partial<Pick<Order, "priceNamedAt">>;

/** Why an order that could not be claimed is left to staff. */
const WAITS = {
  busy: "another order for this name is at the provider",
  shared: "another customer has this name",
};
const NOT_NOTED = "set the order to done, which could not be written";

/** Carries out orders at once, if the settings allow it. Source: docs/product/orders.md, "Orders". */
export function createOrderRun({ direct, dailyKsh, hosting = "desk" }: Settings) {
  /**
   * Returns whether an order is carried out at once: never without a price or with a price that staff set, never a
   * registration, renewal or transfer of an ending that we handle by hand, and hosting only if it is not for staff.
   */
  function isDirect({ kind, domain, priceKsh, priceNamedAt }: Omit<OrderRow, "id">): boolean {
    if (priceKsh <= 0 || priceNamedAt || !direct?.test(domain)) return false;
    if (kind === "mail" || kind === "extend" || kind === "upgrade") return false;
    if (kind === "hosting") return hosting !== "desk";
    return kind === "certificate" || !isEndingByHand(domain);
  }

  /**
   * Carries out a new order. The provider is called once, however many processes try, with the order's own key. If the response
   * is lost, the order stays "processing" and is never repeated; if the provider was not reached, it stays "requested". Never
   * throws. Takes up to six seconds for the provider, six more for a certificate, and three for the date of a new domain.
   */
  async function carryOut(order: OrderRow, now = nowDate()): Promise<OrderOutcome> {
    if (order.kind === "extend" || order.kind === "upgrade") return carryOutAtService(order);
    if (!isDirect(order)) return { kind: "review" };
    if (order.kind === "hosting" && hosting === "whm") {
      const why = await dailyLimitReason(order, now);
      return why === undefined ? carryOutAtService(order) : { kind: "review", why };
    }
    const claimed = await claimOrder(order.id);
    if (!claimed.ok) return { kind: "review", why: `${claimed.message}, so that it may be marked processing` };
    if (claimed.value === null) return { kind: "elsewhere" };
    if (claimed.value.outcome !== "claimed") return { kind: "review", why: WAITS[claimed.value.outcome] };
    // Checked after the claim, so that parallel orders see each other. If they exceed the limit together, all are left to
    // staff.
    const why = await dailyLimitReason(order, now);
    if (why !== undefined) return releaseOrder(order, why);

    log.info({ order: order.id }, "order started");
    const outcome = await run(claimed.value.order, now).catch((error: unknown): OrderOutcome => {
      log.error({ order: order.id, reason: String(error) }, "order interrupted");
      return { kind: "unknown", why: "the site broke off in the middle" };
    });
    log[outcome.kind === "unknown" ? "error" : "info"]({ order: order.id, outcome: outcome.kind }, "order ended");
    return outcome;
  }

  /** Returns why the day's limit forbids an order, or undefined. */
  async function dailyLimitReason(order: OrderRow, now: Date): Promise<string | undefined> {
    const others = await sumAskedOrders(order, now);
    if (!others.ok) return others.message;
    const total = others.value + order.priceKsh;
    if (total <= dailyKsh) return undefined;
    return `the orders of today come to ${formatKsh(total)}, and ${formatKsh(dailyKsh)} is the most`;
  }

  return { isDirect, carryOut };
}

/**
 * Carries out an order of a service: another year needs nobody, if the service is not bought from a provider by the year. The
 * hosting server is asked by the service run.
 */
async function carryOutAtService({ id, kind }: OrderRow): Promise<OrderOutcome> {
  const carried = await carryOutServiceOrder(id, kind === "hosting");
  if (!carried.ok) return { kind: "review", why: "our database did not answer" };
  return { kind: carried.value === "staff" ? "review" : carried.value };
}

async function run(order: ClaimedOrder, now: Date): Promise<OrderOutcome> {
  const placed = await placeOrder(order);
  if (!placed.ok) return settleFailure(order, placed);
  // The domain's row is written after the order's: a domain in a customer's list is paid for.
  if (!(await settleOrder(order.id, { status: "done" }))) {
    return { kind: "unknown", why: `the provider did it, but ${NOT_NOTED}; then enter it for the customer` };
  }
  const left = await applyOrder(order, placed.value, now);
  if (left === undefined) return { kind: "done" };
  log.error({ order: order.id }, "order completed, follow-up needed");
  return { kind: "done", left };
}

async function settleFailure({ id }: ClaimedOrder, failed: Failure): Promise<OrderOutcome> {
  const { status, message, isUnknown, fields } = failed;
  if (isUnknown) return { kind: "unknown", why: "the provider's answer was lost" };
  if (wasNotAttempted(status)) {
    return releaseOrder({ id }, message.replace(/\.$/, ""), status !== 0);
  }
  // With field errors the provider's message says only that fields are wrong.
  const words = fields ? cleanMessage(fields.map((field) => field.message).join(" ")) : message;
  const reason = orderFailureWords(failed);
  const isNoted = await settleOrder(id, { status: "failed", reason });
  if (!isNoted) log.error({ order: id }, "rejected order not marked failed");
  await addSiteNote({ id }, agencyWords({ kind: "failed", reason, said: words }).text);
  return { kind: "failed", reason, said: words, ...(fields && { fields }) };
}

/** Releases a claimed order for a person to carry out. `wasAsked`: the provider was asked, and did not take it. */
async function releaseOrder({ id }: Pick<Order, "id">, why: string, wasAsked = false): Promise<OrderOutcome> {
  const isBack = await settleOrder(id, { status: "requested" });
  const outcome = {
    kind: "review" as const,
    why: isBack ? why : `${why} (it is marked processing)`,
    ...(wasAsked && { wasAsked }),
  };
  await addSiteNote({ id }, agencyWords(outcome).text);
  return outcome;
}

/**
 * Returns whether the provider did not look at the order: it was not sent (0), our key was rejected (401, 403), or we exceeded
 * a rate limit (429).
 */
function wasNotAttempted(status: number): boolean {
  return [0, 401, 403, 429].includes(status);
}

/** The agency's orders. In the sandbox only domains that begin with "direct-" are carried out at once. */
export const orderRun = createOrderRun({ ...env.orders, hosting: env.hosting });
