import { env } from "#app/env.server.ts";
import type { Promises } from "#app/model/order-steps.ts";

/** What the agency promises whoever orders: its settings, or careful words. */
export const promises: Promises = env.promises;
