import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import type { Failure } from "#app/platform/result.ts";
import type { WhmSettings } from "#app/platform/settings/whm-settings.ts";
import type { ReplyFailure, UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import type { HostingAccount, HostingFailure, HostingProvider, HostingResult, SessionApp } from "./hosting-account.ts";
import { refusalOf, sessionUrl, sizeOf, type WhmFunction } from "./whm-reply.ts";

const NOT_REACHED = "The hosting server could not be reached.";
/** Our code for a refusal by the call itself. WHM sends it with HTTP 200. */
const REFUSED = "refused";

/** The program of the server that customers use: cPanel, not webmail. */
const PANEL = "cpaneld";
/** The pages of cPanel, as WHM names them. Source: WHM API 1, "create_user_session". */
const APPS: Record<SessionApp, string | undefined> = {
  home: undefined,
  mail: "Email_Accounts",
  files: "FileManager_Home",
  databases: "Database_phpMyAdmin",
  backups: "Backups_Home",
};

const refusalSchema = z.object({ metadata: z.object({ result: z.literal(0), reason: z.string().catch("") }) });
const keyRefusalSchema = z.object({ cpanelresult: z.object({ error: z.string() }) });
/** Only `result` 1 is success. A reason may stand beside it. */
const doneMetadata = z.object({ result: z.literal(1) });
const doneSchema = z.object({ metadata: doneMetadata }).transform(() => undefined);
const text = z.coerce.string();
const accountSchema = z.object({
  user: z.string(),
  domain: z.string(),
  plan: text.catch(""),
  suspended: z.coerce.number(),
  diskused: text.catch(""),
  disklimit: text.catch(""),
  ip: z.ipv4().or(z.ipv6()).optional().catch(undefined),
});
const accountsSchema = replySchema(z.object({ acct: z.array(accountSchema) }));
const sessionSchema = replySchema(z.object({ url: z.string() }));
const packagesSchema = replySchema(z.object({ pkg: z.array(z.object({ name: z.string() })) }));

/** Returns the schema of a reply that succeeded and has data. */
function replySchema<T>(data: z.ZodType<T>) {
  return z.object({ metadata: doneMetadata, data }).transform((body) => body.data);
}

/** What is sent, and what the reply must be. `names` of the call do not count as words of a refusal. */
type Call<T> = {
  call: WhmFunction;
  parameters?: Record<string, string>;
  schema: z.ZodType<T>;
  deadline?: "hostingCreate" | "hostingChange";
};

/**
 * Returns the parts of a call to WHM API 1 that all calls share. The method is POST for reads as well, because a GET would be
 * tried twice. A form without fields is sent, because WHM reads the parameters from the query. Source: WHM API 1, "Introduction".
 */
export function whmCall<T>({ url, user, token }: WhmSettings, { call, parameters, schema, deadline }: Call<T>) {
  return {
    ...{ service: "whm", op: call, base: url, path: ["json-api", call], method: "POST", schema, failureIn },
    query: { "api.version": "1", ...parameters },
    headers: { Authorization: `whm ${user}:${token}`, "Content-Type": "application/x-www-form-urlencoded" },
    ...(deadline && { deadlines: { attempt: deadline, total: deadline } }),
    fallbackMessage: NOT_REACHED,
  } satisfies UpstreamCall<T>;
}

/** The doctor's call: the packages of which the agency's account may create accounts. */
export const PACKAGES_CALL = { call: "listpkgs", parameters: { want: "creatable" }, schema: packagesSchema } as const;

/** Creates a client of WHM, the hosting server's API (docs/decisions/081-hosting-server.md). */
export function createWhm(settings: WhmSettings): HostingProvider {
  const planOf = new Map([...settings.packages].map(([plan, name]) => [name, plan]));

  async function ask<T>(one: Call<T>): Promise<HostingResult<T>> {
    const { user = "", username = user, domain = "" } = one.parameters ?? {};
    const response = await requestJson(whmCall(settings, one));
    return response.ok ? response : toFailure(one.call, response, [domain, username]);
  }

  /** Changes an account. The call may be repeated. */
  const change = (call: WhmFunction, parameters: Record<string, string>) =>
    ask({ call, parameters, schema: doneSchema, deadline: "hostingChange" });

  async function withPackage(plan: string, run: (name: string) => Promise<HostingResult<undefined>>) {
    const name = settings.packages.get(plan);
    return name === undefined ? hostingFailure("refused", `WHM_PACKAGES has no package for ${plan}.`) : run(name);
  }

  async function read(username: string): Promise<HostingResult<HostingAccount>> {
    const parameters = { user: username };
    const found = await ask({ call: "accountsummary", parameters, schema: accountsSchema });
    if (!found.ok) return found;
    const account = found.value.acct.find(({ user }) => user === username);
    if (!account) return hostingFailure("missing", "The server has no such account.");
    const { domain, plan, suspended, diskused, disklimit, ip } = account;
    const used = sizeOf(diskused);
    const value = {
      ...{ username, domain: domain.toLowerCase(), plan: planOf.get(plan), isSuspended: suspended !== 0, ip },
      ...{ diskUsed: used === "unlimited" ? undefined : used, diskLimit: sizeOf(disklimit) },
    };
    return { ok: true, value };
  }

  return {
    read,
    create: ({ username, domain, plan, email }) =>
      withPackage(plan, (name) =>
        ask({
          call: "createacct",
          parameters: { username, domain, plan: name, contactemail: email, useregns: "0" },
          schema: doneSchema,
          deadline: "hostingCreate",
        }),
      ),
    // With disallowun=1 only the server's owner could restore the account.
    suspend: (user, reason) => change("suspendacct", { user, reason, disallowun: "0" }),
    restore: (user) => change("unsuspendacct", { user }),
    changePlan: (user, plan) => withPackage(plan, (pkg) => change("changepackage", { user, pkg })),

    async openSession({ username, host, app }) {
      const page = APPS[app];
      const parameters = { user: username, service: PANEL, ...(page !== undefined && { app: page }) };
      const opened = await ask({ call: "create_user_session", parameters, schema: sessionSchema });
      if (!opened.ok) return opened;
      const url = sessionUrl(opened.value.url, { whm: settings.url, host });
      return url === undefined
        ? hostingFailure("refused", "The address of the session leads to another server.")
        : { ok: true, value: url };
    },
  };
}

/** The hosting server, or null without its settings: then staff set hosting up. */
export function hostingProvider(): HostingProvider | null {
  return env.whm && createWhm(env.whm);
}

/** Returns the failure that a body describes. WHM reports a wrong token, too, with any status. */
function failureIn(body: unknown): ReplyFailure | undefined {
  const key = keyRefusalSchema.safeParse(body).data;
  if (key) return { message: key.cpanelresult.error, status: 403 };
  const denied = refusalSchema.safeParse(body).data;
  return denied && { message: denied.metadata.reason || "The server gave no reason.", status: 422, code: REFUSED };
}

function toFailure(call: WhmFunction, failed: Failure, names: string[]): HostingFailure {
  const { status, message, isUnknown, code } = failed;
  if (code === REFUSED) return hostingFailure(refusalOf(call, message, names), message);
  if (isUnknown || status >= 500) return hostingFailure("unknown", message);
  // 429: too many calls, before this one was looked at.
  if (status === 0 || status === 429) return hostingFailure("not-sent", message);
  return hostingFailure(status === 401 || status === 403 ? "key" : "refused", message);
}

function hostingFailure(problem: HostingFailure["problem"], reason: string): HostingFailure {
  return { ok: false, problem, reason };
}
