/** A fake M-PESA that tests drive by hand, and processes of the site that can be killed at any call of the database. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { getResponse, HttpResponse, http } from "msw";
import { callbackTarget, receiveCallback } from "#app/payments/receive-callback.server.ts";
import { env } from "#app/platform/env.server.ts";
import { neverRespond } from "#mocks/faults.ts";
import { databaseHandlers } from "#mocks/handlers/database.ts";
import { mpesaHandlers } from "#mocks/handlers/mpesa.ts";
import { server } from "#mocks/node.ts";

/**
 * `end`: what the payer did. `told`: what the query says, which may differ. `isOver`: the site was told that the prompt was
 * refused, or its money is settled, so another prompt may ask for the rest of the bill.
 */
export type Shown = {
  id: string;
  bill: string;
  amount: number;
  callbackUrl: string;
  at: number;
  end: "open" | "paid" | "refused";
  told: string | undefined;
  isOver: boolean;
  code?: string;
};
type Money = { code: string; amount: number; reference: string; mayBeMissed: boolean };

export const world = {
  now: 0,
  shown: [] as Shown[],
  money: new Map<string, Money>(),
  /**
   * The real amount of each bank transfer, cash payment and cheque, as staff can see it, by code; 0 if there is no such money.
   */
  byHand: new Map<string, number>(),
  /** What was sent back for bills, and the receipts that were seen. */
  sentBack: 0,
  /** How many orders their customers cancelled or changed, how many staff reopened, and how often they changed a price. */
  changes: 0,
  reopened: 0,
  repriced: 0,
  /** How many payments turned out void that were kept as credit, whole or in part. */
  takenBack: 0,
  receipts: new Map<string, string>(),
  hasPull: false,
  /** How the next prompt is answered by the provider. */
  ask: "ok" as "ok" | "refused" | "lost" | "lost before",
  faults: 0,
  seconds: 0,
  bills: new Map<string, string>(),
};

const processes = new AsyncLocalStorage<{ left: number; afterwards: boolean }>();

/** Runs a task as a process that dies after so many calls of the database; the last one may still be carried out. */
export function asProcess<T>(left: number, afterwards: boolean, task: () => Promise<T>): Promise<T> {
  return processes.run({ left, afterwards }, task);
}

const error = (status: number, errorCode: string, errorMessage: string) =>
  HttpResponse.json({ requestId: "1", errorCode, errorMessage }, { status });

/** The response to each call of a killed process. It counts as an answer, so the breakers stay closed. */
const dead = () => HttpResponse.json({ message: "the process was killed" }, { status: 503 });

/** Replaces the providers. */
export function simulate(): void {
  server.use(
    http.all("*/rest/v1/*", async ({ request }) => {
      const process = processes.getStore();
      if (process && process.left <= 0) {
        world.faults += 1;
        return dead();
      }
      if (process) process.left -= 1;
      const isLast = process?.left === 0;
      const response = isLast && !process?.afterwards ? undefined : await getResponse(databaseHandlers, request);
      return isLast || !response ? dead() : response;
    }),
    http.post("*/daraja/mpesa/stkpush/v1/processrequest", async ({ request }) => {
      if (world.ask === "refused") return error(500, "500.003.02", "System is busy");
      if (world.ask === "lost before") return new HttpResponse("<html>", { status: 502 });
      const body = (await request.clone().json()) as Record<string, string | number>;
      const bill = world.bills.get(String(body.AccountReference)) ?? "";
      const shown: Shown = {
        ...{ id: `ws_${randomUUID()}`, bill, amount: Number(body.Amount), callbackUrl: String(body.CallBackURL) },
        ...{ at: world.now, end: "open", told: undefined, isOver: false },
      };
      const earlier = world.shown.filter((one) => one.bill === bill && one.end !== "refused" && !one.isOver);
      if (earlier.some((one) => world.now - one.at < 119)) world.seconds += 1;
      world.shown.push(shown);
      if (world.ask === "lost") return neverRespond(request);
      return HttpResponse.json({
        ...{ MerchantRequestID: shown.id, CheckoutRequestID: shown.id, ResponseCode: "0" },
        ResponseDescription: "Success",
      });
    }),
    http.post("*/daraja/mpesa/stkpushquery/v1/query", async ({ request }) => {
      const { CheckoutRequestID: id } = (await request.clone().json()) as { CheckoutRequestID: string };
      const one = world.shown.find((shown) => shown.id === id);
      if (one?.told === "silent") return error(500, "500.003.02", "System is busy");
      if (one?.told === undefined) return error(500, "500.001.1001", "The transaction is being processed");
      if (one.told !== "0") one.isOver = true;
      return HttpResponse.json({ ResponseCode: "0", ResultCode: one.told, ResultDesc: "x" });
    }),
    http.post("*/daraja/pulltransactions/v1/query", () => {
      if (!world.hasPull) return HttpResponse.json({ ResponseCode: "1001" });
      const rows = [...world.money.values()].map(({ code, amount, reference }) => {
        return {
          transactionId: code,
          trxDate: new Date().toISOString(),
          billreference: reference,
          amount: `${amount}.0`,
        };
      });
      return HttpResponse.json({ ResponseCode: "1000", Response: [rows.slice(-99)] });
    }),
    ...mpesaHandlers,
  );
}

/** Lets money arrive at the provider. */
export function arrive(amount: number, reference: string): Money {
  const money = { code: `S${String(world.money.size).padStart(9, "0")}`, amount, reference, mayBeMissed: true };
  world.money.set(money.code, money);
  return money;
}

/** Delivers a callback as the endpoint does. Returns its status; 404 for a secret that is not ours. */
export async function deliver(path: string, body: unknown): Promise<number> {
  const target = callbackTarget(path);
  if (!target || target.kind === "validation") return 404;
  return receiveCallback(target, body, "192.0.2.1");
}

/** Reports the end of a prompt: the truth, or a forgery that claims money. */
export async function reportPrompt(one: Shown, isForged = false): Promise<void> {
  const path = new URL(one.callbackUrl).pathname;
  const money = isForged ? { code: "FORGED0001", amount: one.amount } : one.code && world.money.get(one.code);
  const items = money
    ? [
        { Name: "Amount", Value: money.amount },
        { Name: "MpesaReceiptNumber", Value: money.code },
      ]
    : [];
  const ids = { MerchantRequestID: one.id, CheckoutRequestID: one.id };
  const stkCallback = {
    ...{ ...ids, ResultCode: money ? 0 : 1032, ResultDesc: "x" },
    ...(money && { CallbackMetadata: { Item: items } }),
  };
  const status = await deliver(isForged ? path.replace(/.$/, (last) => (last === "0" ? "1" : "0")) : path, {
    Body: { stkCallback },
  });
  if (isForged || status !== 200) return;
  if (money && one.code) Object.assign(world.money.get(one.code) ?? {}, { mayBeMissed: false });
  if (!money) one.isOver = true;
}

/** Reports a Pay Bill payment. */
export async function reportPaybill(money: Money): Promise<void> {
  const { shortcode, callbackPath } = env.mpesa ?? {};
  const { code: TransID, amount, reference: BillRefNumber } = money;
  const body = { TransID, TransAmount: `${amount}.00`, BillRefNumber, BusinessShortCode: shortcode };
  if ((await deliver(`/pay/c/${callbackPath}`, body)) === 200) money.mayBeMissed = false;
}
