import type { OrderKind } from "#app/model/order.ts";

const TITLES: Record<OrderKind, [asking: string, before: string, after?: string]> = {
  renew: ["Renew a name", "Renew "],
  certificate: ["Add SSL", "SSL for "],
  register: ["Register a name", "Register "],
  transfer: ["Transfer a name to us", "Transfer ", " to us"],
  hosting: ["Order hosting", "Hosting for "],
};

/** The heading of the page where something is ordered, before a name is known and with it. */
export function orderTitle(kind: OrderKind, name?: string): string {
  const [asking, before, after = ""] = TITLES[kind];
  return name === undefined ? asking : before + name + after;
}
