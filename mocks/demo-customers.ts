import type { Embedded } from "./database/embedded.ts";

/** The bcrypt hash of `sandbox-password`, with the lowest cost because tests sign in often. */
const PASSWORD_HASH = "$2b$04$OvJjHkmo7XvmKPAQJy.6h.D3eoEp1lHt2UPbuBfWtYkR18XBEmbaO";

export const demoCustomers = [
  { id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", email: "customer@example.co.ke", name: "Njeri Mwangi" },
  { id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a02", email: "second@example.co.ke", name: "Otieno Ouma" },
] as const;

type DemoDomain = {
  name: string;
  owner: 0 | 1;
  status: string;
  /** Calendar days from today in Nairobi to the day it expires. */
  daysLeft: number;
  zoneId: string | null;
  sslStatus: string | null;
};

/** Domains in every state that the dashboard shows. */
export const demoDomains: DemoDomain[] = [
  { name: "mamamboga.co.ke", owner: 0, status: "active", daysLeft: 214, zoneId: zone(1), sslStatus: "active" },
  { name: "shambalangu.co.ke", owner: 0, status: "active", daysLeft: -1, zoneId: zone(2), sslStatus: "expired" },
  { name: "njeri-bakes.com", owner: 0, status: "active", daysLeft: 0, zoneId: zone(3), sslStatus: "active" },
  { name: "mwangihardware.co.ke", owner: 0, status: "active", daysLeft: 30, zoneId: zone(4), sslStatus: "active" },
  { name: "safarinjema.com", owner: 0, status: "active", daysLeft: 31, zoneId: zone(5), sslStatus: "active" },
  { name: "nyumbapoa.co.ke", owner: 0, status: "suspended", daysLeft: 120, zoneId: zone(6), sslStatus: "active" },
  { name: "kilimobora.or.ke", owner: 0, status: "active", daysLeft: 340, zoneId: null, sslStatus: null },
  { name: "fundiwaviatu.co.ke", owner: 0, status: "active", daysLeft: 95, zoneId: zone(7), sslStatus: null },
  { name: "oumaelectronics.co.ke", owner: 1, status: "active", daysLeft: 180, zoneId: zone(8), sslStatus: "active" },
  { name: "big-zone-demo.co.ke", owner: 1, status: "active", daysLeft: 200, zoneId: zone(9), sslStatus: "active" },
  { name: "error500-demo.co.ke", owner: 1, status: "active", daysLeft: 210, zoneId: zone(10), sslStatus: "active" },
  { name: "elsewhere-demo.co.ke", owner: 1, status: "active", daysLeft: 220, zoneId: zone(11), sslStatus: "active" },
  { name: "unreachable-demo.co.ke", owner: 1, status: "active", daysLeft: 230, zoneId: zone(12), sslStatus: "active" },
];

/**
 * Creates the sandbox's two confirmed customers and their domains (docs/product/site.md, "The sandbox"). Runs at every start:
 * it keeps a tester's changes and only moves the expiry dates, so that every state exists every day.
 */
export async function createDemoCustomers({ query }: Pick<Embedded, "query">): Promise<void> {
  for (const customer of demoCustomers) await insertDemoAccount(query, customer);
  for (const { name, owner, status, daysLeft, zoneId, sslStatus } of demoDomains) {
    await query(INSERT_DOMAIN, [demoCustomers[owner].id, name, status, daysLeft, zoneId, sslStatus]);
  }
}

/** Gives the first demo customer KSh 300 of credit, at the first start only. */
export async function giveDemoCredit({ query }: Pick<Embedded, "query">): Promise<void> {
  await query(
    `insert into public.credits (user_id, ksh, why, note) select $1, 300, 'goodwill', 'For the sandbox'
      where not exists (select from public.credits where user_id = $1)`,
    [demoCustomers[0].id],
  );
}

/** Gives the first demo customer one request for a transfer code, which waits for a day from the first start. */
export async function askDemoCode({ query }: Pick<Embedded, "query">): Promise<void> {
  await query(
    `insert into public.name_requests (domain_id, user_id, kind, not_before)
      select id, user_id, 'code', now() + interval '24 hours' from public.domains
      where name = 'safarinjema.com' and user_id = $1 and not exists (select from public.name_requests where user_id = $1)`,
    [demoCustomers[0].id],
  );
}

type DemoAccount = { id: string; email: string; name: string };

/** Inserts a confirmed account with the password `sandbox-password`, unless it exists. */
export async function insertDemoAccount(query: Embedded["query"], { id, email, name }: DemoAccount): Promise<void> {
  await query(INSERT_USER, [id, email, PASSWORD_HASH, JSON.stringify({ full_name: name })]);
  await query(INSERT_IDENTITY, [id, JSON.stringify({ sub: id, email, email_verified: true })]);
}

// A hosted project's auth service requires empty strings as tokens, and cannot read NULL there.
const INSERT_USER = `
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
    raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at)
  values ($1, 'authenticated', 'authenticated', $2, $3, now(), '{"provider":"email","providers":["email"]}',
    $4, '', '', '', '', now(), now())
  on conflict do nothing`;

const INSERT_IDENTITY = `
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
  values ($1::uuid, 'email', $1::uuid::text, $1::uuid, $2, now(), now())
  on conflict do nothing`;

const INSERT_DOMAIN = `
  insert into public.domains (user_id, name, status, expiry_date, zone_id, ssl_status)
  values ($1, $2, $3, ((now() at time zone 'Africa/Nairobi')::date + $4::int + time '12:00') at time zone 'Africa/Nairobi',
    $5, $6)
  on conflict (lower(name)) where status <> 'left' do update set expiry_date = excluded.expiry_date`;

/** Returns a provider's zone id, which has 32 hex digits. */
function zone(number: number): string {
  return number.toString(16).padStart(32, "5a0d");
}
