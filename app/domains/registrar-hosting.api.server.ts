import { z } from "zod";
import type { Result } from "#app/platform/result.ts";
import { idSchema, listOf, type RegistrarCaller } from "./registrar-caller.api.server.ts";

const PATH = ["v1", "hosting", "reseller"];

const planSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** In micro-units of the currency, per month. */
  price: z.number().optional().catch(undefined),
  currency: z.string().optional().catch(undefined),
});
/** A hosting plan that the provider sells to resellers. */
type ResellerPlan = z.infer<typeof planSchema>;

const hostingSchema = z.object({
  id: idSchema,
  domain: z.string().optional().catch(undefined),
  planId: idSchema.optional().catch(undefined),
  status: z.string().optional().catch(undefined),
});
/** A hosting account that was ordered. */
type ResellerHosting = z.infer<typeof hostingSchema>;

/** Creates the calls for resold hosting. Ordering it costs money. Source: docs/product/domains.md, "Domain provider". */
export function createHosting(call: RegistrarCaller) {
  async function orderHosting(
    body: { domain: string; planId: string },
    idempotencyKey: string,
  ): Promise<Result<ResellerHosting>> {
    return call({ op: "hosting", method: "POST", path: PATH, body, idempotencyKey, schema: hostingSchema });
  }

  async function listHostingPlans(): Promise<Result<ResellerPlan[]>> {
    return call({ op: "plans", method: "GET", path: [...PATH, "plans"], schema: listOf(planSchema) });
  }

  async function findHosting(id: string): Promise<Result<ResellerHosting>> {
    return call({ op: "hosting", method: "GET", path: [...PATH, id], schema: hostingSchema });
  }

  return { orderHosting, listHostingPlans, findHosting };
}
