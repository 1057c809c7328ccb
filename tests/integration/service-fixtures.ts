/** Services of customers, for tests of their cycle. Days count from FIRST_DAY of the notification fixtures. */
import type { Service } from "#app/services/service.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { isoOf } from "./notification-fixtures.ts";

type NewService = Partial<Pick<Service, "kind" | "plan" | "seats" | "priceKsh" | "renewKsh" | "willEnd" | "provider">>;

/** Creates an active service of a year whose last day is so many days after the first. Returns the id. */
export async function makeService(
  { query }: Pick<Embedded, "query">,
  customer: string,
  domain: string,
  ends: number,
  { kind = "hosting", plan = "deluxe", seats = null, priceKsh = 17_148, ...more }: NewService = {},
): Promise<string> {
  const [row] = await query(
    `insert into services (user_id, kind, domain, plan, seats, state, starts_on, ends_on, price_ksh, renew_ksh, will_end, provider)
     values ($1, $2, $3, $4, $5, 'active', $6::date - 364, $6, $7, $8, $9, $10) returning id`,
    [
      ...[customer, kind, domain, plan, seats, isoOf(ends), priceKsh],
      ...[more.renewKsh ?? null, more.willEnd ?? false, more.provider ?? "hand"],
    ],
  );
  return String(row?.id);
}

/** Returns columns of a service. */
export async function serviceRow({ query }: Pick<Embedded, "query">, id: string, columns: string) {
  const [row] = await query(`select ${columns} from services where id = $1`, [id]);
  return row ?? {};
}

/** Deletes all customers with their services, domains, orders, mails and reminders. */
export const deleteServices = ({ query }: Pick<Embedded, "query">) =>
  query("truncate auth.users, mails, orders, domains, services cascade");
