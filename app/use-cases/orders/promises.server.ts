import { env } from "#app/env.server.ts";
import type { ServicePromises } from "#app/model/order-steps.ts";

/** What the agency promises customers: its settings, or cautious defaults. */
export const promises: ServicePromises = env.promises;
