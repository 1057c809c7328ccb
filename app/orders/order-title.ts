import { toDisplayName } from "#app/domains/display-name.ts";
import { ORDER_NAMES, type OrderKind } from "#app/domains/order-kinds.ts";
import { kindOfPlan, serviceName, upgradeName } from "#app/services/service-order.ts";
import type { Chosen } from "./order.ts";
import { yearsWords } from "./order-price.ts";

/** An order with what was chosen, if that was read. */
export type Titled = { kind: OrderKind; domain: string; chosen?: Chosen | undefined };

/** Returns what an order is, without its name: "Renewal", "Deluxe hosting", "Next year of 5 mailboxes". */
export function orderThing({ kind, chosen = {} }: Pick<Titled, "kind" | "chosen">): string {
  switch (kind) {
    case "hosting":
    case "mail":
      return serviceName(kind, chosen);
    case "extend":
      return chosen.plan ? `Next year of ${serviceName(kindOfPlan(chosen.plan), chosen)}` : ORDER_NAMES[kind];
    case "upgrade":
      return upgradeName(chosen) ?? ORDER_NAMES[kind];
    default:
      return ORDER_NAMES[kind];
  }
}

/** Returns what an order is: "Renewal of njeri.co.ke", "Deluxe instead of Starter for njeri.co.ke". */
export function orderTitle(order: Titled): string {
  const isOfService = ["hosting", "mail", "extend", "upgrade"].includes(order.kind);
  return `${orderThing(order)} ${isOfService ? "for" : "of"} ${toDisplayName(order.domain)}`;
}

/** Returns what an order is, as a bill names it: "kuku-tamu.com, 1 year", "5 mailboxes for njeri.co.ke, 1 year". */
export function billTitle(order: Titled): string {
  const { kind, domain, chosen = {} } = order;
  const { years } = chosen;
  const name = toDisplayName(domain);
  switch (kind) {
    case "register":
      return `${name}${years === undefined ? "" : `, ${yearsWords(years)}`}`;
    case "renew":
      return `${name}${years === undefined ? ", renewal" : `, ${years} more ${years === 1 ? "year" : "years"}`}`;
    case "certificate":
      return `SSL for ${name}`;
    case "hosting":
    case "mail":
      return `${orderTitle(order)}, 1 year`;
    default:
      return orderTitle(order);
  }
}
