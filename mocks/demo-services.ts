import { env } from "#app/platform/env.server.ts";
import type { Service } from "#app/services/service.ts";
import type { Embedded } from "./database/embedded.ts";
import { demoCustomers } from "./demo-customers.ts";
import { hostingServer } from "./whm/hosting-server.ts";

type DemoService = Pick<Service, "kind" | "domain" | "plan" | "seats" | "priceKsh"> & {
  owner: 0 | 1;
  /** Calendar days from the first start in Nairobi to its last day; a negative number suspends it. */
  daysLeft: number;
  /** The user name at the hosting server. */
  username?: string;
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
    username: "mamambog",
  },
  {
    owner: 0,
    ...HOSTING,
    domain: "njeri-bakes.com",
    plan: "starter",
    priceKsh: 6228,
    daysLeft: -12,
    username: "njeribak",
  },
  { owner: 0, ...MAIL, domain: "kilimobora.or.ke", seats: 5, priceKsh: 54_540, daysLeft: 200 },
  {
    owner: 1,
    ...HOSTING,
    domain: "oumaelectronics.co.ke",
    plan: "economy",
    priceKsh: 12_468,
    daysLeft: 150,
    username: "oumaelec",
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
  for (const { owner, kind, domain, plan, seats, priceKsh, daysLeft, username } of demoServices) {
    const { id, email } = demoCustomers[owner];
    const isSuspended = daysLeft < 0;
    const access = username === undefined ? {} : { panel: "https://server.example:2083", username, ip: "203.0.113.24" };
    await query(INSERT_SERVICE, [
      ...[id, kind, domain, plan, seats, isSuspended ? "suspended" : "active", daysLeft, priceKsh],
      ...[
        JSON.stringify(access),
        env.whm && username !== undefined ? "whm" : "hand",
        kind === "certificate" ? 40 : null,
      ],
    ]);
    const pack = env.whm?.packages.get(plan);
    if (username !== undefined && pack) hostingServer.set({ user: username, domain, plan: pack, email, isSuspended });
  }
}

const INSERT_SERVICE = `
  with today as (select (now() at time zone 'Africa/Nairobi')::date as day), added as (
    insert into public.services (user_id, kind, domain, plan, seats, state, starts_on, ends_on, suspended_on, price_ksh, access,
      provider, cert_ends_on)
    select $1, $2, $3, $4, $5, $6, (day + $7::int - interval '1 year')::date + 1, day + $7::int,
      case when $6 = 'suspended' then day + $7::int + 8 end, $8, $9, $10, day + $11::int from today
    returning *)
  insert into public.service_changes (service_id, user_id, did) select id, user_id, 'set-up' from added`;
