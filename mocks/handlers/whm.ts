import { HttpResponse, http } from "msw";
import { z } from "zod";
import { findHostingPlan } from "#app/domains/hosting-plans.ts";
import { env } from "#app/platform/env.server.ts";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { isHostingUsername, usernamesFor } from "#app/services/hosting-account.ts";
import { delayIfSlow, faultOfName, neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { type FakeAccount, hostingServer } from "../whm/hosting-server.ts";

const username = z.string().refine(isHostingUsername);
const user = z.string().min(1);
/** The parameters of each call, beside `api.version`. */
const PARAMETERS = {
  createacct: z.strictObject({
    username,
    domain: z.string().regex(/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/),
    plan: z.string(),
    contactemail: z.email(),
    useregns: z.literal("0"),
  }),
  accountsummary: z.strictObject({ user }),
  suspendacct: z.strictObject({ user, reason: z.string().min(1), disallowun: z.literal("0") }),
  unsuspendacct: z.strictObject({ user }),
  changepackage: z.strictObject({ user, pkg: z.string() }),
  create_user_session: z.strictObject({ user, service: z.literal("cpaneld"), app: z.string().optional() }),
  listpkgs: z.strictObject({ want: z.literal("creatable") }),
};
type Parameters = { [Name in keyof typeof PARAMETERS]: z.infer<(typeof PARAMETERS)[Name]> };
type WhmCall = { [Name in keyof Parameters]: { call: Name; given: Parameters[Name] } }[keyof Parameters];

/** Every reply has HTTP 200, also one that refuses. */
const reply = (call: string, result: 0 | 1, reason: string, data?: object) =>
  HttpResponse.json({ metadata: { version: 1, command: call, result, reason }, ...(data && { data }) });
const done = (call: string, data?: object) => reply(call, 1, "OK", data);
const refuse = (call: string, reason: string) => reply(call, 0, reason);

/** What WHM replies to a token that it does not know, or that may not make the call. */
function denied(status: number) {
  const data = { reason: "Access denied", result: "0" };
  return HttpResponse.json({ cpanelresult: { apiversion: "2", error: "Access denied", data } }, { status });
}

/** WHM, the API of the hosting server, and the page that a session of cPanel opens. */
export const whmHandlers = [
  http.post("*/whm/json-api/:call", async ({ request, params }) => {
    const { user: owner, token } = env.whm ?? {};
    if (!env.whm || request.headers.get("Authorization") !== `whm ${owner}:${token}`) return denied(403);
    const { "api.version": version, ...given } = Object.fromEntries(new URL(request.url).searchParams);
    if (version !== "1") return malformed(request, "api.version must be 1");
    if ((await request.text()) !== "") return malformed(request, "the parameters belong into the query");
    const call = String(params.call) as keyof Parameters;
    const parsed = PARAMETERS[call]?.safeParse(given);
    if (!parsed?.success) return malformed(request, `not as documented: ${parsed?.error.issues[0]?.path ?? call}`);
    const one = { call, given: parsed.data } as WhmCall;
    return respond(domainOf(one), request, () => carryOut(one, new URL(request.url).origin));
  }),
  http.get("*/cpsess:number/login/", ({ request }) => {
    const session = hostingServer.sessionOf(new URL(request.url).searchParams.get("session") ?? "");
    const words = session ? `cPanel of ${session.user}${session.app && `: ${session.app}`}` : "No such session";
    return HttpResponse.html(`<!doctype html><title>Fake cPanel</title><h1>${escapeHtml(words)}</h1>`, {
      status: session ? 200 : 403,
    });
  }),
  http.all("*/whm/*", unknownCall),
];

/** The domain whose magic word counts; empty for an account that is not there. */
function domainOf({ call, given }: WhmCall): string {
  if (call === "createacct") return given.domain;
  return call === "listpkgs" ? "" : (hostingServer.find(given.user)?.domain ?? "");
}

/** Carries out a call, unless the magic word of the domain makes it fail. */
async function respond(domain: string, request: Request, run: () => Response): Promise<Response> {
  const fault = faultOfName(domain);
  await delayIfSlow(fault);
  if (fault === "timeout") return neverRespond(request);
  if (fault === "error500") return new HttpResponse("Internal Server Error", { status: 500 });
  if (fault === "forbidden") return denied(200);
  if (fault === "ratelimit") return new HttpResponse("Too Many Requests", { status: 429 });
  const response = run();
  const isRead = new URL(request.url).pathname.endsWith("/accountsummary");
  if (fault === "lost" && !isRead) return HttpResponse.error();
  return fault === "garbage" ? new HttpResponse('{"metadata":{"resu') : response;
}

const begins = (domain: string, word: string) => domain.replace(/^direct-/, "").startsWith(`${word}-`);

function carryOut(one: WhmCall, origin: string): Response {
  if (one.call === "createacct") return create(one.given);
  if (one.call === "listpkgs") return done("listpkgs", { pkg: packages().map((name) => ({ name })) });
  const { call, given } = one;
  const account = hostingServer.find(given.user);
  if (!account) return refuse(call, "Account does not exist.");
  switch (call) {
    case "accountsummary":
      return done(call, { acct: [summary(account)] });
    case "suspendacct":
      hostingServer.set({ ...account, isSuspended: true });
      return done(call);
    case "unsuspendacct":
      if (begins(account.domain, "locked")) return refuse(call, "The system administrator locked this account.");
      hostingServer.set({ ...account, isSuspended: false });
      return done(call);
    case "changepackage":
      if (!packages().includes(given.pkg)) return refuse(call, "The package does not exist.");
      if (begins(account.domain, "crowded")) return refuse(call, "This would exceed your disk space limit.");
      hostingServer.set({ ...account, plan: given.pkg });
      return done(call);
    case "create_user_session": {
      const token = encodeURIComponent(hostingServer.open(given.user, given.app ?? ""));
      return done(call, {
        service: "cpaneld",
        session: "…",
        url: `${origin}/cpsess1234567890/login/?session=${token}`,
      });
    }
  }
}

/** "taken-…": the domain's first username is in use. "full-…": the agency's account has reached its limit. */
function create({ username, domain, plan, contactemail }: Parameters["createacct"]): Response {
  const call = "createacct";
  const isTaken = begins(domain, "taken") && username === usernamesFor(domain)[0];
  const isLike = hostingServer.list().some((other) => other.user.slice(0, 8) === username.slice(0, 8));
  if (isTaken || isLike) return refuse(call, `(XID f4k3wh) The username “${username}” already exists on this system.`);
  if (hostingServer.list().some((other) => other.domain === domain)) {
    return refuse(call, `(XID f4k3wh) The domain “${domain}” already exists in the userdata.`);
  }
  if (!packages().includes(plan)) return refuse(call, `(XID f4k3wh) The package “${plan}” does not exist.`);
  if (begins(domain, "full")) return refuse(call, "You have reached the limit of accounts that you may create.");
  hostingServer.set({ user: username, domain, plan, email: contactemail, isSuspended: false });
  return reply(call, 1, "Account Creation Ok", { ip: "203.0.113.24", package: plan });
}

function packages(): string[] {
  return [...(env.whm?.packages.values() ?? [])];
}

function summary({ user, domain, plan, email, isSuspended }: FakeAccount) {
  const suspended = isSuspended ? 1 : 0;
  const [slug = ""] = [...(env.whm?.packages ?? [])].find(([, name]) => name === plan) ?? [];
  const disklimit = `${Number.parseInt(findHostingPlan(slug)?.specs.storage ?? "50 GB", 10) * 1024}M`;
  return { user, domain, plan, email, suspended, ip: "203.0.113.24", diskused: "123M", disklimit };
}
