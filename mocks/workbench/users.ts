import { createHash } from "node:crypto";
import { Secret } from "otpauth";
import { z } from "zod";
import { sealStepSecret } from "#app/accounts/step.server.ts";
import { newReference } from "#app/orders/bill-reference.ts";
import { newBill } from "#app/orders/new-bill.server.ts";
import { createOrders } from "#app/orders/orders.table.server.ts";
import { mpesa } from "#app/payments/daraja.api.server.ts";
import { runPayments } from "#app/payments/run.server.ts";
import { listMissed } from "#app/payments/send-prompt.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { daraja } from "../daraja/daraja.ts";
import type { Embedded } from "../database/embedded.ts";
import { createSerialQueue } from "../database/lite-app.ts";
import { insertDemoAccount } from "../demo-customers.ts";
import { recordFrom, recordSchema } from "../dns/record-body.ts";
import { zones } from "../zones.ts";
import { WorkbenchError } from "./route.ts";
import { DAYS, idOf } from "./seeded-id.ts";
import { addService, type FirstOrder, serviceId, serviceSchema } from "./services.ts";
import { openSession, PASSWORD, passStep } from "./sessions.ts";

type Query = Embedded["query"];

/** What `POST /users` takes. */
export const userSchema = z.strictObject({
  role: z.enum(["customer", "staff"]).default("customer"),
  /**
   * The same seed gives the same ids, addresses and names. Without a seed, the person gets the next number since the last
   * reset.
   */
  seed: z.string().min(1).max(60).optional(),
  email: z.email().optional(),
  name: z.string().min(1).max(60).default("Amina Wekesa"),
  domains: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/)
          .optional(),
        ends: DAYS.default("+200d"),
        records: z
          .array(z.tuple([z.string(), z.string(), z.string()]))
          .max(500)
          .default([]),
      }),
    )
    .max(1000)
    .default([]),
  orders: z
    .array(
      z.strictObject({
        kind: z.enum(["renew", "hosting"]),
        domain: z.string().optional(),
        paid: z.boolean().default(false),
      }),
    )
    .max(20)
    .default([]),
  services: z.array(serviceSchema).max(100).default([]),
});
type NewUser = z.infer<typeof userSchema>;

let made = 0;
/** The addresses of staff that tests made. */
const staff = new Set<string>();

/** Forgets the people that tests made; their rows are deleted with the database's state. */
export function forgetUsers(): void {
  made = 0;
  for (const email of staff) env.staff.splice(env.staff.indexOf(email), 1);
  staff.clear();
}

/** Makes one person at a time: two at once would both find the same number, address or name free. */
const inTurn = createSerialQueue();

/**
 * Makes a confirmed person with domains, records, orders and services, signed in. Throws WorkbenchError for a name or an address that
 * somebody has.
 */
export function makeUser(database: Pick<Embedded, "query">, wanted: NewUser) {
  return inTurn(() => makeNext(database, wanted));
}

async function makeNext({ query }: Pick<Embedded, "query">, wanted: NewUser) {
  const isFree = async (column: "id" | "email", value: string) =>
    (await query(`select 1 from auth.users where ${column} = $1`, [value])).length === 0;
  // A sandbox with an older data folder has people already.
  do made += 1;
  while (wanted.seed === undefined && !(await isFree("id", idOf(`user ${made}`))));
  const id = idOf(`user ${wanted.seed ?? made}`);
  const suffix = id.slice(0, 8);
  const email = wanted.email ?? `${wanted.role}-${suffix}@example.co.ke`;
  if (!(await isFree("id", id)) || !(await isFree("email", email)))
    throw new WorkbenchError(`There is a person with the seed or address ${email}.`);
  await insertDemoAccount(query, { id, email, name: wanted.name });
  const domains = [];
  for (const [index, domain] of wanted.domains.entries()) {
    const name = domain.name ?? `duka-${suffix}-${index + 1}.co.ke`;
    domains.push(await addDomain(query, id, { ...domain, name }));
  }
  const orders = [];
  for (const { kind, paid, ...order } of wanted.orders) {
    const domain = order.domain ?? firstOf(domains);
    const payload: Placed["payload"] = kind === "renew" ? { years: 1 } : { plan: "starter" };
    orders.push({ kind, domain, ...(await placeOrder(query, id, domain, { kind, payload, priceKsh: 1500, paid })) });
  }
  const services = [];
  for (const service of wanted.services) {
    const domain = service.domain ?? firstOf(domains);
    const place = (order: FirstOrder) => placeOrder(query, id, domain, order);
    services.push(await addService(query, { id, email }, { ...service, domain }, place));
  }
  const session = await openSession(email);
  const user = { id, email, password: PASSWORD, storageState: session.storageState, domains, orders, services };
  if (wanted.role === "customer") return user;
  const totpSecret = await makeStaff(query, { id, email });
  await passStep(query, { id, sessionId: session.id });
  return { ...user, totpSecret };
}

/** Deletes a person with all their rows. Returns false for an unknown id. */
export async function deleteUser({ query }: Pick<Embedded, "query">, id: string): Promise<boolean> {
  const [user] = await query("select email from auth.users where id = $1", [id]);
  if (!user) return false;
  const names = await query("select name from public.domains where user_id = $1", [id]);
  for (const { name } of names) zones.remove(String(name));
  // Receipts and payments cannot be deleted on a real site, so the rows go without triggers and foreign keys.
  await query(`do $delete$ declare one record; begin
    set local session_replication_role = replica;
    for one in select a.attrelid::regclass as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'auth') and a.attname = 'user_id' and a.atttypid = 'uuid'::regtype loop
      execute format('delete from %s where user_id = %L', one.name, '${id}');
    end loop;
    delete from auth.users where id = '${id}';
  end $delete$`);
  if (staff.delete(String(user.email))) env.staff.splice(env.staff.indexOf(String(user.email)), 1);
  return true;
}

type NewDomain = NewUser["domains"][number] & { name: string };

async function addDomain(query: Query, userId: string, { name, ends, records }: NewDomain) {
  const [known] = await query("select 1 from public.domains where lower(name) = $1", [name]);
  if (known || zones.findByName(name)) throw new WorkbenchError(`Somebody has the domain ${name}.`);
  const zone = zones.add(name, idOf(`zone ${name}`).replaceAll("-", ""));
  for (const [index, [type, label, content]] of records.entries()) {
    const body = recordSchema.safeParse({
      type,
      name: label,
      content,
      ttl: 1,
      proxied: false,
      ...(type === "MX" && { priority: 10 }),
    });
    if (!body.success) throw new WorkbenchError(`The record ${type} ${label} cannot be made: ${body.error.message}`);
    zone.records.push(recordFrom(body.data, zone, idOf(`record ${name} ${index}`).replaceAll("-", "")));
  }
  zones.save();
  await query(
    `insert into public.domains (user_id, name, status, expiry_date, zone_id, ssl_status) values ($1, $2, 'active',
      ((now() at time zone 'Africa/Nairobi')::date + $3::int + time '12:00') at time zone 'Africa/Nairobi', $4, 'active')`,
    [userId, name, Number.parseInt(ends, 10), zone.id],
  );
  return {
    name,
    zoneId: zone.id,
    records: zone.records.map(({ id, type, name, content }) => ({ id, type, name, content })),
  };
}

function firstOf([first]: readonly { name: string }[]): string {
  if (first === undefined) throw new WorkbenchError("An order or a service needs a domain.");
  return first.name;
}

type Placed = Omit<FirstOrder, "kind"> & { kind: FirstOrder["kind"] | "renew" };

/** Places an order, with a bill if it has a price. The service that begins with it gets an id that depends on the seed. */
async function placeOrder(query: Query, userId: string, domain: string, { kind, payload, priceKsh, paid }: Placed) {
  const id = idOf(`order ${userId} ${kind} ${domain}`);
  const order = { id, kind, domain, payload, userId, priceKsh };
  const bill = priceKsh > 0 ? seededBill(order) : undefined;
  const placed = await createOrders([order], { notification: undefined, receipt: undefined, holdSeconds: 0 }, bill);
  if (!placed.ok) throw new WorkbenchError(`The order of ${domain} was refused: ${placed.message}`);
  await renameService(query, id, serviceId(userId, kind, domain));
  if (paid && mpesa && bill) {
    await daraja.reportPaybill(daraja.pay({ amount: priceKsh, reference: bill.reference }));
    // Above this sum a payment counts when M-PESA's list has it.
    if (priceKsh > (env.mpesa?.trustKsh ?? 0)) await listMissed(mpesa, nowDate());
    await runPayments(mpesa);
  }
  const [row] = await query("select paid_at from public.bills where id = $1", [bill?.id]);
  return { id, bill: bill?.id, reference: bill?.reference, isPaid: Boolean(row?.paid_at) };
}

/** Returns the bill of an order with an id and a number that depend on the seed. */
function seededBill(order: { id: string }) {
  let bytes = Buffer.from(`bill ${order.id}`);
  const reference = newReference((size) => {
    bytes = createHash("sha256").update(bytes).digest();
    return bytes.subarray(0, size);
  });
  return { ...newBill([order]), id: idOf(`bill ${order.id}`), reference };
}

/** Gives the service of an order another id. Foreign keys do not allow that on a real site. */
function renameService(query: Query, order: string, id: string) {
  return query(`do $rename$ declare old uuid := (select service_id from public.orders where id = '${order}'); begin
    set local session_replication_role = replica;
    update public.services set id = '${id}' where id = old;
    update public.service_changes set service_id = '${id}' where service_id = old;
    update public.orders set service_id = '${id}' where id = '${order}' and service_id is not null;
  end $rename$`);
}

/** Makes a person staff. Returns the secret of their authenticator app. */
async function makeStaff(query: Query, { id, email }: { id: string; email: string }) {
  const bytes = new Uint8Array(createHash("sha256").update(`secret ${id}`).digest().subarray(0, 20));
  const secret = new Secret({ buffer: bytes.buffer }).base32;
  await query("insert into public.second_steps (user_id, secret, confirmed_at) values ($1, $2, now())", [
    id,
    sealStepSecret(secret),
  ]);
  staff.add(email);
  env.staff.push(email);
  return secret;
}
