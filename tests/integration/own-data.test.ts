import { HttpResponse, http } from "msw";
import { beforeAll, describe, expect, test } from "vitest";
import { takeFlash } from "#app/http/flash.server.ts";
import { EXCLUDED_TABLES, OWN_PARTS } from "#app/model/own-data.ts";
import * as exporting from "#app/routes/account/export.ts";
import { consume } from "#app/use-cases/limits.server.ts";
import { demoCustomers, demoDomains } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { clientOf, signedIn } from "./demo-customers.ts";
import { sampleRows } from "./sample-rows.ts";
import { database, FIRST, first, SECOND, second } from "./two-customers.ts";

const CODE = "aB3!transfer";
const TOKEN = "the hash of a link";

beforeAll(async () => {
  for (const sql of sampleRows(FIRST.id, SECOND.id)) await database.query(sql);
  for (const { id, email } of demoCustomers) {
    const [name] = email.split("@");
    await database.query(
      `insert into newsletter_pending (email, first_name, status, confirm_token_hash)
       values ($1, $2, 'confirmed', $3), ($4, 'Stranger', 'unconfirmed', $5)`,
      [email, `Reader ${name}`, `${TOKEN} ${id}`, `x${email}`, `${TOKEN} x${id}`],
    );
    await database.query(
      `insert into school_interest (name, email, phone, school, status, turnstile_token)
       values ($1, upper($2), '0712345678', 'School of ' || $2, 'sent', $3), ('Stranger', $2, '0712345678', 'S', 'unconfirmed', null)`,
      [`Head ${name}`, email, TOKEN],
    );
    for (const [place, sent] of [
      ["sent", "now()"],
      ["waiting", "null"],
    ]) {
      await database.query(
        `insert into mails (key, message_id, kind, recipient, subject, body_text, sent_at)
         values ($1, '<' || $1 || '@x.ke>', 'confirm', $2, $3, $4, ${sent})`,
        [`${place}-${id}`, email, place === "sent" ? `Mail to ${name}` : "Mail of a Stranger", TOKEN],
      );
    }
    await database.query("insert into submissions (key, form, owner, result) values ($1, $2, $3, $4)", [
      id.replaceAll("-", "").repeat(2),
      `form-of-${name}`,
      id,
      JSON.stringify({ secret: TOKEN }),
    ]);
    await database.query("update orders set payload = $1 where user_id = $2", [
      JSON.stringify({ authCode: CODE, years: 2 }),
      id,
    ]);
  }
});

type Part = { about: string; isWhole: boolean; rows: Record<string, unknown>[] };
const ask = async (browser: Browser) => {
  const given = await exporting.loader(browser.visit("/profile/export")).catch((thrown: unknown) => thrown);
  if (!(given instanceof Response)) throw given;
  const text = await given.text();
  const cookie = given.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const flash = await takeFlash(new Request("http://127.0.0.1:3000/", { headers: { Cookie: cookie } }), undefined);
  return { status: given.status, to: given.headers.get("Location"), headers: given.headers, text, flash };
};
const fileOf = async (browser: Browser): Promise<Record<string, Part>> => JSON.parse((await ask(browser)).text);

describe("the data of a customer", () => {
  test("is exported or listed as an exception with a reason, for each table and column", async () => {
    const columns = await database.query(
      "select table_name, column_name from information_schema.columns where table_schema = 'public'",
    );
    const parts = new Map(Object.values(OWN_PARTS).map((part) => [part.table, part]));
    const unsaid = columns.flatMap(({ table_name, column_name }) => {
      const part = parts.get(String(table_name));
      const known = part ? [...part.columns, ...Object.keys(part.omitted)].includes(String(column_name)) : false;
      return known || EXCLUDED_TABLES[String(table_name)] ? [] : [`${table_name}.${column_name}`];
    });
    const say = "app/model/own-data.ts has to say of these whether a customer takes them along, and of what stays why";
    expect(unsaid, say).toEqual([]);
    const there = new Set(columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`));
    const gone = Object.values(OWN_PARTS).flatMap(({ table, columns: named, omitted }) =>
      [...named, ...Object.keys(omitted)].filter((name) => !there.has(`${table}.${name}`)),
    );
    expect(gone, "app/model/own-data.ts names columns that are not there").toEqual([]);
    const reasons = [
      ...Object.values(EXCLUDED_TABLES),
      ...Object.values(OWN_PARTS).flatMap(({ omitted }) => Object.values(omitted)),
    ];
    expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
  });

  test("has no exception that belongs to a customer", async () => {
    const owned = await database.query(
      `select distinct table_name from information_schema.columns where table_schema = 'public'
       and column_name in ('user_id', 'owner', 'email', 'recipient', 'customer', 'account') and table_name in (select tablename from pg_tables)`,
    );
    // Anybody may type this address in a message.
    const tables = owned.map(({ table_name }) => String(table_name)).filter((table) => table !== "messages");
    expect(tables.filter((table) => EXCLUDED_TABLES[table])).toEqual([]);
    expect(tables.sort()).toEqual(
      Object.values(OWN_PARTS)
        .map(({ table }) => table)
        .sort(),
    );
  });
});

describe("the export", () => {
  test("has every part with its rows, is a download, and is not cached", async () => {
    const { status, headers, text } = await ask(first);
    expect(status).toBe(200);
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/);
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
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
    expect(file.orders.rows[0]).toMatchObject({ payload: { years: 2 }, price_ksh: 1500 });
    expect(file.schools.rows).toMatchObject([{ name: "Head customer", status: "sent" }]);
    expect(file.newsletter.rows).toMatchObject([{ first_name: "Reader customer" }]);
    expect(file.mails.rows).toMatchObject([{ kind: "confirm", subject: "Mail to customer" }]);
    expect(file.sentForms.rows.map((row: { form: string }) => row.form)).toContain("form-of-customer");
  });

  test.each([
    ["first", 1],
    ["second", 0],
  ])("of the %s customer has nothing of the other, nothing unconfirmed and no secret", async (who, other) => {
    const { text } = await ask(who === "first" ? first : second);
    const theirs = demoDomains.filter(({ owner }) => owner === other).map(({ name }) => name);
    const { id, email, name } = demoCustomers[other] ?? FIRST;
    const [word] = email.split("@");
    const foreign = [
      id,
      email,
      `"${name}"`,
      `Reader ${word}"`,
      `Head ${word}"`,
      `form-of-${word}"`,
      `Mail to ${word}"`,
      ...theirs,
    ];
    for (const words of [...foreign, "Stranger", CODE, TOKEN, "zone_id", "idempotency", "sign_up_mark"]) {
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
    expect([dnsChanges?.isWhole, ttls?.length, ttls?.[0], ttls?.at(-1), new Set(ttls).size]).toEqual([
      false,
      5000,
      5001,
      2,
      5000,
    ]);
    await database.query("delete from dns_changes where after ? 'ttl'");
  });
});

test("a customer may read what was confirmed for their address, and no column with a secret", async () => {
  const client = clientOf(first);
  const readers = await client.from("newsletter_pending").select("email");
  expect(readers.data).toEqual([{ email: FIRST.email }]);
  const schools = await client.from("school_interest").select("school,status");
  expect(schools.data).toEqual([{ school: `School of ${FIRST.email}`, status: "sent" }]);
  const forms = await client.from("submissions").select("owner");
  expect(new Set(forms.data?.map(({ owner }) => owner))).toEqual(new Set([FIRST.id]));
  for (const [table, secret] of [
    ["newsletter_pending", "confirm_token_hash"],
    ["school_interest", "confirm_token_hash"],
    ["school_interest", "turnstile_token"],
    ["mails", "body_text"],
    ["submissions", "key"],
    ["submissions", "result"],
  ] as const) {
    expect((await client.from(table).select(secret)).error?.code, `${table}.${secret}`).toBe("42501");
  }
});

test("an address with wildcard characters matches that address only", async () => {
  const odd = "cust_mer%@example.co.ke";
  await database.query("update auth.users set email = $1 where id = $2", [odd, SECOND.id]);
  await database.query("insert into newsletter_pending (email, status) values ($1, 'sent')", [odd]);
  const browser = await signedIn(odd);
  expect((await fileOf(browser)).newsletter?.rows.map(({ email }) => email)).toEqual([odd]);
  await database.query("update auth.users set email = $1 where id = $2", [SECOND.email, SECOND.id]);
});

describe("when the export fails", () => {
  const failing = { title: "The file could not be made", isUnsure: true, isNear: true };

  test.each(Object.values(OWN_PARTS).map(({ table }) => table))(
    "because %s cannot be read, the profile says so and no partial file is sent",
    async (table) => {
      const fails = http.get(`*/rest/v1/${table}`, () => HttpResponse.json({ message: "down" }, { status: 500 }));
      server.use(fails);
      const { status, to, text, flash } = await ask(second);
      expect([status, to, text]).toEqual([303, "/profile#data", ""]);
      expect(flash).toMatchObject(failing);
    },
  );

  test("an invalid page of rows gives no file either", async () => {
    server.use(http.get("*/rest/v1/orders", () => HttpResponse.json({ not: "rows" })));
    expect((await ask(second)).flash).toMatchObject(failing);
  });

  test("an unreachable auth service leads to the profile, which says so", async () => {
    server.use(http.get("*/auth/v1/user", () => new Response("", { status: 504 })));
    expect(await ask(second)).toMatchObject({ status: 302, to: "/profile", text: "" });
  });

  test("ten exports an hour are allowed for each customer", async () => {
    for (let used = 0; used < 10; used++) await consume("exportsOfUser", FIRST.id);
    const { to, flash } = await ask(first);
    expect([to, flash?.text]).toEqual(["/profile#data", expect.stringMatching(/^Please wait/)]);
    expect((await ask(newBrowser())).to).toBe("/login?redirectTo=%2Fprofile");
    expect((await ask(second)).status).toBe(200);
  });
});
