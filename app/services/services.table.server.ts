import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import {
  pollRows,
  REPLY_ROWS,
  readAllRows,
  readRows,
  rowsAfter,
  runQuery,
} from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { PageKey } from "#app/platform/text/page-key.ts";
import { SERVICE_KINDS, SERVICE_STATES, type Service, type ServiceKind, WANTED } from "./service.ts";

/** The columns that customers may read, without the sealed password and what the server's calls need. */
const COLUMNS =
  "id,kind,domain,plan,seats,state,starts_on,ends_on,price_ksh,renew_ksh,next_plan,next_seats,next_on,next_ksh,will_end,provider,access,has_secret,secret_shown_at,cert_ends_on,suspended_on,hold_until,priced_on,wanted,created_at";
const CHANGES_SHOWN = 20;
const NOT_READ = "Your services could not be read. Please try again.";
const NOT_WRITTEN = "We could not confirm it. Please send it again: nothing is done twice.";

const accessSchema = z.object({
  panel: z.string().optional(),
  username: z.string().optional(),
  host: z.string().optional(),
  ip: z.string().optional(),
});

/** A row of COLUMNS. */
export const serviceSchema = z
  .object({
    id: z.string(),
    kind: z.enum(SERVICE_KINDS),
    domain: z.string(),
    plan: z.string(),
    seats: z.number().nullable(),
    state: z.enum(SERVICE_STATES),
    starts_on: z.string().nullable(),
    ends_on: z.string().nullable(),
    price_ksh: z.number(),
    renew_ksh: z.number().nullable(),
    next_plan: z.string().nullable(),
    next_seats: z.number().nullable(),
    next_on: z.string().nullable(),
    next_ksh: z.number().nullable(),
    will_end: z.boolean(),
    provider: z.enum(["hand", "registrar", "whm"]),
    access: accessSchema,
    has_secret: z.boolean(),
    secret_shown_at: z.string().nullable(),
    cert_ends_on: z.string().nullable(),
    suspended_on: z.string().nullable(),
    hold_until: z.string().nullish(),
    priced_on: z.string().nullish(),
    wanted: z.enum(WANTED).nullable(),
    created_at: z.string(),
  })
  .transform(
    ({ id, kind, domain, plan, seats, state, provider, access, wanted, ...row }): Service => ({
      ...{ id, kind, domain, plan, seats, state, provider, access, wanted },
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      priceKsh: row.price_ksh,
      renewKsh: row.renew_ksh,
      nextPlan: row.next_plan,
      nextSeats: row.next_seats,
      nextOn: row.next_on,
      nextKsh: row.next_ksh,
      willEnd: row.will_end,
      hasSecret: row.has_secret,
      secretShownAt: row.secret_shown_at,
      certEndsOn: row.cert_ends_on,
      suspendedOn: row.suspended_on,
      holdUntil: row.hold_until,
      pricedOn: row.priced_on,
      createdAt: row.created_at,
    }),
  );

/**
 * Returns a customer's services that have not ended, in the order of their ids. Takes the customer's own client, so that
 * row-level security applies in addition to the filter. Fails with a message to show if the database fails.
 */
export async function listServices(supabase: Supabase, userId: string): Promise<Result<Service[]>> {
  const page = (last: Service | undefined) => {
    const own = supabase.from("services").select(COLUMNS).eq("user_id", userId).neq("state", "ended");
    return (last ? own.gt("id", last.id) : own).order("id").limit(REPLY_ROWS);
  };
  const rows = await readAllRows(page, serviceSchema, "services not read");
  return rows ? success(rows) : failure(0, NOT_READ);
}

/** How many ended services a page of the list has. */
const ENDED_A_PAGE = 20;

/** A page of services that have ended; `next`: the key of its last one, if there are older ones. */
type EndedPage = { services: Service[]; next: PageKey | undefined };

/** Returns a customer's services that have ended, after a key, the newest first. Takes the customer's own client. */
export async function listEndedServices(
  supabase: Supabase,
  userId: string,
  after: PageKey | undefined,
): Promise<Result<EndedPage>> {
  const own = supabase.from("services").select(COLUMNS).eq("user_id", userId).eq("state", "ended");
  const later = after ? own.or(rowsAfter("created_at", after, true)) : own;
  const sorted = later.order("created_at", { ascending: false }).order("id", { ascending: false });
  const rows = await readRows(sorted.limit(ENDED_A_PAGE + 1), serviceSchema, "ended services not read");
  if (!rows) return failure(0, NOT_READ);
  const last = rows.length > ENDED_A_PAGE ? rows[ENDED_A_PAGE - 1] : undefined;
  return success({
    services: rows.slice(0, ENDED_A_PAGE),
    next: last && { at: last.createdAt, key: last.id },
  });
}

/** Returns a customer's own service, also after its end. Returns null if no service of the customer has this id. */
export async function findService(supabase: Supabase, userId: string, id: string): Promise<Result<Service | null>> {
  const own = supabase.from("services").select(COLUMNS).eq("user_id", userId).eq("id", id);
  const rows = await readRows(own.limit(1), serviceSchema, "service not read");
  return rows ? success(rows[0] ?? null) : failure(0, NOT_READ);
}

export const changeSchema = z.object({ at: z.string(), did: z.string(), detail: z.record(z.string(), z.unknown()) });
export type ServiceChange = z.infer<typeof changeSchema>;

/** Returns the last twenty changes of a customer's service, newest first. */
export async function listServiceChanges(
  supabase: Supabase,
  userId: string,
  serviceId: string,
): Promise<Result<ServiceChange[]>> {
  const own = supabase
    .from("service_changes")
    .select("at,did,detail")
    .eq("user_id", userId)
    .eq("service_id", serviceId);
  const newest = own.order("at", { ascending: false }).order("id", { ascending: false }).limit(CHANGES_SHOWN);
  const rows = await readRows(newest, changeSchema, "changes of a service not read");
  return rows ? success(rows) : failure(0, NOT_READ);
}

/** 'paying': money for an order of it was paid or reported. 'late': it does not allow this any more. Null: no such service. */
const ownOutcome = z.enum(["done", "same", "paying", "late"]).nullable();

/** Ends a customer's service with its last paid day, or keeps it after all. */
export async function endOwnService(customer: string, service: string, ends: boolean, mails: readonly Mail[]) {
  const { row, error } = await callWithMails("end_own_service", { customer, service, ends }, mails);
  const outcome = ownOutcome.safeParse(row);
  if (!error && outcome.success) return success(outcome.data);
  log.error({ reason: error?.message ?? "an unknown outcome" }, "end of a service not stored");
  return failure(0, NOT_WRITTEN, true);
}

/** Stores the smaller plan or number of seats from the next renewal on; both null take it back. */
export function planOwnService(customer: string, service: string, next: { plan: string | null; seats: number | null }) {
  return callServices("plan_own_service", { customer, service, ...next }, ownOutcome);
}

/**
 * Returns the sealed first password of a customer's service, for ten minutes after the first call. Returns null without one.
 */
export function showServiceSecret(customer: string, service: string) {
  return callServices("show_service_secret", { customer, service }, z.string().nullable());
}

/** "done": the site did it. "server": the hosting server is asked next. "staff": a person carries it out. */
const carriedOut = z.enum(["done", "server", "staff"]);

/**
 * Carries out a requested order of a service as far as the site can. `usesServer`: the site has a hosting server. Safe to
 * repeat. Source: docs/product/services.md, "Services".
 */
export function carryOutServiceOrder(orderId: string, usesServer: boolean) {
  return callServices("carry_out_service_order", { order_id: orderId, uses_server: usesServer }, carriedOut);
}

/**
 * Stores that the registrar provides a customer's service, so that staff buy its next year there. `ref`: the registrar's number,
 * if its response had one; then it is asked about hosting from the next day on. A failure is logged: the service stays one of
 * staff.
 */
export async function setRegistrarService(
  one: { userId: string; kind: ServiceKind; domain: string; ref?: string | undefined },
  now: Date,
) {
  const ref = one.ref?.slice(0, 100) || null;
  const next = one.kind === "hosting" && ref !== null ? tomorrow(now) : null;
  const change = { provider: "registrar", provider_ref: ref, next_call_at: next };
  const own = trustedClient().from("services").update(change).eq("user_id", one.userId).eq("kind", one.kind);
  const { error } = await runQuery(own.eq("domain", one.domain).neq("state", "ended").select("id"));
  if (error) log.error({ reason: error.message }, "registrar of a service not stored");
}

const tomorrow = (now: Date) => new Date(now.getTime() + 86_400_000).toISOString();
const atRegistrar = z.object({ id: z.string(), provider_ref: z.string() });

/**
 * Claims for a day the hosting that the registrar sets up and that no person has entered yet. Returns each with the registrar's
 * number. Of several processes one gets each.
 */
export async function claimRegistrarHosting(now: Date) {
  const due = trustedClient()
    .from("services")
    .update({ next_call_at: tomorrow(now) })
    .eq("provider", "registrar");
  const waiting = due.eq("kind", "hosting").eq("state", "active").is("access->>panel", null);
  const claimed = waiting.not("provider_ref", "is", null).lte("next_call_at", now.toISOString());
  return (await pollRows(claimed.select("id,provider_ref"), atRegistrar, "hosting at the registrar not claimed")) ?? [];
}

/** Ends the daily questions about hosting at the registrar. `problem`: why a person must look at it. */
export async function endRegistrarHosting(id: string, problem: string | null) {
  const change = { next_call_at: null, ...(problem !== null && { problem: problem.slice(0, 500) }) };
  const own = trustedClient().from("services").update(change).eq("id", id);
  const { error } = await runQuery(own.select("id"));
  if (error) log.error({ service: id, reason: error.message }, "hosting at the registrar not stored");
  return error === null;
}

/** Stores why a person must look at a service for which nothing is asked of the server. `problem`: for staff. */
export async function setServiceProblem(id: string, problem: string): Promise<void> {
  const own = trustedClient()
    .from("services")
    .update({ problem: problem.slice(0, 500) })
    .eq("id", id);
  const { error } = await runQuery(own.is("wanted", null).neq("state", "ended").select("id"));
  log.error({ service: id, ...(error && { reason: error.message }) }, "a service needs a person");
}

/** Calls a database function about services with the secret key. The failure of a call may be unknown. */
export async function callServices<T>(
  name: string,
  values: Record<string, unknown>,
  schema: z.ZodType<T>,
): Promise<Result<T>> {
  const { data, error } = await runQuery(trustedClient().rpc(name, values));
  const parsed = schema.safeParse(data);
  if (!error && parsed.success) return success(parsed.data);
  log.error({ reason: error?.message ?? "a value of another shape", call: name }, "call about services failed");
  return failure(0, NOT_WRITTEN, true);
}
