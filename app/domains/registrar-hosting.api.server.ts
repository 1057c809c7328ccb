import { z } from "zod";
import type { Result } from "#app/platform/result.ts";
import { emptySchema, idSchema, listOf, type RegistrarCaller } from "./registrar-caller.api.server.ts";

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

const certificateSchema = z.object({
  certificateId: idSchema,
  commonName: z.string().optional().catch(undefined),
  /** "PENDING_ISSUANCE", "ISSUED", "EXPIRED", "REVOKED" and others. */
  status: z.string(),
  type: z.string().optional().catch(undefined),
  /** ISO 8601. */
  validEnd: z.string().optional().catch(undefined),
});
/** A TLS certificate of a domain (GoDaddy's Certificates API v1, "Certificate"). */
type Certificate = z.infer<typeof certificateSchema>;

const orderedSchema = z.object({ certificateId: idSchema });

/** Creates the calls for certificates. Ordering one costs money. Source: docs/product/domains.md, "Domain provider". */
export function createCertificates(call: RegistrarCaller) {
  async function listCertificates(domain: string): Promise<Result<Certificate[]>> {
    const path = certificatesOf(domain);
    return call({ op: "certificates", method: "GET", path, schema: listOf(certificateSchema) });
  }

  /** Orders a certificate, domain-validated ("DV") unless another type is given. */
  async function orderCertificate(
    domain: string,
    idempotencyKey: string,
    certificateType = "DV",
  ): Promise<Result<{ certificateId: string }>> {
    return call({
      op: "certificate",
      method: "POST",
      path: certificatesOf(domain),
      body: { certificateType },
      idempotencyKey,
      schema: orderedSchema,
    });
  }

  /** Tells the provider to install the domain's certificate. */
  async function installCertificate(domain: string): Promise<Result<null>> {
    const path = [...certificatesOf(domain), "install"];
    return call({ op: "install", method: "POST", path, body: {}, schema: emptySchema });
  }

  return { listCertificates, orderCertificate, installCertificate };
}

function certificatesOf(domain: string): string[] {
  return ["v1", "domains", domain, "certificates"];
}
