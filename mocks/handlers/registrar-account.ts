import { HttpResponse, http } from "msw";
import { z } from "zod";
import { nowMs } from "#app/platform/clock.ts";
import { PROVIDER_PRICES } from "../data/registrar.ts";
import { demoDomains } from "../demo-customers.ts";
import { faultOfName } from "../faults.ts";
import { malformed } from "../malformed.ts";
import { outbox } from "../outbox.ts";
import { account, isInAccount, nextId } from "../registrar/account-state.ts";
import { refuse, respondFor } from "../registrar/replies.ts";

const BASE = "*/proxy/godaddy/v1";
const name = z.string().regex(/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/);
const years = z.number().int().min(1).max(10);
const person = z.looseObject({ nameFirst: z.string(), nameLast: z.string(), email: z.string(), phone: z.string() });
const terms = {
  period: years.optional(),
  privacy: z.boolean().optional(),
  renewAuto: z.boolean().optional(),
  consent: z
    .strictObject({ agreementKeys: z.array(z.string()), agreedAt: z.string(), agreedBy: z.string() })
    .optional(),
  contactRegistrant: person.optional(),
  contactAdmin: person.optional(),
  contactTech: person.optional(),
  contactBilling: person.optional(),
};
const PLANS = [
  { id: "starter", name: "Starter", price: 3_990_000, currency: "USD" },
  { id: "economy", name: "Economy", price: 7_990_000, currency: "USD" },
  { id: "deluxe", name: "Deluxe with SSL", price: 10_990_000, currency: "USD" },
  { id: "ultimate", name: "Ultimate with SSL", price: 14_690_000, currency: "USD" },
];

const registration = z.strictObject({ domain: name, nameServers: z.array(z.string()).optional(), ...terms });
const renewal = z.strictObject({ years });
const transfer = z.strictObject({ domain: name, authCode: z.string().min(1), ...terms });
const certificate = z.strictObject({ certificateType: z.enum(["DV", "OV", "EV"]) });
const hosting = z.strictObject({ domain: name, planId: z.enum(["starter", "economy", "deluxe", "ultimate"]) });

/** The domain provider's domains, orders, certificates and hosting. Orders appear in the outbox. */
export const registrarAccountHandlers = [
  http.get(`${BASE}/domains`, ({ request }) => listDomains(request)),
  http.post(`${BASE}/domains`, ({ request }) =>
    order(
      request,
      registration,
      ({ domain }) => domain,
      "Register",
      ({ domain, period = 1 }) => {
        if (faultOfName(domain) === "taken" || (isInAccount(domain) && faultOfName(domain) === undefined)) {
          return refuse(422, "UNAVAILABLE_DOMAIN", `The specified domain (${domain}) isn't available for purchase`);
        }
        account.domains.set(domain, period);
        return { ...orderReply(domain, period) };
      },
    ),
  ),
  http.post(`${BASE}/domains/transfer`, ({ request }) =>
    order(
      request,
      transfer,
      ({ domain }) => domain,
      "Transfer",
      ({ domain, authCode, period = 1 }) => {
        if (authCode === "wrong") {
          const error = { path: "authCode", code: "INVALID", message: "The authorization code is not valid" };
          return refuse(422, "INVALID_BODY", "Request body doesn't fulfill schema, see details in `fields`", {
            fields: [error],
          });
        }
        account.domains.set(domain, period);
        account.transfers.add(domain);
        return orderReply(domain, period);
      },
    ),
  ),
  http.post(`${BASE}/domains/:domain/renew`, ({ request, params }) =>
    order(
      request,
      renewal,
      () => String(params.domain),
      "Renew",
      (body, domain) => (isInAccount(domain) ? orderReply(domain, body.years, 1) : unknownDomain(domain)),
    ),
  ),
  http.get(`${BASE}/domains/:domain/certificates`, ({ request, params }) => {
    const domain = String(params.domain);
    const own = account.certificates.filter(({ commonName }) => commonName === domain);
    return respondFor(domain, request, () => (isInAccount(domain) ? HttpResponse.json(own) : unknownDomain(domain)));
  }),
  http.post(`${BASE}/domains/:domain/certificates`, ({ request, params }) =>
    order(
      request,
      certificate,
      () => String(params.domain),
      "Certificate for",
      (body, domain) => {
        if (!isInAccount(domain)) return unknownDomain(domain);
        const certificateId = String(nextId());
        const type = `${body.certificateType}_SSL`;
        account.certificates.push({ certificateId, commonName: domain, status: "PENDING_ISSUANCE", type });
        return { certificateId };
      },
    ),
  ),
  http.post(`${BASE}/domains/:domain/certificates/install`, async ({ request, params }) => {
    const domain = String(params.domain);
    if ((await request.text()) !== "{}") return malformed(request, "the body must be {}");
    return respondFor(domain, request, () => {
      const own = account.certificates.find(({ commonName }) => commonName === domain);
      if (!own) return refuse(404, "CERTIFICATE_NOT_FOUND", "There is no certificate for this domain");
      own.status = "ISSUED";
      return new HttpResponse(null, { status: 204 });
    });
  }),
  http.post(`${BASE}/hosting/reseller`, ({ request }) =>
    order(
      request,
      hosting,
      ({ domain }) => domain,
      "Hosting for",
      ({ domain, planId }) => {
        const created = { id: String(nextId()), domain, planId, status: "PENDING_SETUP" };
        account.hosting.push(created);
        return created;
      },
    ),
  ),
  http.get(`${BASE}/hosting/reseller/plans`, () => HttpResponse.json(PLANS)),
  http.get(`${BASE}/hosting/reseller/:id`, ({ params }) => {
    const found = account.hosting.find(({ id }) => id === params.id);
    return found ? HttpResponse.json(found) : refuse(404, "NOT_FOUND", "There is no such hosting account");
  }),
];

/** Carries out an order once for each Idempotency-Key and puts it into the outbox. The same key gets the same response. */
async function order<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  domainOf: (body: Body) => string,
  title: string,
  carryOut: (body: Body, domain: string) => object | Response,
): Promise<Response> {
  const key = request.headers.get("Idempotency-Key") ?? "";
  if (!/^[\w-]{8,128}$/.test(key)) return malformed(request, "the header Idempotency-Key is missing or odd");
  const text = await request.clone().text();
  const body = schema.safeParse(await request.json().catch(() => undefined)).data;
  if (!body) return malformed(request, "the body is not what is ordered here");
  const domain = domainOf(body);
  const before = account.orders.get(key);
  if (before && before.body !== text) return malformed(request, "this Idempotency-Key came with another order");
  return respondFor(domain, request, () => {
    const response = before?.response ?? carryOut(body, domain);
    if (response instanceof Response) return response;
    account.orders.set(key, { body: text, response });
    const subject = `${title} ${domain}`;
    if (!before) outbox.add({ kind: "order", to: "the domain provider", subject, text: JSON.stringify(body, null, 2) });
    return HttpResponse.json(response);
  });
}

/** Returns the provider's response to an order. `at`: 0 for the first year's price, 1 for a renewal's. */
function orderReply(domain: string, period: number, at: 0 | 1 = 0) {
  const price = PROVIDER_PRICES[domain.slice(domain.lastIndexOf(".") + 1)]?.[at] ?? 15_000_000;
  return { orderId: nextId(), itemCount: 1, total: price * period, currency: "USD" };
}

function listDomains(request: Request) {
  const query = new URL(request.url).searchParams;
  if ([...query.keys()].some((key) => key !== "domain")) return malformed(request, "the query may be ?domain= alone");
  const domain = query.get("domain");
  const own = [...demoDomains.map(({ name: demo }) => demo), ...account.domains.keys()];
  const listed = domain === null ? own : own.filter((one) => one === domain);
  return respondFor(domain ?? "", request, () => {
    if (domain === null) for (const one of own) account.listings.set(one, timesListed(one) + 1);
    return HttpResponse.json(listed.filter((one) => domain !== null || !isHidden(one)).map(summary));
  });
}

const timesListed = (domain: string) => account.listings.get(domain) ?? 0;
/** Whether a name begins with a word, perhaps after "direct-", without which no order in the sandbox reaches the provider. */
const begins = (domain: string, word: string) => domain.replace(/^direct-/, "").startsWith(`${word}-`);
/** "gone-…" is in the list only the first time. */
const isHidden = (domain: string) => begins(domain, "gone") && timesListed(domain) > 1;

/**
 * Returns a domain's status. The transfer of "moving-…" ends when the list is read the second time, that of "stuck-…" never.
 */
function statusOf(domain: string): string {
  const isMoving = begins(domain, "stuck") || (begins(domain, "moving") && timesListed(domain) < 2);
  return isMoving && account.transfers.has(domain) ? "PENDING_TRANSFER" : "ACTIVE";
}

/**
 * Returns the days until a domain expires: a year more for "later-…" after the first list; ten for "direct-due-…", so that
 * testers have one to renew.
 */
function daysLeft(domain: string): number {
  const demo = demoDomains.find(({ name }) => name === domain);
  if (demo) return demo.daysLeft;
  if (begins(domain, "later") && timesListed(domain) > 0) return 365 * ((account.domains.get(domain) ?? 1) + 1);
  return domain.startsWith("direct-due-") ? 10 : 365 * (account.domains.get(domain) ?? 1);
}

function summary(domain: string, index: number) {
  return {
    domainId: 1_000_001 + index,
    domain,
    status: statusOf(domain),
    expires: new Date(nowMs() + daysLeft(domain) * 86_400_000).toISOString(),
    createdAt: "2024-02-01T09:00:00Z",
    renewAuto: false,
    renewable: true,
    locked: true,
    privacy: false,
    nameServers: null,
  };
}

function unknownDomain(domain: string) {
  return refuse(404, "NOT_FOUND", `The given domain (${domain}) is not registered, or does not have a zone file`);
}
