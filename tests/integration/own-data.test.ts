import { HttpResponse, http } from "msw";
import { beforeAll, describe, expect, test } from "vitest";
import { EXCLUDED_TABLES, OWN_PARTS } from "#app/accounts/own-data.ts";
import { MOST_SHOWN } from "#app/accounts/own-data-page.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import * as exporting from "#app/routes/account/export.ts";
import { demoCustomers, demoDomains } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { type Browser, responseOf } from "./browser.ts";
import { readPage } from "./read-page.ts";
import { sampleRows } from "./sample-rows.ts";
import { database, FIRST, first, SECOND, second } from "./two-customers.ts";

const CODE = "aB3!transfer";
const TOKEN = "the hash of a link";

beforeAll(async () => {
  for (const sql of sampleRows(FIRST.id, SECOND.id)) await database.query(sql);
  for (const { id, email } of demoCustomers) {
    const [name] = email.split("@");
    // "Stranger" stands in the rows that are not confirmed: anybody may have typed the address.
    const statements = [
      `insert into newsletter_pending (email, first_name, status, confirm_token_hash) values
         ('${email}', 'Reader ${name}', 'confirmed', '${TOKEN} ${id}'),
         ('x${email}', 'Stranger', 'unconfirmed', '${TOKEN} x${id}')`,
      `insert into school_interest (name, email, phone, school, status, turnstile_token) values
         ('Head ${name}', upper('${email}'), '0712345678', 'School of ${email}', 'sent', '${TOKEN}'),
         ('Stranger', '${email}', '0712345678', 'S', 'unconfirmed', null)`,
      `insert into mails (key, message_id, kind, recipient, subject, body_text, sent_at) values
         ('sent-${id}', '<sent-${id}@x.ke>', 'confirm', '${email}', 'Mail to ${name}', '${TOKEN}', now()),
         ('wait-${id}', '<wait-${id}@x.ke>', 'confirm', '${email}', 'Mail of a Stranger', '${TOKEN}', null)`,
      `insert into submissions (key, form, owner, result) values
         (repeat(replace('${id}', '-', ''), 2), 'form-of-${name}', '${id}', '{"secret": "${TOKEN}"}')`,
      `update orders set payload = '{"authCode": "${CODE}", "years": 2}' where user_id = '${id}'`,
    ];
    for (const sql of statements) await database.query(sql);
  }
});

type Part = { about: string; isWhole: boolean; rows: Record<string, unknown>[] };
async function ask(browser: Browser) {
  let text = "";
  const reply = await responseOf(async () => {
    const given = await exporting.loader(browser.requestArgs("/profile/export"));
    text = await given.clone().text();
    return given;
  });
  return { ...reply, text };
}
const fileOf = async (browser: Browser): Promise<Record<string, Part>> => JSON.parse((await ask(browser)).text);

describe("each table and column with a customer's data", () => {
  const parts = Object.values(OWN_PARTS);

  test("is exported or listed as an exception with a reason", async () => {
    const rows = await database.query(
      "select table_name, table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    );
    const listed = parts.flatMap(({ table, columns, omitted }) =>
      [...columns, ...Object.keys(omitted)].map((column) => `${table}.${column}`),
    );
    const present = rows.filter(({ table_name }) => !EXCLUDED_TABLES[String(table_name)]).map(({ name }) => name);
    expect(listed.sort(), "app/accounts/own-data.ts must list exactly the columns of the database").toEqual(
      present.sort(),
    );
    const reasons = [EXCLUDED_TABLES, ...parts.map(({ omitted }) => omitted)].flatMap((each) => Object.values(each));
    expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
  });

  test("is no exception if it belongs to a customer", async () => {
    // Anybody may type an address in a message, the tables of the second step hold secrets only, the log is about staff, and an
    // erasure is about an account that nobody signs in to. The search of staff and an import repeat the account.
    const owned = await database.query(
      `select distinct table_name from information_schema.columns where table_schema = 'public' and table_name <> 'messages'
       and column_name in ('user_id', 'owner', 'email', 'recipient', 'customer', 'account')
       and table_name in (select tablename from pg_tables)
       and table_name not in ('second_steps', 'step_codes', 'stepped_sessions', 'desk_log', 'audit_erasures', 'people_search',
         'import_lines')`,
    );
    expect(owned.map(({ table_name }) => table_name).sort()).toEqual(parts.map(({ table }) => table).sort());
  });
});

describe("the export", () => {
  test("has every part with its rows, is a download, and is not cached", async () => {
    const { status, headers, text } = await ask(first);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-disposition": expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/),
      "content-type": "application/json; charset=utf-8",
      "cache-control": "private, no-store",
    });
    const file = JSON.parse(text);
    expect(file).toMatchObject({ version: 1, account: { id: FIRST.id, email: FIRST.email, name: FIRST.name } });
    const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/;
    for (const time of [file.madeAt, file.account.madeAt, file.account.lastSignInAt]) expect(time).toMatch(ISO);
    for (const [name, { columns, about }] of Object.entries(OWN_PARTS)) {
      const { rows, ...rest } = file[name] as Part;
      expect(rest, name).toEqual({ about, isWhole: true });
      expect(rows.length, name).toBeGreaterThan(0);
      for (const row of rows) expect(Object.keys(row).sort(), name).toEqual([...columns].sort());
    }
    const names = demoDomains.filter(({ owner }) => owner === 0).map(({ name }) => name);
    expect(file.domains.rows.map((row: { name: string }) => row.name).sort()).toEqual(names.sort());
    expect(file.orders.rows[0]).toMatchObject({ choices: { years: 2 }, price_ksh: 1500 });
    expect(file.schools.rows).toMatchObject([{ name: "Head customer", status: "sent" }]);
    expect(file.newsletter.rows).toMatchObject([{ first_name: "Reader customer" }]);
    expect(file.mails.rows).toMatchObject([{ kind: "confirm", subject: "Mail to customer" }]);
    expect(file.sentForms.rows.map((row: { form: string }) => row.form)).toContain("form-of-customer");
  });

  test.each([
    ["first", 1],
    ["second", 0],
  ] as const)("of the %s customer has nothing of the other, nothing unconfirmed and no secret", async (who, other) => {
    const { text } = await ask(who === "first" ? first : second);
    const domains = demoDomains.filter(({ owner }) => owner === other).map(({ name }) => name);
    const { id, email, name } = demoCustomers[other];
    const [word] = email.split("@");
    const foreign = ["Reader", "Head", "Mail to"].map((before) => `${before} ${word}"`);
    const secrets = ["Stranger", CODE, TOKEN, "zone_id", "idempotency", "sign_up_id"];
    for (const words of [id, email, `"${name}"`, `form-of-${word}"`, ...foreign, ...domains, ...secrets]) {
      expect(text).not.toContain(words);
    }
  });

  test("has the newest five thousand rows of a part, and says that there are more", async () => {
    await database.query(
      `insert into dns_changes (user_id, domain_id, zone_id, job_id, after, created_at)
       select user_id, domain_id, 'zone', id, jsonb_build_object('ttl', n), now() + n * interval '1 second'
       from dns_jobs, generate_series(1, 5001) n where user_id = $1`,
      [FIRST.id],
    );
    const { dnsChanges } = await fileOf(first);
    const ttls = dnsChanges?.rows.map(({ after }) => (after as { ttl: number }).ttl);
    expect(dnsChanges?.isWhole).toBe(false);
    expect(ttls).toEqual(Array.from({ length: 5000 }, (_, index) => 5001 - index));
    await database.query("delete from dns_changes where after ? 'ttl'");
  });
});

describe("the page of a customer's data", () => {
  test("has each part with its rows in words, and no cache keeps it", async () => {
    const { status, kept, texts, html } = await readPage("/profile/data", first);
    expect([status, kept]).toEqual([200, "private, no-store"]);
    const main = texts("main").join();
    for (const words of [
      FIRST.email,
      "KSh 1,500",
      "Renewal",
      "Reader customer",
      "Mail to customer",
      "form-of-customer",
    ]) {
      expect(main).toContain(words);
    }
    for (const { name } of demoDomains.filter(({ owner }) => owner === 0)) expect(main).toContain(name);
    expect(texts("h2")).toEqual(
      expect.arrayContaining(["Account", "Domains", "Orders", "Schools", "Not on this page"]),
    );
    expect(html).not.toMatch(/undefined|\[object|NaN|Invalid/);
  });

  test("has nothing of the other customer, nothing unconfirmed and no secret", async () => {
    const { html } = await readPage("/profile/data", second);
    const theirs = demoDomains.filter(({ owner }) => owner === 0).map(({ name }) => name);
    const secrets = ["Stranger", CODE, TOKEN, "zone_id", "idempotency"];
    for (const words of [FIRST.id, FIRST.email, "Reader customer", "Head customer", ...theirs, ...secrets]) {
      expect(html).not.toContain(words);
    }
  });

  test("shows the newest hundred rows of a part, and how many there are", async () => {
    await database.query(
      `insert into account_changes (user_id, kind, email) select '${SECOND.id}', 'password', 'a@example.co.ke' from generate_series(1, 150)`,
    );
    const { texts } = await readPage("/profile/data", second);
    expect(texts("main p")).toContainEqual(
      expect.stringMatching(new RegExp(`^The newest ${MOST_SHOWN} of 15\\d\\. The file has the others\\.$`)),
    );
    await database.query(`delete from account_changes where user_id = '${SECOND.id}'`);
  });

  test("is a 503 with Retry if a part cannot be read, and shows no other", async () => {
    server.use(http.get("*/rest/v1/orders", () => HttpResponse.json({ message: "down" }, { status: 500 })));
    const { status, texts, link } = await readPage("/profile/data", second);
    expect([status, texts("h2"), link("Retry")]).toEqual([503, [], ["/profile/data"]]);
  });
});

describe("the profile says that the file could not be made", () => {
  const title = "We could not make the file";

  test.each(Object.values(OWN_PARTS).map(({ table }) => table))(
    "if %s cannot be read, and no partial file is sent",
    async (table) => {
      server.use(http.get(`*/rest/v1/${table}`, () => HttpResponse.json({ message: "down" }, { status: 500 })));
      const { status, to, text, flash } = await ask(second);
      expect([status, to, text]).toEqual([303, "/profile#data", ""]);
      expect(flash).toMatchObject({ title, isUnsure: true, isInline: true });
    },
  );
});

test("an unreachable auth service leads from the export to the profile", async () => {
  server.use(http.get("*/auth/v1/user", () => new Response("", { status: 504 })));
  expect(await ask(second)).toMatchObject({ status: 302, to: "/profile", text: "" });
});

test("ten exports an hour are allowed for each customer", async () => {
  for (let used = 0; used < 10; used++) await consume("exportsOfUser", FIRST.id);
  const { to, flash } = await ask(first);
  expect([to, flash?.text]).toEqual(["/profile#data", expect.stringMatching(/^Please wait/)]);
  expect(await readPage("/profile/data", first)).toMatchObject({ status: 429 });
  expect((await ask(second)).status).toBe(200);
});
