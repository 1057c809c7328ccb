import { z } from "zod";
import { failure, type Result, success } from "#app/platform/result.ts";
import { idSchema, listOf, type RegistrarCaller } from "./registrar-caller.api.server.ts";

const domainSchema = z.object({
  domain: z.string().min(1),
  /** "ACTIVE", "CANCELLED", "PENDING_TRANSFER" and some sixty others. */
  status: z.string(),
  /** ISO 8601. */
  expires: z.string().optional().catch(undefined),
  createdAt: z.string().optional().catch(undefined),
  renewAuto: z.boolean().optional().catch(undefined),
  locked: z.boolean().optional().catch(undefined),
  nameServers: z.array(z.string()).nullish().catch(undefined),
});
/** A domain of the account (GoDaddy's Domains API v1, "DomainSummary"). */
type AccountDomain = z.infer<typeof domainSchema>;

const foundSchema = z.union([listOf(domainSchema), domainSchema.transform((domain) => [domain])]);

const orderSchema = z.object({
  orderId: idSchema,
  itemCount: z.number().optional().catch(undefined),
  /** In micro-units of the currency. */
  total: z.number().optional().catch(undefined),
  currency: z.string().optional().catch(undefined),
});
/** What was bought (GoDaddy's Domains API v1, "DomainPurchaseResponse"). */
type PlacedOrder = z.infer<typeof orderSchema>;

type Contact = {
  nameFirst: string;
  nameLast: string;
  email: string;
  phone: string;
  organization?: string;
  addressMailing: { address1: string; city: string; state: string; postalCode: string; country: string };
};
type Consent = { agreementKeys: string[]; agreedAt: string; agreedBy: string };
type Terms = {
  /** Years. */
  period?: number;
  privacy?: boolean;
  renewAuto?: boolean;
  consent?: Consent;
  contactRegistrant?: Contact;
  contactAdmin?: Contact;
  contactTech?: Contact;
  contactBilling?: Contact;
};
type Registration = Terms & { domain: string; nameServers?: string[] };
type Transfer = Terms & { domain: string; authCode: string };

/**
 * Creates the calls for the account's domains and for orders, which cost money. An order is sent once; if a caller repeats it,
 * it has the same idempotency key. If the reply was lost, the failure has `isUnknown`, and a person must check. Source:
 * docs/product/domains.md, "Domain provider".
 */
export function createAccount(call: RegistrarCaller) {
  async function listDomains(): Promise<Result<AccountDomain[]>> {
    return call({ op: "domains", method: "GET", path: ["v1", "domains"], schema: listOf(domainSchema) });
  }

  /** Returns one domain of the account. Fails with 404 if it is not there. */
  async function findDomain(domain: string): Promise<Result<AccountDomain>> {
    const found = await call({
      op: "domain",
      method: "GET",
      path: ["v1", "domains"],
      query: { domain },
      schema: foundSchema,
    });
    if (!found.ok) return found;
    const one = found.value.find((entry) => entry.domain.toLowerCase() === domain.toLowerCase());
    return one ? success(one) : failure(404, `${domain} is not in the provider's account.`);
  }

  async function registerDomain(body: Registration, idempotencyKey: string): Promise<Result<PlacedOrder>> {
    return order("register", ["v1", "domains"], body, idempotencyKey);
  }

  async function renewDomain(domain: string, idempotencyKey: string, years = 1): Promise<Result<PlacedOrder>> {
    return order("renew", ["v1", "domains", domain, "renew"], { years }, idempotencyKey);
  }

  async function transferDomain(body: Transfer, idempotencyKey: string): Promise<Result<PlacedOrder>> {
    return order("transfer", ["v1", "domains", "transfer"], body, idempotencyKey);
  }

  function order(op: string, path: string[], body: object, idempotencyKey: string): Promise<Result<PlacedOrder>> {
    return call({ op, method: "POST", path, body, idempotencyKey, schema: orderSchema });
  }

  return { listDomains, findDomain, registerDomain, renewDomain, transferDomain };
}
