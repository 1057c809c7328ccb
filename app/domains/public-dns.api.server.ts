import { LRUCache } from "lru-cache";
import { z } from "zod";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import type { UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import { RECORD_CODES } from "./record-codes.ts";
import type { Question, Resolution, ResolvedRecord, ResolverReply } from "./resolver-reply.ts";

const FRESH_MS = 30_000;
const MAX_ANSWERS = 5000;
/** Characters of all cached replies: anybody may publish long texts under their own names. */
const MAX_CHARACTERS = 8_000_000;
/** Limits the whole lookup, including a retry. */
const DEADLINES = { attempt: "resolverAttempt", total: "resolvers" } as const;
/** Some resolvers select the reply format by Accept, others by Content-Type. */
const AS_JSON = { Accept: "application/dns-json", "Content-Type": "application/dns-json" };

/** Record types by number. */
const TYPE_NAMES = new Map<number, string>(Object.entries(RECORD_CODES).map(([type, code]) => [code, type]));
const NOERROR = 0;
const NXDOMAIN = 3;

/** Resolvers should cache nothing longer than a week (RFC 8767, section 4). */
const LONGEST_TTL = 7 * 86_400;
const MAX_LINES = 200;

const lineSchema = z.object({
  name: z.string().max(1024),
  type: z.number().int(),
  TTL: z.number().int().min(0),
  data: z.string(),
});
type Line = z.infer<typeof lineSchema>;
/** A list whose invalid entries are left out. */
const linesSchema = z
  .array(z.unknown())
  .nullish()
  .transform((entries) =>
    (entries ?? []).slice(0, MAX_LINES).flatMap((entry) => lineSchema.safeParse(entry).data ?? []),
  );
/** Google, "JSON API for DNS over HTTPS (DoH)"; Cloudflare, 1.1.1.1, "Using JSON", which follows it. */
const replySchema = z.object({ Status: z.number().int().min(0), Answer: linesSchema, Authority: linesSchema });

type PublicDnsOptions = { urls: readonly string[]; nameServers: readonly string[] } & Pick<
  UpstreamCall<unknown>,
  "deadlines"
>;
type Asked = { url: string; question: Question };

/**
 * Creates a client for public resolvers by DNS over HTTPS, with a cache of 30 seconds. Source: docs/product/dns.md, "Is it
 * live".
 */
export function createPublicDns({ urls, nameServers, deadlines = DEADLINES }: PublicDnsOptions) {
  const resolutions = new LRUCache<string, Resolution, Asked>({
    max: MAX_ANSWERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ records }) => records.reduce((sum, { name, data }) => sum + name.length + data.length, 100),
    ttl: FRESH_MS,
    perf: monotonicMs,
    // If an entry is evicted during its fetch, the caller still gets the result.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context }) => ask(context),
  });

  /** Undefined if the resolver fails; the cache does not keep undefined. */
  async function ask({ url, question: { name, type } }: Asked): Promise<Resolution | undefined> {
    const response = await requestJson({
      service: "public-dns",
      op: "resolve",
      base: url,
      path: [],
      query: { name, type },
      method: "GET",
      headers: AS_JSON,
      schema: replySchema,
      fallbackMessage: "The resolver did not answer.",
      deadlines,
    });
    return response.ok ? toResolution(response.value) : undefined;
  }

  /**
   * Returns the resolution of each resolver, in their order; parallel identical lookups make one call. Never throws and takes
   * at most three seconds. The resolution of a resolver that fails is undefined.
   */
  async function lookUp(question: Question): Promise<ResolverReply[]> {
    return Promise.all(
      urls.map(async (url) => {
        const key = `${url} ${question.type} ${question.name}`;
        return { resolver: nameOf(url), resolution: await resolutions.fetch(key, { context: { url, question } }) };
      }),
    );
  }

  /** `nameServers`: the agency's own, in lower case without a final dot; empty if not configured. */
  return { lookUp, nameServers };
}

function toResolution({ Status, Answer, Authority }: z.infer<typeof replySchema>): Resolution {
  const outcome = Status === NOERROR ? "answered" : Status === NXDOMAIN ? "no-name" : "failed";
  const soa = Authority.find(({ type }) => type === RECORD_CODES.SOA);
  return {
    outcome,
    records: Answer.flatMap(toResolvedRecord),
    negativeTtl: soa ? negativeTtl(soa) : null,
    askedAt: nowMs(),
  };
}

/** Leaves out signatures (RRSIG) and other types that the site does not read. */
function toResolvedRecord({ name, type, TTL, data }: Line): ResolvedRecord[] {
  const known = TYPE_NAMES.get(type);
  return known ? [{ name, type: known, ttl: Math.min(TTL, LONGEST_TTL), data }] : [];
}

/** RFC 2308, section 5: the lesser of the SOA record's own TTL, which counts down, and its last field. */
function negativeTtl({ TTL, data }: Line): number {
  const minimum = Number(data.trim().split(/\s+/).at(-1));
  return Math.min(TTL, Number.isInteger(minimum) && minimum >= 0 ? minimum : TTL, LONGEST_TTL);
}

const NAMES = [
  [/google/, "Google"],
  [/cloudflare|one\.one/, "Cloudflare"],
  [/quad9/, "Quad9"],
] as const;

/** Returns the resolver's common name, or its host name. */
function nameOf(url: string): string {
  return NAMES.find(([pattern]) => pattern.test(url))?.[1] ?? new URL(url).hostname;
}

/** The two resolvers of this site. */
export const publicDns = createPublicDns(env.publicDns);
