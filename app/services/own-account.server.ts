import { env } from "#app/platform/env.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { ServiceForm } from "./change-service.server.ts";
import type { DeskService } from "./desk.table.server.ts";
import type { HostingAccount, HostingFailure, HostingProvider, HostingResult } from "./hosting-account.ts";
import type { Service } from "./service.ts";
import { hostingProvider } from "./whm.api.server.ts";

/** The port at which customers of the server sign in to cPanel. */
const PANEL_PORT = 2083;

/**
 * Returns the account of a service at the hosting server. Fails as "foreign" if the account with the username has another
 * domain: then it is somebody else's, and nobody may change or open it for this service.
 */
export async function readOwnAccount(
  provider: HostingProvider,
  { domain }: Pick<Service, "domain">,
  username: string,
): Promise<HostingResult<HostingAccount>> {
  const found = await provider.read(username);
  if (!found.ok || found.value.domain === domain.toLowerCase()) return found;
  const reason = `The account ${username} has another domain, ${found.value.domain}.`;
  return { ok: false, problem: "foreign", reason };
}

/** Returns the way in of an account: cPanel at the server's host. */
export function accessOf({
  username,
  ip,
}: Pick<HostingAccount, "username"> & Partial<HostingAccount>): Service["access"] {
  const host = serverHost();
  return {
    username,
    ...(host !== undefined && { host, panel: `https://${host}:${PANEL_PORT}` }),
    ...(ip !== undefined && { ip }),
  };
}

/** Returns the host name of the hosting server; undefined without one. */
export function serverHost(): string | undefined {
  return env.whm ? new URL(env.whm.url).hostname : undefined;
}

/**
 * Returns a form of the desk that gives an account to a service, after the hosting server said that the account has its domain;
 * with the way in, if the form is that the server has created it; the form that its data is deleted, after the server said
 * that it has no such account; and the form that it was suspended or works again, after the server said so. Any other form
 * as it is. Fails with why nothing may be saved.
 */
export async function withOwnAccount(service: DeskService, form: ServiceForm): Promise<Result<ServiceForm>> {
  const server = hostingProvider();
  const claim = claimOf(service, form.act);
  if (claim !== undefined) return ifSo(claim, service, form, server);
  const isCreated = form.act === "there" && service.wanted === "create";
  const host = form.act === "setup" ? form.values.access?.host : undefined;
  if (!server || service.kind !== "hosting" || !(isCreated || host !== undefined)) return success(form);
  // An account at another server: ours would be asked about somebody else's account of the same name.
  if (host !== undefined && host !== serverHost())
    return success({ ...form, values: { ...form.values, provider: "hand" } });
  const { username } = { ...service.access, ...form.values.access };
  if (username === undefined) return failure(409, "The server was not asked for an account yet. Nothing was saved.");
  const found = await readOwnAccount(server, service, username);
  if (found.ok) {
    return success(isCreated ? { ...form, values: { ...form.values, access: accessOf(found.value) } } : form);
  }
  return notOwn(found, username);
}

/** What a form says of the account at the server: that somebody suspended, restored or deleted it. */
function claimOf({ wanted }: DeskService, act: ServiceForm["act"]): Claim | undefined {
  if (act === "removed") return "gone";
  if (act === "suspend" || (act === "there" && wanted === "suspended")) return "suspended";
  return act === "restore" || (act === "there" && wanted === "active") ? "active" : undefined;
}

type Claim = "suspended" | "active" | "gone";

/** What is said if the account is otherwise. */
const OTHERWISE: Record<Claim, (username: string) => string> = {
  suspended: (username) => `The account ${username} still works at the server. Suspend it there first.`,
  active: (username) => `The server still has the account ${username} suspended. Unsuspend it there first.`,
  gone: (username) => `The server still has the account ${username}. Delete it there first.`,
};

/** Returns the form if the account at our hosting server is as it says. Other accounts are not asked for. */
async function ifSo(
  claim: Claim,
  service: DeskService,
  form: ServiceForm,
  server: HostingProvider | null,
): Promise<Result<ServiceForm>> {
  const { username } = service.access;
  if (!server || service.provider !== "whm" || username === undefined) return success(form);
  const found = await readOwnAccount(server, service, username);
  // An account of this name with another domain is somebody else's.
  const isGone = !found.ok && (found.problem === "missing" || found.problem === "foreign");
  if (claim === "gone" && isGone) return success(form);
  if (!found.ok) return notOwn(found, username);
  if (claim !== "gone" && found.value.isSuspended === (claim === "suspended")) return success(form);
  return failure(409, `${OTHERWISE[claim](username)} Nothing was saved.`);
}

function notOwn({ problem, reason }: HostingFailure, username: string): Result<never> {
  if (problem === "foreign") return failure(409, `${reason} Nothing was saved.`);
  if (problem === "missing") return failure(409, `The server has no account ${username}. Nothing was saved.`);
  return failure(503, `The hosting server does not say how the account ${username} is. Nothing was saved.`);
}
