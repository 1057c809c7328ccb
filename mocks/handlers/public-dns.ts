import { HttpResponse, http } from "msw";
import { delayIfSlow, faultOfName, neverRespond, scenarioOfZone } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { formatRecords, soaRecord, TYPES } from "../public-dns/record-format.ts";
import { type Resolver, resolve } from "../public-dns/resolve.ts";

const JSON_TYPE = "application/dns-json";

/**
 * Two public resolvers that answer DNS over HTTPS as JSON (Google, "JSON API for DNS over HTTPS"; Cloudflare, "Using JSON"),
 * each with its own notation of record data. They return changes of the fake zones at once. Magic words at the start of a name
 * make a resolver return other records or fail (docs/sandbox.md).
 */
export const publicDnsHandlers = [
  http.get("*/public-dns/google/resolve", ({ request }) => respond("google", request)),
  http.get("*/public-dns/cloudflare/dns-query", ({ request }) => respond("cloudflare", request)),
  http.all("*/public-dns/*", unknownCall),
];

async function respond(resolver: Resolver, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [name = "", type = ""] = [searchParams.get("name") ?? "", searchParams.get("type") ?? ""];
  if ([...searchParams.keys()].sort().join() !== "name,type")
    return malformed(request, "the query must be ?name=&type=");
  if (!isSupportedName(name)) return malformed(request, "the name must be lower-case ASCII without a wildcard");
  if (!(type in TYPES)) return malformed(request, "the record type is not supported");
  if (request.headers.get("Accept") !== JSON_TYPE) return malformed(request, `the header Accept must be ${JSON_TYPE}`);

  const failure = await faultResponse(resolver, request, name);
  if (failure) return failure;
  const { status, records, authority } = resolve(resolver, name, type);
  const isNegative = records.length === 0 && status !== 2;
  const body = {
    Status: status,
    TC: false,
    RD: true,
    RA: true,
    AD: false,
    CD: false,
    Question: [{ name: `${name}.`, type: TYPES[type] }],
    ...(records.length > 0 && { Answer: formatRecords(resolver, records) }),
    ...(isNegative && { Authority: [soaRecord(authority)] }),
    Comment: "Response from 192.0.2.53.",
  };
  return HttpResponse.json(body, { headers: { "Content-Type": JSON_TYPE } });
}

function isSupportedName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** Returns the failure that a magic word in the name or one of its parents asks for, if any. */
async function faultResponse(resolver: Resolver, request: Request, name: string): Promise<Response | undefined> {
  const labels = name.split(".");
  const parts = labels.map((_, index) => labels.slice(index).join("."));
  const isUnreachable = parts
    .map(scenarioOfZone)
    .some((scenario) => scenario === "unreachable" || (scenario === "onesided" && resolver !== "google"));
  if (isUnreachable) return HttpResponse.error();
  const fault = parts.map(faultOfName).find(Boolean);
  if (fault === "timeout") return neverRespond(request);
  await delayIfSlow(fault);
  if (fault === "error500") return HttpResponse.json({ error: "Internal error." }, { status: 500 });
  if (fault === "ratelimit") return HttpResponse.json({ error: "Too many requests." }, { status: 429 });
  if (fault === "forbidden") return new HttpResponse("<h1>Forbidden</h1>", { status: 403 });
  if (fault === "garbage")
    return new HttpResponse('{"Status": 0, "Answer": [{', { headers: { "Content-Type": JSON_TYPE } });
}
