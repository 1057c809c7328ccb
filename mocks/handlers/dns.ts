import { HttpResponse, http, type PathParams } from "msw";
import { z } from "zod";
import { readBody, recordFrom } from "../dns/record-body.ts";
import { recordError } from "../dns/record-errors.ts";
import { fail, faultReply, succeed, toWire, truncatedJson } from "../dns/replies.ts";
import { delayIfSlow, faultOfName, neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { NAME_SERVERS, newId, type Zone, type ZoneRecord, zones } from "../zones.ts";

const BASE = "*/proxy/cloudflare/zones";
const RECORDS = `${BASE}/:zoneId/dns_records`;
const HEX_ID = /^[0-9a-f]{32}$/;

const zoneSchema = z.strictObject({
  name: z.string().regex(/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/),
  account: z.strictObject({ id: z.string().regex(HEX_ID) }),
  type: z.literal("full"),
});

type Call = { request: Request; params: PathParams };

/**
 * The DNS provider with Cloudflare's paths, bodies and codes ("DNS Records for a Zone"), and zones that keep what was written.
 * A magic word in a record's name makes writing it fail, one in a zone's name makes reading the zone fail.
 */
export const dnsHandlers = [
  http.get(BASE, listZones),
  http.post(BASE, createZone),
  http.delete(`${BASE}/:zoneId`, async (call) => {
    const zone = zoneOf(call);
    if (zone instanceof Response) return zone;
    if ((await call.request.text()) !== "") return malformed(call.request, "a deletion has no body");
    return write(call.request, zone.name, () => {
      zones.remove(zone.name);
      return succeed({ id: zone.id });
    });
  }),
  http.get(RECORDS, listRecords),
  http.post(RECORDS, async (call) => {
    const zone = zoneOf(call);
    if (zone instanceof Response) return zone;
    const body = await readBody(call.request);
    if (!body) return malformed(call.request, "the body is no record that can be added");
    zones.count("create");
    const record = recordFrom(body, zone, newId());
    return write(call.request, record.name, () => put(zone, record));
  }),
  http.put(`${RECORDS}/:id`, async (call) => {
    const zone = zoneOf(call);
    if (zone instanceof Response) return zone;
    const body = await readBody(call.request);
    if (!body) return malformed(call.request, "the body is no record that can be changed");
    zones.count("update");
    const old = zone.records.find(({ id }) => id === call.params.id);
    if (!old) return gone();
    const record = recordFrom(body, zone, old.id, old.created_on);
    if (faultOfName(old.name) === "gone") return drop(zone, old);
    return write(call.request, record.name, () => put(zone, record));
  }),
  http.delete(`${RECORDS}/:id`, async (call) => {
    const zone = zoneOf(call);
    if (zone instanceof Response) return zone;
    if ((await call.request.text()) !== "") return malformed(call.request, "a deletion has no body");
    zones.count("delete");
    const old = zone.records.find(({ id }) => id === call.params.id);
    if (!old) return gone();
    if (faultOfName(old.name) === "gone") return drop(zone, old);
    return write(call.request, old.name, () => {
      drop(zone, old);
      return succeed({ id: old.id });
    });
  }),
  http.all("*/proxy/cloudflare/*", unknownCall),
];

/**
 * Carries out a write, unless the name has a magic word that fails it. With "lost" and "garbage" the write is carried out, but
 * its response is lost or broken.
 */
async function write(request: Request, name: string, carryOut: () => Response): Promise<Response> {
  const fault = faultOfName(name);
  if (fault === "timeout") return neverRespond(request);
  await delayIfSlow(fault);
  if (fault === "exists") return fail(400, { code: 81_057, message: "The record already exists." });
  if (fault === "conflict") {
    return fail(400, { code: 81_053, message: "An A, AAAA, or CNAME record with that host already exists." });
  }
  const refused = faultReply(fault);
  if (refused) return refused;
  const response = carryOut();
  if (response.ok && fault === "lost") return HttpResponse.error();
  return response.ok && fault === "garbage" ? truncatedJson() : response;
}

function put(zone: Zone, record: ZoneRecord): Response {
  const error = recordError(record, zone);
  if (error) return fail(400, error);
  const at = zone.records.findIndex(({ id }) => id === record.id);
  zone.records.splice(at < 0 ? zone.records.length : at, at < 0 ? 0 : 1, record);
  zones.save();
  return succeed(toWire(record));
}

/** Deletes a record, and responds as if somebody else had deleted it before. */
function drop(zone: Zone, record: ZoneRecord): Response {
  zone.records = zone.records.filter(({ id }) => id !== record.id);
  zones.save();
  return gone();
}

function gone() {
  return fail(404, { code: 81_044, message: "Record does not exist." });
}

/** Source: Cloudflare API, "List DNS Records". */
const MOST_PER_PAGE = 5_000_000;

async function listRecords(call: Call): Promise<Response> {
  const { request } = call;
  const zone = zoneOf(call);
  if (zone instanceof Response) return zone;
  const query = new URL(request.url).searchParams;
  const page = Number(query.get("page") ?? 1);
  const perPage = Number(query.get("per_page") ?? 100);
  const isKnown = [...query.keys()].every((key) => ["page", "per_page"].includes(key));
  if (
    !isKnown ||
    !Number.isInteger(page) ||
    page < 1 ||
    !Number.isInteger(perPage) ||
    perPage < 1 ||
    perPage > MOST_PER_PAGE
  ) {
    return malformed(request, "the query may have page, from 1, and per_page, from 1 to 5,000,000");
  }
  const fault = faultOfName(zone.name);
  if (fault === "timeout") return neverRespond(request);
  await delayIfSlow(fault);
  const refused = fault === "garbage" ? truncatedJson() : faultReply(fault);
  if (refused) return refused;
  const records = zone.records.slice((page - 1) * perPage, page * perPage);
  const total = zone.records.length;
  const counts = { page, per_page: perPage, count: records.length, total_count: total };
  return succeed(records.map(toWire), { result_info: { ...counts, total_pages: Math.ceil(total / perPage) } });
}

async function createZone({ request }: Call): Promise<Response> {
  const problem = headerProblem(request);
  if (problem) return malformed(request, problem);
  const body = zoneSchema.safeParse(await request.json().catch(() => undefined)).data;
  if (!body) return malformed(request, 'the body must be { name, account: { id }, type: "full" }');
  zones.count("zone");
  const { name } = body;
  if (faultOfName(name) === "exists" || zones.findByName(name)) {
    return fail(400, { code: 1061, message: `${name} already exists` });
  }
  return write(request, name, () => {
    const zone = zones.add(name);
    zones.save();
    return succeed({ id: zone.id, name, status: "pending", type: "full", name_servers: NAME_SERVERS, paused: false });
  });
}

/** Lists the zones of an account, or the one with a name. A page has at least five. */
function listZones({ request }: Call): Response {
  const problem = headerProblem(request);
  const query = new URL(request.url).searchParams;
  const perPage = Number(query.get("per_page"));
  if (problem) return malformed(request, problem);
  if (!HEX_ID.test(query.get("account.id") ?? "") || !Number.isInteger(perPage) || perPage < 5)
    return malformed(request, "the query must be ?account.id=&per_page=, from 5");
  const permissions = ["#dns_records:edit", "#dns_records:read", "#zone:edit", "#zone:read"];
  const name = query.get("name");
  const listed = name === null ? zones.list(perPage) : [zones.findByName(name) ?? []].flat();
  return succeed(listed.map(({ id, name }) => ({ id, name, status: "active", permissions })));
}

/** Returns the zone of a call, or the error response. */
function zoneOf({ request, params }: Call): Zone | Response {
  const problem = headerProblem(request);
  if (problem) return malformed(request, problem);
  const ids = [params.zoneId, params.id ?? params.zoneId];
  if (!ids.every((id) => HEX_ID.test(String(id)))) return malformed(request, "an id must have 32 hex digits");
  return zones.find(String(params.zoneId)) ?? fail(403, { code: 10_000, message: "Authentication error" });
}

function headerProblem({ method, headers }: Request): string | undefined {
  if (!headers.get("Accept")?.includes("application/json")) return "the header Accept must ask for application/json";
  const hasBody = method === "POST" || method === "PUT";
  if (hasBody && !headers.get("Content-Type")?.startsWith("application/json")) {
    return "the header Content-Type must be application/json";
  }
}
