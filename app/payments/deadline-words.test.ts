import { describe, expect, test } from "vitest";
import type { Order } from "#app/orders/order.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import { deadlineWords } from "./deadline-words.ts";

const NOW = new Date("2026-11-29T09:00:00Z");
const order = (kind: Order["kind"], domain = "njeri.com") => ({ kind, domain, status: "requested" }) as Order;
type Known = Partial<Parameters<typeof deadlineWords>[1]>;
const wordsOf = (orders: Order[], known: Known = {}) => {
  const { by, text } = deadlineWords(orders, {
    ...{ openedAt: "2026-11-29T06:00:00Z", now: NOW, until: undefined, service: undefined, keptBy: undefined },
    ...known,
  });
  return `${by} | ${text}`;
};
const until = (day: string) => new Date(`${day}T09:00:00Z`);

describe("the deadline of an unpaid bill", () => {
  test.each<[string, Order[], Known, string]>([
    ["a new name", [order("register")], {}, "29 Dec 2026 | Until it is paid, somebody else can register the name."],
    [
      "a Kenyan name that ends soon",
      [order("renew", "njeri.co.ke")],
      { until: until("2026-12-02") },
      "2 Dec 2026 | The name stops on 17 Dec 2026.",
    ],
    [
      "a name that has ended",
      [order("renew")],
      { until: until("2026-11-20") },
      " | The name ended on 20 Nov 2026. Without a payment its website and mail may stop.",
    ],
    [
      "a name with months left",
      [order("renew")],
      { until: until("2027-06-01") },
      "29 Dec 2026 | Without a payment the order ends. The name stays yours until 1 Jun 2027.",
    ],
    [
      "a service that works",
      [order("extend")],
      { service: { state: "active", endsOn: "2026-12-19" } },
      "26 Dec 2026 | Else it stops on 27 Dec 2026.",
    ],
    [
      "a service of which a part is paid",
      [order("extend")],
      { service: { state: "active", endsOn: "2026-12-19" }, keptBy: "part" },
      "26 Jan 2027 | A part is paid, so it works until then.",
    ],
    [
      "a service for which the customer typed a code",
      [order("extend")],
      { service: { state: "active", endsOn: "2026-12-19" }, keptBy: "typed" },
      "26 Jan 2027 | You typed an M-PESA code, so it works until then.",
    ],
    [
      "a service on its eighth day",
      [order("extend")],
      { service: { state: "active", endsOn: "2026-11-21" } },
      " | It still works, but it stops today or in the next days.",
    ],
    [
      "a service after its eighth day",
      [order("extend")],
      { service: { state: "active", endsOn: "2026-11-20" } },
      " | It still works, but it can stop any day.",
    ],
    [
      "an order for which the customer typed a code",
      [order("hosting")],
      { keptBy: "typed" },
      "28 Jan 2027 | Without a payment the order ends, and you owe nothing.",
    ],
    [
      "an order of which a part is paid",
      [order("hosting")],
      { keptBy: "part" },
      "28 Jan 2027 | Without a payment the order ends, and what you paid comes back to you.",
    ],
    [
      "a suspended service",
      [order("extend")],
      { service: { state: "suspended", endsOn: "2026-11-17" } },
      "25 Dec 2026 | It is off now, and works again when it is paid.",
    ],
    ["a larger plan", [order("upgrade")], {}, "2 Dec 2026 | Without a payment the plan stays as it is."],
    [
      "several orders",
      [order("register"), order("renew")],
      {},
      "29 Dec 2026 | Without a payment these orders end, and you owe nothing.",
    ],
    [
      "an old bill",
      [order("hosting")],
      { openedAt: "2026-10-01T06:00:00Z" },
      " | Without a payment the order ends, and you owe nothing.",
    ],
  ])("of %s is its day and what follows", (_title, orders, known, words) => {
    expect(wordsOf(orders, known)).toBe(words);
  });
});

test.each<[string, Order, Known, string]>([
  [
    "a service on its eighth day",
    order("extend"),
    { service: { state: "active", endsOn: "2026-11-21" } },
    "2026-12-29",
  ],
  ["a service on day 38", order("extend"), { service: { state: "active", endsOn: "2026-10-22" } }, "2026-11-29"],
  ["a suspended service", order("extend"), { service: { state: "suspended", endsOn: "2026-11-17" } }, "2026-12-25"],
  ["a done order", { ...order("extend"), status: "done" }, { openedAt: "2026-10-01T06:00:00Z" }, "2026-11-29"],
  ["a Kenyan name that has ended", order("renew", "a.co.ke"), { until: until("2026-11-20") }, "2026-12-29"],
  ["a name that is lost sooner", order("renew", "a.co.ke"), { until: until("2026-09-12") }, "2026-12-01"],
])("the bill of %s can be paid until its last day, on which its paper is valid", (_title, its, known, last) => {
  const defaults = { openedAt: "2026-11-29T06:00:00Z", now: NOW, until: undefined, service: undefined };
  expect(dateOf(deadlineWords([its], { ...defaults, keptBy: undefined, ...known }).last).iso).toBe(last);
});
