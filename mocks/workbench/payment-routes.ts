import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { daraja } from "../daraja/daraja.ts";
import { empty, json, refuse, route } from "./route.ts";

/** Money that a customer sends without a prompt. */
export const PAYMENT_ROUTES = [
  route({
    method: "POST",
    path: "/payments",
    summary: "Pay by Pay Bill, as a customer does on the phone. With `report` false M-PESA does not tell the site yet",
    input: z.strictObject({
      /** The account number, right or wrong. */
      bill: z.string().min(1).max(40),
      amount: z.int().min(1).max(1_000_000),
      report: z.boolean().default(true),
    }),
    answer: [201, { code: "S7ZL69RU2V", bill: "MH6DQGRR", amount: 1500 }],
    run: async ({ bill, amount, report }) => {
      if (!env.mpesa) return refuse("This sandbox takes no payments: start it without SANDBOX_PAYMENTS=0.");
      const money = daraja.pay({ amount, reference: bill });
      if (report) await daraja.reportPaybill(money);
      return json({ code: money.code, bill, amount }, 201);
    },
  }),
  route({
    method: "POST",
    path: "/payments/report",
    summary: "Let M-PESA tell the site of a payment, perhaps again",
    input: z.strictObject({ code: z.string().max(40) }),
    answer: [204, null],
    run: async ({ code }) => {
      const money = daraja.money.get(code);
      if (!money) return refuse(`There is no payment “${code}”.`, 404);
      await daraja.reportPaybill(money);
      return empty();
    },
  }),
];
