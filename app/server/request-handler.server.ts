import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  openDoctorQuestion,
  type SiteReport,
  SPOOFED_ADDRESS,
} from "#app/doctor/question.server.ts";
import { countRequest } from "#app/platform/abuse/limits.server.ts";
import { logCrossSitePost } from "#app/platform/abuse/security-events.server.ts";
import { env } from "#app/platform/env.server.ts";
import { withoutPostParam } from "#app/platform/http/post-address.ts";
import { log, withRequestId } from "#app/platform/log.server.ts";
import { pageCache } from "#app/platform/metrics.server.ts";
import { splitList } from "#app/platform/settings/setting-values.ts";
import { logResponse } from "./access-log.server.ts";
import { closesForRetry, isDraining } from "./graceful-shutdown.server.ts";
import { normalizeHost, rejectEarly } from "./guard.server.ts";
import { isBackendReady, redisState } from "./housekeeping.server.ts";
import type { PageCache } from "./page-cache.server.ts";
import { answerPaymentCallback, isPaymentCallback } from "./payment-callback-endpoint.server.ts";
import { discardBody, readBody, replayRequest } from "./read-body.server.ts";
import { isPersonal } from "./request-facts.server.ts";
import { createRouteOf, type RouteOf } from "./route-of.server.ts";
import { hasCsrfToken, isSameOriginPost, needsCsrfToken } from "./same-origin.server.ts";
import { isSandboxDown, losesAnswer, sandboxAddress, sandboxAddressProblem } from "./sandbox-endpoint.server.ts";
import type { Site } from "./site.server.ts";

/** The page that explains a refused request; its status comes from the load context. */
const REFUSAL_PATH = "/refused";

/** `routeOf` names a request in the log by its route; without it the log has the first part of the path. */
type HandlerOptions = { site: Site; cache: PageCache; routeOf?: RouteOf };

/**
 * Returns the listener for all requests: guard, page cache, health checks, rate limit and body, then the site.
 * A cache hit is synchronous and comes before everything that is slow.
 */
export function createRequestHandler({ site, cache, routeOf = createRouteOf({}) }: HandlerOptions): RequestListener {
  return (req, res) => {
    if (closesForRetry(req) || isSandboxDown()) return res.destroy();
    // randomUUID takes its bytes from a pool; asking the system for random bytes costs a tenth of a cache hit.
    const requestId = randomUUID().slice(-12);
    logResponse(req, res, { requestId, startedAt: performance.now(), routeOf });
    if (isDraining()) res.setHeader("Connection", "close");
    const problem = env.isSandbox ? sandboxAddressProblem(req) : undefined;
    if (problem !== undefined) {
      req.resume();
      res.writeHead(400, { "Content-Type": "text/plain", Connection: "close" }).end(problem);
      return;
    }
    const refused = rejectEarly(req);
    const url = withoutPostParam(req.url ?? "/");
    req.url = url;
    const isRead = req.method === "GET" || req.method === "HEAD";
    const key = refused === undefined && isRead && !isPersonal(req) ? cache.keyOf(url) : undefined;
    if (key !== undefined) {
      const had = cache.serve(req, res, key);
      pageCache.inc({ had: String(had) });
      if (had) return;
    }
    res.setHeader("X-Request-Id", requestId);
    const visit = { requestId, address: clientAddress(req) };
    const handled = withRequestId(requestId, async () => {
      if (refused === 403 && !isRead && !isSameOriginPost(req)) logCrossSitePost(visit.address);
      if (refused !== undefined) {
        await discardBody(req);
        return refuse(refused);
      }
      if (url === "/healthz" || url === "/readyz") return sendHealth(url, res);
      const report = doctorReport(req);
      if (report) return sendJson(report, res);
      if (env.mpesa && isPaymentCallback(req)) return answerPaymentCallback(req, res, visit.address);
      const isUnproven = !isRead && needsCsrfToken(req);
      normalizeHost(req);
      if (isRead) return site(req, res, visit);
      const limit = await countRequest(visit.address);
      if (!limit.ok) {
        res.setHeader("Retry-After", String(limit.retryAfterSeconds));
        await discardBody(req);
        return refuse(429);
      }
      const body = await readBody(req);
      if (!body.ok) return refuse(body.status);
      if (losesAnswer(req, body.form)) res.end = () => res.destroy();
      if (!isUnproven || hasCsrfToken(req, body.form)) return site(body.request, res, visit);
      logCrossSitePost(visit.address);
      return refuse(403);
    });
    handled.catch((error) => {
      log.error({ err: error }, "request failed");
      res.destroy();
    });

    function refuse(status: number): void {
      res.setHeader("Connection", "close");
      if (status === 405) res.setHeader("Allow", "GET, HEAD, POST");
      req.resume();
      const page = replayRequest(req, { method: "GET", url: REFUSAL_PATH });
      normalizeHost(page);
      site(page, res, { ...visit, rejectedStatus: status });
    }
  };
}

async function sendHealth(url: string, res: ServerResponse): Promise<void> {
  // Without Redis the process still serves all requests, so it reports this and stays ready.
  const isAlone = url === "/readyz" && redisState().is === "alone";
  const isWell = url === "/healthz" || (!isDraining() && (await isBackendReady()));
  res.writeHead(isWell ? 200 : 503, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
  res.end(isWell ? `ok${isAlone ? ", limits not shared" : ""}\n` : "not ready\n");
}

function sendJson(body: object, res: ServerResponse): void {
  res.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "private, no-store" });
  res.end(JSON.stringify(body));
}

/**
 * Returns the site's report for `npm run doctor`, which requests it at PUBLIC_ORIGIN as a visitor would: the version, and how
 * many proxies appended to X-Forwarded-For. Returns undefined for any other request, and for one without a fresh question
 * sealed with APP_SECRET: the site then answers 404. Source: docs/decisions/040-doctor.md.
 */
export function doctorReport(req: IncomingMessage): SiteReport | undefined {
  if (req.url !== DOCTOR_PATH || req.method !== "GET") return undefined;
  const questionId = openDoctorQuestion(req.headers[DOCTOR_HEADER]);
  if (questionId === undefined) return undefined;
  const entries = forwardedFor(req);
  const index = entries.indexOf(SPOOFED_ADDRESS);
  return {
    questionId,
    version: SITE_VERSION,
    trustedProxies: env.trustedProxies,
    hasSpoofedAddress: index >= 0,
    proxyEntries: entries.length - (index + 1),
  };
}

/**
 * Returns the client address for rate limits: the socket's, or the entry of X-Forwarded-For that the outermost trusted proxy
 * appended. Entries before it come from the client and are not trusted. Removes a port. IPv6 is shortened to its /64, which
 * belongs to one subscriber. In the sandbox the header X-Sandbox-Address sets the address, so that tests do not share limits.
 */
export function clientAddress(req: IncomingMessage): string {
  const named = env.isSandbox ? sandboxAddress(req) : undefined;
  if (named !== undefined) return shortenAddress(named);
  const own = req.socket.remoteAddress ?? "unknown";
  if (env.trustedProxies === 0) return shortenAddress(own);
  return shortenAddress(withoutPort(forwardedFor(req).at(-env.trustedProxies) ?? own));
}

/** Returns the entries of X-Forwarded-For, the newest last. */
export function forwardedFor(req: IncomingMessage): string[] {
  return splitList(String(req.headers["x-forwarded-for"] ?? ""));
}

/** Removes the port that some proxies append: 192.0.2.1:443, [2001:db8::1]:443 (RFC 7239, section 6). */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([^:]+):\d+$/, "$1");
}

function shortenAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address.slice(0, 64);
  const [head = "", tail = ""] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = address.includes("::") ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
