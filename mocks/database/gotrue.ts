import { createHash } from "node:crypto";
import { HttpResponse } from "msw";

/** The auth service's rate limit for one client address: calls at once, and calls a second after that. */
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
 * The limits of the auth service, which tests change. `burst`: for each client address. `siteBurst`: for all calls without a
 * client address, which a hosted project counts for the site's address; unlimited here, because tests share that address.
 * `mailSeconds`: the time between two mails to one address.
 */
type Limits = { burst: number; siteBurst: number; mailSeconds: number };

/** The responses to all calls in each mode: undefined for normal ones. */
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
  /** Global, because each test file loads this module again. */
  var authService: State | undefined;
}
globalThis.authService ??= {
  mode: "ok",
  limits: { burst: BURST, siteBurst: Number.POSITIVE_INFINITY, mailSeconds: 60 },
  buckets: new Map(),
};
const state = globalThis.authService;
export const authLimits = state.limits;

/** Sets the mode of the auth service. Returns false for an unknown mode. */
export function setAuthMode(mode: string): boolean {
  const known = AUTH_MODES.find((word) => word === mode);
  state.mode = known ?? state.mode;
  return known !== undefined;
}

/**
 * Switches the rate limits and the minute between two mails "on" or "off": tests of a started sandbox send much from one
 * address. Returns false for another word.
 */
export function setAuthLimits(mode: string): boolean {
  if (!["on", "off"].includes(mode)) return false;
  const isOff = mode === "off";
  Object.assign(
    state.limits,
    isOff ? { burst: Number.POSITIVE_INFINITY, mailSeconds: 0 } : { burst: BURST, mailSeconds: 60 },
  );
  return true;
}

/** Resets the counts of the rate limits and the mode. */
export function resetAuthService(): void {
  state.buckets.clear();
  state.mode = "ok";
}

/** Returns an error as GoTrue returns it to a client without an API version. */
export function failure(status: number, error_code: string, msg: string): Response {
  return Response.json({ code: status, error_code, msg }, { status });
}

type Handler = (request: Request) => Promise<Response>;

/**
 * Wraps a handler so that auth calls behave as in GoTrue 2.196 behind Supabase's gateway: with rate limits, and errors in the
 * API version that the client requests. Sources: supabase/auth, `errors.go`, `apilimiter.go`, `sbff.go`.
 */
export function imitateGoTrue(secretKey: string, handler: Handler): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/auth/v1/")) return handler(request);
    const endpoint = pathname.slice("/auth/v1/".length);
    const error = MODES[state.mode]?.() ?? rateLimitResponse(request, endpoint, secretKey) ?? rejectOtp(endpoint);
    return inApiVersion(request, error ?? (await handler(request)));
  };
}

/** Counts a call for its endpoint and client address, and returns 429 above the limit. Sign-in and refresh share `token`. */
function rateLimitResponse(request: Request, endpoint: string, secretKey: string): Response | undefined {
  const perSecond = PER_SECOND[endpoint];
  if (request.method !== "POST" || perSecond === undefined) return undefined;
  // The address in the header is trusted only with the secret key.
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

/** One-time passwords are not supported: only their rate limit exists. */
function rejectOtp(endpoint: string): Response | undefined {
  if (endpoint === "otp") return failure(400, "validation_failed", "One of email or phone must be set");
}

const VERSION = "X-Supabase-Api-Version";
const WITH_CODES = "2024-01-01";

/** Converts `{code, error_code, msg}` to `{code, message}` for clients of the API version of 2024. */
async function inApiVersion(request: Request, response: Response): Promise<Response> {
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

/** Returns the hash that replaces the address of a softly deleted account. */
export function obfuscate(id: string, value: string): string {
  return createHash("sha256")
    .update(id + value)
    .digest("base64url");
}
