import { createHash } from "node:crypto";
import { HttpResponse } from "msw";

/** The largest number of calls at once, and how many a second come back, of the auth service's limits for one address. */
const BURST = 30;
const PER_SECOND: Record<string, number> = {
  token: 0.5,
  verify: 0.1,
  signup: 0.1,
  recover: 0.1,
  resend: 0.1,
  otp: 0.1,
};

/**
 * The limits of the auth service, for tests to change. `burst` is for each address. `siteBurst` is for all calls that name no
 * visitor, which a hosted project counts for the site's own address; here they are not counted, because tests share it.
 * `mailSeconds` is the time between two mails to one address.
 */
type Limits = { burst: number; siteBurst: number; mailSeconds: number };

/** How the whole service answers: as it should, or as a project that is paused, has another key, is overrun or behind a broken proxy. */
const MODES = {
  ok: undefined,
  paused: () => html(540, "Project paused"),
  "bad-gateway": () => html(502, "Bad gateway"),
  "bad-key": () =>
    HttpResponse.json({ message: "Invalid API key", hint: "Double check your API key." }, { status: 401 }),
  busy: () => failure(429, "over_request_rate_limit", "Request rate limit reached"),
  error500: () =>
    failure(500, "unexpected_failure", "Unexpected failure, please check server logs for more information"),
};
type Mode = keyof typeof MODES;
export const AUTH_MODES = Object.keys(MODES) as Mode[];

type State = { mode: Mode; limits: Limits; buckets: Map<string, { left: number; at: number }> };
declare global {
  /** Of the open database: the next test file loads this module again and must find it. */
  var authService: State | undefined;
}
globalThis.authService ??= {
  mode: "ok",
  limits: { burst: BURST, siteBurst: Number.POSITIVE_INFINITY, mailSeconds: 60 },
  buckets: new Map(),
};
const state = globalThis.authService;
export const authLimits = state.limits;

/** Makes the auth service answer so from now on. Returns whether it knows the word. */
export function setAuthMode(asked: string): boolean {
  const known = AUTH_MODES.find((word) => word === asked);
  state.mode = known ?? state.mode;
  return known !== undefined;
}

/**
 * Puts an end to the limits and to the minute between two mails, or brings them back: for tests of a started sandbox, which send
 * from one address and wait for no minute. Returns whether it knows the word.
 */
export function setAuthLimits(asked: string): boolean {
  if (!["on", "off"].includes(asked)) return false;
  const isOff = asked === "off";
  Object.assign(
    state.limits,
    isOff ? { burst: Number.POSITIVE_INFINITY, mailSeconds: 0 } : { burst: BURST, mailSeconds: 60 },
  );
  return true;
}

/** Forgets who has called how often, and answers as it should again. */
export function resetAuthService(): void {
  state.buckets.clear();
  state.mode = "ok";
}

/** An error as GoTrue answers it to a client that asks for no API version. */
export function failure(status: number, error_code: string, msg: string): Response {
  return Response.json({ code: status, error_code, msg }, { status });
}

type Answer = (request: Request) => Promise<Response>;

/**
 * Lets the embedded auth service answer as GoTrue 2.196 behind Supabase's gateway does: with its limits, and with errors in the
 * API version that the client asks for. Sources: supabase/auth, `errors.go`, `apilimiter.go`, `sbff.go`.
 */
export function likeGoTrue(secretKey: string, answer: Answer): Answer {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/auth/v1/")) return answer(request);
    const endpoint = pathname.slice("/auth/v1/".length);
    const refused = MODES[state.mode]?.() ?? limited(request, endpoint, secretKey) ?? refuseCode(endpoint);
    return inItsVersion(request, refused ?? (await answer(request)));
  };
}

/** One limit for each endpoint and address; signing in and refreshing share that of `token`. */
function limited(request: Request, endpoint: string, secretKey: string): Response | undefined {
  const perSecond = PER_SECOND[endpoint];
  if (request.method !== "POST" || perSecond === undefined) return undefined;
  // The address that somebody writes into a header is believed beside the secret key alone.
  const isTrusted = request.headers.get("apikey") === secretKey;
  const address = isTrusted ? request.headers.get("Sb-Forwarded-For") : null;
  const burst = address === null ? authLimits.siteBurst : authLimits.burst;
  const now = performance.now() / 1000;
  const key = `${endpoint} ${address}`;
  const { left, at } = state.buckets.get(key) ?? { left: burst, at: now };
  const has = Math.min(burst, left + (now - at) * perSecond);
  state.buckets.set(key, { left: has < 1 ? has : has - 1, at: now });
  return has < 1 ? failure(429, "over_request_rate_limit", "Request rate limit reached") : undefined;
}

/** Nobody signs in by a code here: only what comes before it, the limit, is there. */
function refuseCode(endpoint: string): Response | undefined {
  if (endpoint === "otp") return failure(400, "validation_failed", "One of email or phone must be set");
}

const VERSION = "X-Supabase-Api-Version";
const WITH_CODES = "2024-01-01";

/** `{code, error_code, msg}` became `{code, message}` in the API version of 2024. */
async function inItsVersion(request: Request, response: Response): Promise<Response> {
  const isJson = response.headers.get("Content-Type")?.includes("json");
  if (response.ok || !isJson || (request.headers.get(VERSION) ?? "") < WITH_CODES) return response;
  const { error_code, msg, ...rest } = await response.clone().json();
  if (typeof error_code !== "string") return response;
  const headers = { [VERSION]: WITH_CODES, "X-Sb-Error-Code": error_code };
  return Response.json({ ...rest, code: error_code, message: msg }, { status: response.status, headers });
}

function html(status: number, title: string): Response {
  const page = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return new Response(page, { status, headers: { "Content-Type": "text/html; charset=UTF-8" } });
}

/** What stands in the place of an address that was deleted softly. */
export function obfuscated(id: string, value: string): string {
  return createHash("sha256")
    .update(id + value)
    .digest("base64url");
}
