import type { ServicePromises } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";

/** The promises in the steps of an order. "How you pay" beside the steps says how to pay, unless the site takes payments. */
export const stepPromises = {
  answerTime: env.promises.answerTime,
  payment: env.payment.later,
};

/** What the agency promises customers: its settings, or cautious defaults. */
export const promises: ServicePromises = env.promises;

/** How to pay, and whether prices include VAT: sentences for pages with prices; empty if the settings say neither. */
export const terms = [promises.payment, promises.vat].filter(Boolean).join(" ");
