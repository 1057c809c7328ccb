/** The page of a service of the first customer, and its forms. */
import { beforeEach } from "vitest";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { database, FIRST, first } from "./two-customers.ts";

/** Returns the day so many days from today: "2027-03-01". */
export const day = (days: number) => dateOf(dayNumber(new Date()) + days).iso;

beforeEach(async () => {
  await database.query("delete from orders");
  await database.query("truncate payments cascade");
  await database.query("delete from bills");
  await database.query("delete from services");
});

type NewService = { kind?: string; plan?: string; seats?: number | null; state?: string; ends?: number; more?: string };

/** Inserts a service of the first customer. Returns the path of its page. */
export async function make({
  kind = "hosting",
  plan = "starter",
  seats = null,
  state = "active",
  ends = 200,
  more = "",
}: NewService = {}) {
  const [row] = await database.query(
    `insert into services (user_id, kind, domain, plan, seats, state, starts_on, ends_on, price_ksh, suspended_on, ended_at, access)
     values ($1, $2, 'duka.co.ke', $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      ...[
        FIRST.id,
        kind,
        plan,
        seats,
        state,
        day(ends - 364),
        day(ends),
        kind === "mail" ? 10_908 * (seats ?? 1) : 6_228,
      ],
      ...[
        state === "suspended" ? day(-4) : null,
        state === "ended" ? new Date() : null,
        '{"panel": "https://panel.example/"}',
      ],
    ],
  );
  if (more !== "") await database.query(`update services set ${more}`);
  return `/dashboard/services/${row?.id}`;
}

/** Returns the only service. */
export const row = async () => (await database.query("select * from services"))[0] ?? {};
export const orders = () =>
  database.query("select kind, payload, price_ksh, status, bill_id from orders order by created_at");

/** Posts a form of the page with the hidden fields that the page has. */
export async function post(path: string, form: string, fields: Record<string, string> = {}, browser = first) {
  const { document } = await readPage(path, browser);
  const own = document.querySelector(`form:has([name="form"][value="${form}"])`);
  const shown = [...(own?.querySelectorAll<HTMLInputElement>("input[type=hidden]") ?? [])].map(({ name, value }) => [
    name,
    value,
  ]);
  const all = { ...Object.fromEntries(shown), form, ...fields };
  return renderPage(browser, path, Object.entries(all));
}
