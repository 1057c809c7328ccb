import { randomUUID } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import { usernamesFor } from "#app/services/hosting-account.ts";
import type { Service } from "#app/services/service.ts";
import { sealServicePassword } from "#app/services/service-secret.server.ts";
import type { Embedded } from "./database/embedded.ts";
import { demoCustomers } from "./demo-customers.ts";
import { hostingServer } from "./whm/hosting-server.ts";

type DemoService = Pick<Service, "kind" | "domain" | "plan" | "seats" | "priceKsh"> & {
  owner: 0 | 1;
  /** Calendar days from the first start in Nairobi to its last day; a negative number suspends it. */
  daysLeft: number;
};

const [HOSTING, MAIL] = [{ kind: "hosting", seats: null } as const, { kind: "mail", plan: "professional" } as const];

/** The services of the sandbox's customers: one ends soon and has a bill, one is suspended, others have months left. */
const demoServices: DemoService[] = [
  {
    owner: 0,
    ...HOSTING,
    domain: "mamamboga.co.ke",
    plan: "deluxe",
    priceKsh: 16_500,
    daysLeft: 20,
  },
  {
    owner: 0,
    ...HOSTING,
    domain: "njeri-bakes.com",
    plan: "starter",
    priceKsh: 6228,
    daysLeft: -12,
  },
  { owner: 0, ...MAIL, domain: "kilimobora.or.ke", seats: 5, priceKsh: 54_540, daysLeft: 200 },
  {
    owner: 1,
    ...HOSTING,
    domain: "oumaelectronics.co.ke",
    plan: "economy",
    priceKsh: 12_468,
    daysLeft: 150,
  },
  { owner: 1, ...MAIL, domain: "oumaelectronics.co.ke", seats: 2, priceKsh: 21_816, daysLeft: 90 },
  {
    owner: 1,
    kind: "certificate",
    plan: "dv",
    seats: null,
    domain: "big-zone-demo.co.ke",
    priceKsh: 5000,
    daysLeft: 60,
  },
];

/**
 * Gives the demo customers services, at the first start only. The service cycle opens their bills. With the fake hosting server
 * their accounts are there, too.
 */
export async function addDemoServices({ query }: Pick<Embedded, "query">): Promise<void> {
  const [known] = await query("select from services limit 1");
  if (known) return;
  for (const { owner, ...service } of demoServices) {
    const state = service.daysLeft < 0 ? "suspended" : "active";
    await insertService(query, demoCustomers[owner], { ...service, id: randomUUID(), state });
  }
}

type NewService = Pick<Service, "id" | "kind" | "domain" | "plan" | "seats" | "priceKsh" | "state"> & {
  /** Calendar days from today in Nairobi to its last day. */
  daysLeft: number;
  willEnd?: boolean | undefined;
  firstPassword?: string | undefined;
  wanted?: Service["wanted"] | undefined;
  problem?: string | undefined;
};

/** Inserts a service that was set up, with its way in and, at the fake hosting server, its account. */
export async function insertService(
  query: Embedded["query"],
  owner: { id: string; email: string },
  service: NewService,
): Promise<void> {
  const { id, kind, domain, plan, seats, state, priceKsh, daysLeft, willEnd, firstPassword, wanted, problem } = service;
  const isTaken = (name: string) => hostingServer.find(name) !== undefined;
  const username = kind === "hosting" ? usernamesFor(domain).find((name) => !isTaken(name)) : undefined;
  const pack = username === undefined ? undefined : env.whm?.packages.get(plan);
  await query(INSERT_SERVICE, [
    ...[id, owner.id, kind, domain, plan, seats, state, daysLeft, priceKsh],
    JSON.stringify({ ...ACCESS[kind], ...(username !== undefined && { username }) }),
    ...[pack || problem ? "whm" : "hand", willEnd ?? false, wanted ?? null, problem ?? null],
    firstPassword === undefined ? null : sealServicePassword(firstPassword),
  ]);
  if (username === undefined || !pack || state === "ended") return;
  hostingServer.set({ user: username, domain, plan: pack, email: owner.email, isSuspended: state === "suspended" });
}

const ACCESS: Record<Service["kind"], Service["access"]> = {
  hosting: { panel: "https://server.example:2083", host: "server.example", ip: "203.0.113.24" },
  mail: { panel: "https://webmail.example" },
  certificate: {},
};

const INSERT_SERVICE = `
  with today as (select (now() at time zone 'Africa/Nairobi')::date as day), added as (
    insert into public.services (id, user_id, kind, domain, plan, seats, state, starts_on, ends_on, suspended_on, price_ksh, access,
      provider, will_end, wanted, problem, next_call_at, secret_sealed, secret_at, cert_ends_on, ended_at, removed_at)
    select $1, $2, $3, $4, $5, $6, $7, (day + $8::int - interval '1 year')::date + 1, day + $8::int,
      case when $7 in ('suspended', 'ended') then least(day, day + $8::int + case when $12 then 1 else 8 end) end, $9, $10, $11, $12, $13, $14,
      case when $13::text is not null then now() end, $15, case when $15::text is not null then now() end,
      case when $3 = 'certificate' then day + 40 end, case when $7 = 'ended' then now() end, case when $7 = 'ended' then now() end
    from today returning *)
  insert into public.service_changes (service_id, user_id, did, at)
    select id, user_id, did, least(now(), (happened.day + time '10:00') at time zone 'Africa/Nairobi')
    from added, lateral (values ('set-up', starts_on), ('suspended', suspended_on), ('removed', removed_at::date)) as happened (did, day)
    where happened.day is not null`;
