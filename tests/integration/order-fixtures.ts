/** Orders of the first demo customer in a database of its own, for the test file that imports this. */

import { beforeEach } from "vitest";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import type { Order } from "#app/orders/order.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { outbox } from "#mocks/outbox.ts";
import { forgetAccount } from "#mocks/registrar/account-state.ts";
import { setDeadlines } from "../deadlines.js";
import { database } from "./database.ts";

export const [FIRST, SECOND] = demoCustomers;
const PAYLOADS = {
  renew: { years: 2 },
  register: { years: 3 },
  transfer: { authCode: "aB3!x" },
  hosting: { plan: "deluxe", months: 12 },
  certificate: { certificateType: "DV" },
  mail: { plan: "professional", seats: 5, months: 12 },
};

export { database };

beforeEach(async () => {
  outbox.clear();
  forgetAccount();
  await database.query("delete from orders");
  await database.query("delete from services");
  await database.query("delete from domains");
  await createDemoCustomers(database);
  setDeadlines({ write: 1500 });
});

/** Inserts an order of a customer, by default the first. Returns it as the application reads it. */
export async function made(
  kind: OfferKind,
  domain: string,
  priceKsh = 1000,
  customer: string = FIRST.id,
): Promise<Order> {
  const [row] = (await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [customer, kind, domain, JSON.stringify(PAYLOADS[kind]), priceKsh, crypto.randomUUID()],
  )) as { id: string }[];
  const now = new Date().toISOString();
  return {
    id: row?.id ?? "",
    kind,
    domain,
    priceKsh,
    status: "requested",
    reason: null,
    createdAt: now,
    updatedAt: now,
    takenAt: null,
    priceNamedAt: null,
    refundDueKsh: 0,
    refundedAt: null,
  };
}
export const stored = async ({ id }: Order) =>
  (await database.query("select status, reason, payload from orders where id = $1", [id]))[0];
export const named = async (name: string) =>
  (await database.query("select user_id, status, expiry_date, ssl_status from domains where name = $1", [name]))[0] as
    | { user_id: string; status: string; expiry_date: Date | string; ssl_status: string | null }
    | undefined;
export const dayOf = async (name: string) => dayNumber(new Date((await named(name))?.expiry_date ?? ""));
export const atProvider = () => outbox.list().filter(({ kind }) => kind === "order");
