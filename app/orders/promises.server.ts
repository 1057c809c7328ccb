import type { ServicePromises } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";

/**
 * The promises in the steps of an order. "How you pay" beside the steps says how to pay. If the site takes payments, staff
 * mail the bill.
 */
export const stepPromises = {
  answerTime: env.promises.answerTime,
  payment: env.mpesa ? "By M-PESA. We e-mail you the bill." : "",
};

/** What the agency promises customers: its settings, or cautious defaults. */
export const promises: ServicePromises = env.promises;

/** How to pay, and whether prices include VAT: sentences for pages with prices; empty if the settings say neither. */
export const terms = [promises.payment, promises.vat].filter(Boolean).join(" ");
