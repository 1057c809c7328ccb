import { HttpResponse, http } from "msw";
import { z } from "zod";
import { malformed } from "../malformed.ts";
import { type AccountRecord, account, isInAccount, recordsOf } from "../registrar/account-state.ts";
import { refuse, respondFor } from "../registrar/replies.ts";

const RECORDS = "*/proxy/godaddy/v1/domains/:domain/records";

const record = z.strictObject({
  type: z.enum(["A", "AAAA", "CNAME", "MX", "NS", "SOA", "SRV", "TXT", "CAA"]),
  name: z.string().min(1),
  data: z.string().min(1),
  ttl: z.number().int().optional(),
  priority: z.number().int().optional(),
  port: z.number().int().optional(),
  weight: z.number().int().optional(),
  protocol: z.string().optional(),
  service: z.string().optional(),
});
const list = z.array(record).min(1);

const TTL_PROBLEM = {
  fields: [{ code: "MIN_VALUE", message: "ttl must be at least 600", path: "records[0].ttl" }],
};

type Call = { request: Request; params: Record<string, unknown> };
type Change = (old: AccountRecord[], sent: AccountRecord[]) => AccountRecord[];

/** DNS records at the domain provider (GoDaddy's Domains API v1, "records"). */
export const registrarRecordsHandlers = [
  http.get(RECORDS, show),
  http.get(`${RECORDS}/:type`, show),
  http.get(`${RECORDS}/:type/:name`, show),
  http.put(RECORDS, (call) => change(call, (_old, sent) => sent)),
  http.patch(RECORDS, (call) => change(call, (old, sent) => [...old, ...sent])),
  http.put(`${RECORDS}/:type/:name`, (call) => change(call, (old, sent) => [...others(old, call), ...sent])),
  http.delete(`${RECORDS}/:type/:name`, async ({ request, params }) => {
    if ((await request.text()) !== "") return malformed(request, "a deletion has no body");
    return carryOut({ request, params }, (domain) => {
      account.records.set(domain, others(recordsOf(domain), { params }));
      return new HttpResponse(null, { status: 204 });
    });
  }),
];

function show({ request, params }: Call) {
  return carryOut({ request, params }, (domain) => {
    const all = recordsOf(domain);
    const ofType = params.type ? all.filter(({ type }) => type === params.type) : all;
    return HttpResponse.json(params.name ? ofType.filter(({ name }) => name === params.name) : ofType);
  });
}

async function change({ request, params }: Call, apply: Change) {
  const sent = list.safeParse(await request.json().catch(() => undefined)).data;
  if (!sent) return malformed(request, "the body must be a list of records");
  return carryOut({ request, params }, (domain) => {
    if (sent.some(({ ttl = 600 }) => ttl < 600)) {
      return refuse(422, "INVALID_BODY", "Request body doesn't fulfill schema, see details in `fields`", TTL_PROBLEM);
    }
    account.records.set(domain, apply(recordsOf(domain), sent));
    return new HttpResponse(null, { status: 200 });
  });
}

function carryOut({ request, params }: Call, handle: (domain: string) => Response) {
  const domain = String(params.domain);
  return respondFor(domain, request, () =>
    isInAccount(domain)
      ? handle(domain)
      : refuse(404, "UNKNOWN_DOMAIN", `The sent domain (${domain}) is not registered, or does not have a zone file`),
  );
}

/** Returns the records with another type or name than the call's path. */
function others(all: AccountRecord[], { params }: { params: Record<string, unknown> }) {
  return all.filter(({ type, name }) => type !== params.type || name !== params.name);
}
