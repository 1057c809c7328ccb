/** Bills of the first demo customer, for a site whose customers pay by M-PESA. */
import "./mpesa-settings.ts";
import { randomBytes } from "node:crypto";
import { beforeEach } from "vitest";
import { newReference } from "#app/orders/bill-reference.ts";
import { createOrders } from "#app/orders/orders.table.server.ts";
import { mpesa } from "#app/payments/daraja.api.server.ts";
import { runPayments } from "#app/payments/run.server.ts";
import { daraja } from "#mocks/daraja/daraja.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { sandboxDelays } from "#mocks/faults.ts";
import { outbox } from "#mocks/outbox.ts";
import { forgetAccount } from "#mocks/registrar/account-state.ts";
import { database } from "./database.ts";

export const [PAYER] = demoCustomers;
if (!mpesa) throw new Error("no M-PESA");
export const provider = mpesa;

beforeEach(async () => {
  // A report of the last test would bring money of an unknown prompt.
  await Promise.all(daraja.answers);
  Object.assign(sandboxDelays, { payMs: 0, lateMs: 0 });
  outbox.clear();
  forgetAccount();
  daraja.reset();
  await database.query(
    "truncate payment_callbacks, payments, payment_prompts, bills, orders, mails, messages, receipt_numbers cascade",
  );
  await createDemoCustomers(database);
});

/** Orders names in one press, with a bill for all of them. */
export async function billFor(names: Record<string, number>, kind: "register" | "renew" = "register") {
  const orders = Object.entries(names).map(([domain, priceKsh]) => ({
    ...{ id: crypto.randomUUID(), kind, domain, priceKsh, userId: PAYER.id, payload: { years: 1 } },
  }));
  const bill = { id: crypto.randomUUID(), reference: newReference(randomBytes), orders: orders.map(({ id }) => id) };
  const placed = await createOrders(orders, { notification: undefined, receipt: undefined, holdSeconds: 0 }, bill);
  if (!placed.ok || !placed.value.isNew) throw new Error("not ordered");
  return bill;
}

/** Lets so many seconds pass in the database. */
export async function pass(seconds: number, query = database.query): Promise<void> {
  const ago = `- interval '${seconds} seconds'`;
  for (const sql of [
    `update payment_prompts set asked_at = asked_at ${ago}, next_query_at = next_query_at ${ago}`,
    `update payments set received_at = received_at ${ago}`,
    `update payment_callbacks set received_at = received_at ${ago}, claimed_until = claimed_until ${ago}`,
    `update bills set claimed_until = claimed_until ${ago}`,
  ]) {
    await query(sql);
  }
}

/** Waits for the callbacks that are under way, and does what is due. */
export async function run(): Promise<void> {
  await Promise.all(daraja.answers);
  await runPayments(provider);
}

export const rows = (sql: string) => database.query(sql);
export { database };
