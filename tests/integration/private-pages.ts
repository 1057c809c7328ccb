/** What a session must not do and read unless the site began it and it passed the second step. */
import { ADDRESSES } from "#app/routes/addresses.ts";
import { database } from "./database.ts";

/** Forms that change something of the account: their names, paths and fields. */
export const FORMS: [name: string, path: string, fields: Record<string, string>][] = [
  ["the name", "/profile", { form: "you", name: "Thief", phone: "" }],
  ["the phone", "/profile", { form: "you", name: "Thief", phone: "0712 999 999" }],
  ["the whole profile", "/profile", { name: "Thief" }],
  ["an order", "/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke", { priceFingerprint: "1", choice: "1" }],
  ["closing", "/profile/close", { password: "sandbox-password", reason: "" }],
  ["signing out everywhere", "/logout", { everywhere: "1" }],
  ["signing out", "/logout", {}],
  ["a DNS record", "/dashboard/domains/mamamboga.co.ke/dns/add", { type: "A", name: "www2", content: "203.0.113.9" }],
  ["a second step", "/profile/step", { form: "step-start" }],
];

/** The paths of the account and the desk. */
export const PRIVATE = ADDRESSES.map(({ path }) =>
  path.replace(/:domain/g, "mamamboga.co.ke").replace(/[:*]\w*/g, "1"),
).filter((path) => /^\/(profile|dashboard|desk)(\/|$|\.)/.test(path));

/** Returns what a thief would have changed. */
export async function everything(): Promise<string> {
  const users = `select raw_user_meta_data, encrypted_password from auth.users order by id`;
  const tables = ["orders", "closing_requests", "second_steps", "dns_changes", "account_changes"];
  const rows = tables.map((table) => database.query(`select * from public.${table}`));
  return JSON.stringify(await Promise.all([database.query(users), ...rows]));
}
