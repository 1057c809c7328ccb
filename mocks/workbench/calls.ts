import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { nowDate } from "#app/platform/clock.ts";
import { currentRequestId } from "#app/platform/log.server.ts";

/** The services that the site calls, by the beginning of the path. */
const SERVICES = {
  dns: /^\/proxy\/cloudflare\//,
  registrar: /^\/proxy\/godaddy\//,
  resolver: /^\/public-dns\//,
  mpesa: /^\/daraja\//,
  whm: /^\/whm\//,
  auth: /^\/auth\/v1\//,
  database: /^\/rest\/v1\//,
  worker: /^\/(?:worker|contact|newsletter|stride-mail|mail|bot-check)(?:\/|$)/,
} as const;
type CalledService = keyof typeof SERVICES;
const CALLED = Object.keys(SERVICES) as CalledService[];
/** The services above, and the mail server, which is no HTTP service. */
export type Service = CalledService | "mail";
export const SERVICE_NAMES: readonly Service[] = [...CALLED, "mail"];

/** A call of the site to a service, as the journal lists it. `for`: the visitor's X-Sandbox-Address. `ms`: until the answer. */
export type Call = {
  id: number;
  at: string;
  service: Service;
  /** Method and path, with `:id` in place of ids. */
  op: string;
  method: string;
  path: string;
  /** 0: the connection was closed without an answer. */
  status: number;
  ms: number;
  /** 1 for the first try, 2 for the second one in the same request, and so on. */
  attempt: number;
  requestId?: string | undefined;
  for?: string | undefined;
  body?: unknown;
};

const MAX_CALLS = 5000;
/** Names of what a test must not see in a log. */
const SECRET = /password|token|secret|authcode|credential|apikey|passkey/i;
const FOR = "x-sandbox-address";
const REQUEST = "x-sandbox-request";

let calls: Call[] = [];
let lastId = 0;

/** The visitor's address of the request that this process is answering. */
const visitor = new AsyncLocalStorage<string | undefined>();

/** Makes each call of the site carry the address and the id of the request that causes it. Call it once. */
export function labelCalls(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    visitor.enterWith(request.headers[FOR]?.toString());
  });
  subscribe("undici:request:create", (message) => {
    const { request } = message as { request: { addHeader(name: string, value: string): void } };
    const [address, requestId] = [visitor.getStore(), currentRequestId()];
    if (address !== undefined) request.addHeader(FOR, address);
    if (requestId !== undefined) request.addHeader(REQUEST, requestId);
  });
}

export type CallFilter = {
  service?: string | undefined;
  op?: string | undefined;
  match?: string | undefined;
  since?: number | undefined;
  for?: string | undefined;
};

/** Returns what is known of a call before it is answered; undefined for a path of no service. */
export async function callOf(request: Request): Promise<Omit<Call, "id" | "status" | "ms"> | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const service = CALLED.find((name) => SERVICES[name].test(pathname));
  if (service === undefined) return undefined;
  const op = `${request.method} ${pathname.replace(/\/[0-9a-f-]{32,36}(?=\/|$)/g, "/:id")}`;
  const requestId = request.headers.get(REQUEST) ?? undefined;
  const path = decodeURI(pathname) + withoutSecrets(searchParams);
  const earlier = calls.filter((call) => requestId !== undefined && call.requestId === requestId && call.path === path);
  const attempt = earlier.filter((call) => call.method === request.method).length + 1;
  const address = request.headers.get(FOR) ?? undefined;
  const body = hideSecrets(await bodyOf(request.clone()));
  return {
    at: nowDate().toISOString(),
    service,
    op,
    method: request.method,
    path,
    attempt,
    requestId,
    for: address,
    body,
  };
}

/** Adds an answered call to the journal. */
export function addCall(call: Omit<Call, "id">): void {
  lastId += 1;
  calls = [...calls, { id: lastId, ...call }].slice(-MAX_CALLS);
}

/** Returns the calls that fit, oldest first. `match`: a part of the path or the body. */
export function listCalls(filter: CallFilter): Call[] {
  return calls.filter((call) => call.id > (filter.since ?? 0) && isMeant(call, filter));
}

/** Returns whether a call fits a filter, which may be that of a fault. */
export function isMeant(call: Pick<Call, "service" | "op" | "path" | "body" | "for">, filter: CallFilter): boolean {
  const text = `${call.path} ${JSON.stringify(call.body) ?? ""}`;
  return (
    (filter.service === undefined || filter.service === call.service) &&
    (filter.op === undefined || call.op.includes(filter.op)) &&
    (filter.match === undefined || text.includes(filter.match)) &&
    (filter.for === undefined || filter.for === call.for)
  );
}

/** Empties the journal. */
export function forgetCalls(): void {
  calls = [];
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text.slice(0, 2000);
  }
}

/** Returns a value without its secrets, at any depth. */
function hideSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET.test(name) ? "…" : hideSecrets(one)]),
  );
}

function withoutSecrets(query: URLSearchParams): string {
  const shown = [...query].map(([name, value]) => `${name}=${SECRET.test(name) ? "…" : value}`);
  return shown.length > 0 ? `?${shown.join("&")}` : "";
}
