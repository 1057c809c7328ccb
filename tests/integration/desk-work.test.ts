import { beforeAll, beforeEach, expect, test } from "vitest";
import { sendDigests } from "#app/desk/digest.server.ts";
import { readStaffState } from "#app/desk/work-rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { createDemoStaff } from "#mocks/demo-staff.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

const [{ id: customer }] = demoCustomers;

beforeAll(async () => {
  await createDemoCustomers(database);
  await createDemoStaff(database);
});
beforeEach(() =>
  database.query("truncate orders, messages, mails, desk_digests, closing_requests, school_interest, domains cascade"),
);

/** Inserts an order; `columns` are SQL. Returns its id. */
async function order(domain: string, columns: Record<string, string> = {}): Promise<string> {
  const names = Object.keys(columns)
    .map((name) => `, ${name}`)
    .join("");
  const values = Object.values(columns)
    .map((value) => `, ${value}`)
    .join("");
  const [row] = await database.query(
    `insert into orders (user_id, kind, domain, price_ksh, idempotency_key${names})
     values ($1, 'register', $2, 1500, gen_random_uuid()${values}) returning id`,
    [customer, domain],
  );
  return String(row?.id);
}

async function rows(): Promise<string[]> {
  const page = await readPage("/desk", await staffBrowser());
  expect(page.status).toBe(200);
  return page.texts(".pane-rows li");
}

test("an empty work list says so", async () => {
  expect((await readPage("/desk", await staffBrowser())).texts(".empty-title")).toEqual(["Nothing waits for you"]);
});

test("the work list has what needs somebody, the oldest first and names that end soon last, and nothing that is done or under way by itself", async () => {
  const ago = (time: string) => `now() - interval '${time}'`;
  await order("new.co.ke", { created_at: ago("2 days") });
  await order("mine.co.ke", { created_at: ago("3 days"), status: "'processing'", taken_by: `'${STAFF.id}'` });
  await order("hers.co.ke", { created_at: ago("4 days"), status: "'processing'", taken_by: `'${SECOND_STAFF.id}'` });
  await order("stuck.co.ke", { created_at: ago("5 days"), status: "'processing'", updated_at: ago("11 minutes") });
  await order("under-way.co.ke", { status: "'processing'", updated_at: ago("9 minutes") });
  await order("done.co.ke", { status: "'done'" });
  await order("paid-back.co.ke", { status: "'failed'", refund_due_ksh: "500", refunded_at: "now()" });
  await order("owed.co.ke", { status: "'failed'", updated_at: ago("6 days"), refund_due_ksh: "500" });
  await database.query(
    `insert into messages (key, name, email, subject, message, kind, state, touched_at) values
       ('waiting-1', 'A', 'a@b.ke', 'Where is it?', 'x', 'visitor', 'new', now() - interval '7 days'),
       ('answered-1', 'A', 'a@b.ke', 'Answered', 'x', 'visitor', 'answered', now()),
       ('notice-01', 'A', 'a@b.ke', 'A notice', 'x', 'order', 'new', now())`,
  );
  await database.query("insert into closing_requests (user_id, created_at) values ($1, now() - interval '8 days')", [
    customer,
  ]);
  await database.query(
    `insert into school_interest (name, email, phone, school, status, stage, next_on, confirmed_at) values
       ('H', 'a@b.ke', '07', 'Unconfirmed', 'unconfirmed', 'new', null, null),
       ('H', 'b@b.ke', '07', 'To call', 'confirmed', 'new', null, now() - interval '9 days'),
       ('H', 'c@b.ke', '07', 'Later', 'sent', 'called', current_date + 3, now()),
       ('H', 'd@b.ke', '07', 'Lost', 'sent', 'lost', current_date - 3, now())`,
  );
  await database.query(
    `insert into mails (key, message_id, kind, recipient, subject, body_text, failed_at) values
       ('given-up', '<a@b>', 'order', 'a@b.ke', 'Given up', '', now() - interval '10 days')`,
  );
  await database.query(
    `insert into domains (user_id, name, status, expiry_date) values
       ($1, 'lapsing.co.ke', 'active', now() + interval '4 days'), ($1, 'fine.co.ke', 'active', now() + interval '16 days')`,
    [customer],
  );
  expect((await rows()).map((row) => row.replace(/ ?\d+ (h|days), late ?/, "|"))).toEqual([
    expect.stringMatching(/^Given up\|Send again, or delete · Failed mail/),
    expect.stringMatching(/^To call\|Call · School/),
    expect.stringMatching(/^Requested by a customer\|Close the account · Njeri Mwangi · Account/),
    expect.stringMatching(/^Where is it\?\|Answer · A/),
    expect.stringMatching(/^owed\.co\.ke\|Pay back · KSh 500 · Njeri Mwangi · Refund due/),
    expect.stringMatching(/^stuck\.co\.ke\|Look at the provider, then close · KSh 1,500 · Njeri Mwangi · Order that/),
    expect.stringMatching(/^hers\.co\.ke\|Register · KSh 1,500 · Njeri Mwangi · Baraka Otieno has it/),
    expect.stringMatching(/^mine\.co\.ke\|Register · KSh 1,500 · Njeri Mwangi · you have it/),
    expect.stringMatching(/^new\.co\.ke\|Register · KSh 1,500 · Njeri Mwangi/),
    expect.stringMatching(/^lapsing\.co\.ke ?ends \d.*Remind · Njeri Mwangi/),
  ]);
});

test("names that end soon are counted to 99, and the list, its sentence and the mail say that there are more", async () => {
  await database.query(
    `insert into domains (user_id, name, status, expiry_date)
     select $1, 'lapsing-' || n || '.co.ke', 'active', now() + n * interval '1 hour' from generate_series(1, 130) as n`,
    [customer],
  );
  await order("new.co.ke");
  const page = await readPage("/desk", await staffBrowser());
  expect(page.texts("main .quiet")[0]).toBe("1 order, 99+ names that end soon.");
  expect(page.texts("main").join()).toContain("These are the 100 oldest of 101 or more.");
  // The names that end first are listed.
  const listed = page.texts(".pane-rows li").join();
  expect([1, 99].map((n) => listed.includes(`lapsing-${n}.co.ke`))).toEqual([true, true]);
  expect(listed).not.toMatch(/lapsing-1\d\d\.co\.ke/);
  await sendDigests(new Date(startOfDay(dayNumber(new Date())).getTime() + 8 * 3600_000), []);
  const [mail] = await database.query("select subject, body_text from mails where kind = 'digest'");
  expect(mail?.subject).toBe("Today at the desk: 1 order, 99+ names that end soon");
  expect(mail?.body_text).toContain("101 or more things wait for you today.");
});

test("each member of staff gets one digest a day, with counts and no names, whichever process sends it", async () => {
  await order("secret-name.co.ke");
  await order("other-name.co.ke");
  const eight = new Date(startOfDay(dayNumber(new Date())).getTime() + 8 * 3600_000);
  const outcomes = await Promise.all([sendDigests(eight, []), sendDigests(eight, []), sendDigests(eight, [])]);
  expect(outcomes).toEqual([true, true, true]);
  const mails = await database.query(
    "select recipient, subject, body_text, body_html from mails where kind = 'digest'",
  );
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([...env.staff].sort());
  for (const { subject, body_text, body_html } of mails) {
    expect(subject).toBe("Today at the desk: 2 orders");
    expect(body_text).toContain("2 things wait for you today.");
    expect(`${body_text}${body_html}`).not.toContain("name.co.ke");
  }
});

test("no digest is sent when nothing waits, and a failed one is repeated", async () => {
  expect(await sendDigests(new Date(), [])).toBe(true);
  expect(await database.query("select * from mails")).toEqual([]);
  await order("a.co.ke");
  await database.query("alter table desk_digests rename to away");
  expect(await sendDigests(new Date(), [])).toBe(false);
  await database.query("alter table away rename to desk_digests");
  expect(await sendDigests(new Date(), [])).toBe(true);
  expect(await database.query("select * from mails where kind = 'digest'")).toHaveLength(env.staff.length);
});

test("the doctor learns how many of the staff have an account and a second step", async () => {
  expect(await readStaffState([...env.staff, ...env.readers, "nobody@example.co.ke"])).toEqual({
    confirmed: 3,
    stepped: 3,
  });
  expect(await readStaffState([demoCustomers[0].email])).toEqual({ confirmed: 1, stepped: 0 });
});
