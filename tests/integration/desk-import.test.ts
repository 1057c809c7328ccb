/** Customers and names that staff import from a file. Source: docs/product/desk.md, "Import". */
import { describe, expect, test } from "vitest";
import { purgeImports } from "#app/imports/imports.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { mails, newCustomer } from "./customers.ts";
import {
  accounts,
  browser,
  countsOf,
  database,
  everything,
  fileOf,
  HEAD,
  lineOf,
  logOf,
  mark,
  names,
  PAGE,
  press,
  run,
  textOf,
  upload,
} from "./desk-import-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

test("1,000 lines: a look first, then accounts without password and mail, and the same file again changes nothing", async () => {
  const path = await upload(fileOf(1000, 2));
  expect(await countsOf(path)).toEqual({
    "New customers": 500,
    "Known customers": 0,
    "New names": 1000,
    "Unchanged lines": 0,
    "Lines with errors": 0,
  });
  expect([await accounts(), await names()]).toEqual([[], []]);
  // The same text is the same import until somebody starts it.
  expect(await upload(fileOf(1000, 2))).toBe(path);

  expect(await press(path, "start-import")).toMatchObject({ status: 303, to: path });
  expect(await textOf(path)).toContain("1,000 lines to go");
  await run();
  expect(await textOf(path)).toContain("The import is finished");
  expect(await countsOf(path)).toMatchObject({ "New customers": 500, "New names": 1000, "Lines with errors": 0 });
  const made = await accounts();
  expect(made).toHaveLength(500);
  expect(made[0]).toMatchObject({
    password: "",
    confirmed: null,
    about: { full_name: expect.any(String), contact_phone: "+254712345678" },
  });
  expect((await names()).map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect([(await logOf("person-imported")).length, (await logOf("domain-added")).length]).toEqual([500, 1000]);
  expect([mails, await database.query("select * from mails")]).toEqual([[], []]);

  const again = await upload(fileOf(1000, 2));
  expect(again).not.toBe(path);
  expect(await countsOf(again)).toMatchObject({
    "New customers": 0,
    "Known customers": 500,
    "New names": 0,
    "Unchanged lines": 1000,
  });
  expect(await textOf(again)).toContain("There is nothing to import");
  expect((await renderPage(browser, again)).html).not.toContain("start-import");
}, 300_000);

test("a second press, or a start of the same file again, changes nothing", async () => {
  const path = await upload(fileOf(10, 2));
  await press(path, "start-import");
  await run();
  const before = await everything();
  expect(await press(path, "start-import")).toMatchObject({ status: 303, to: path });
  await run();
  const again = await upload(fileOf(10, 2));
  await press(again, "start-import");
  await run();
  expect(await countsOf(again)).toMatchObject({ "New customers": 0, "New names": 0, "Unchanged lines": 10 });
  expect(await everything()).toBe(before);
});

test("a wrong file is deleted before its start, once, and not after it", async () => {
  const path = await upload(fileOf(2));
  expect(await textOf(path)).toContain("It is the wrong file: delete it");
  const both = await Promise.all([press(path, "discard-import"), press(path, "discard-import")]);
  for (const { status, to } of both) expect([status, to]).toEqual([303, PAGE]);
  expect(await database.query("select from import_lines")).toEqual([]);
  expect(await database.query("select did from desk_log where about_id = $1 order by id", [path.slice(13)])).toEqual([
    { did: "import-uploaded" },
    { did: "import-deleted" },
  ]);
  expect((await press("/desk/import/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", "discard-import")).status).toBe(404);

  const started = await upload(fileOf(2));
  await press(started, "start-import");
  const late = await press(started, "discard-import");
  expect([late.status, /changed it at \d\d:\d\d/.test(late.html)]).toEqual([409, true]);
  // While it runs, its page is read again by itself.
  const refresh = 'http-equiv="refresh" content="10"';
  expect((await renderPage(browser, started)).html).toContain(refresh);
  await run();
  expect((await renderPage(browser, started)).html).not.toContain(refresh);
});

test("what staff typed into a line is in the row of the name", async () => {
  const path = await upload(`${HEAD}\n${lineOf(1).replace("us,", 'elsewhere,"1,500"')}`);
  await press(path, "start-import");
  await run();
  expect(await names()).toMatchObject([
    { held: "elsewhere", renew_ksh: 1500, expiry_date: "2027-12-31T09:00:00+00:00" },
  ]);
});

test("lines with errors are listed by line and column, and left out", async () => {
  const lines = [lineOf(1), `nobody,Nobody,12`, lineOf(2)];
  const path = await upload([HEAD, ...lines].join("\n"));
  expect(await textOf(path)).toContain(
    "Line 3email: Please enter a valid email addressphone: Please enter a phone number",
  );
  await press(path, "start-import");
  await run();
  expect(await countsOf(path)).toMatchObject({ "New names": 2, "Lines with errors": 1 });
  // Nothing of a wrong line is stored but what is wrong.
  expect(JSON.stringify(await database.query("select * from import_lines where line = 3"))).not.toContain("Nobody");
});

test("a column with errors says one of them", async () => {
  const path = await upload(`${HEAD}\nc0-${mark}@example.co.ke,Njeri,0712345678,a-${mark}.co.ke,yesterday,us,free`);
  const page = await textOf(path);
  expect(page.match(/last day: Choose a day/g)).toHaveLength(1);
  expect(page).toContain("price: Type a whole number");
});

test("a file that cannot be read comes back with its text, and nothing is stored", async () => {
  const { status, html } = await renderPage(browser, PAGE, [["text", `mail address,name\nnjeri@example.co.ke,Njeri`]]);
  expect(status).toBe(400);
  for (const words of ["We do not know the column", "njeri@example.co.ke,Njeri"]) expect(html).toContain(words);
  expect(await database.query("select * from imports")).toEqual([]);
});

describe("a name that another customer has", () => {
  const take = async (name: string) => {
    const { email } = await newCustomer();
    await database.query(
      "insert into domains (user_id, name, expiry_date) select id, $2, now() + interval '1 year' from auth.users where email = $1",
      [email, name],
    );
  };

  test("is an error before the import, and makes no account", async () => {
    await take(`name-1-${mark}.co.ke`);
    const path = await upload(`${HEAD}\n${lineOf(1)}\n${lineOf(2)}`);
    expect(await countsOf(path)).toMatchObject({ "New customers": 1, "New names": 1, "Lines with errors": 1 });
    expect(await textOf(path)).toContain("Line 2domain: Another customer has this name.");
    await press(path, "start-import");
    await run();
    expect(await textOf(path)).toContain("Line 2domain: Another customer has this name.");
    expect((await accounts()).map(({ email }) => email)).toEqual([`c2-${mark}@example.co.ke`]);
  });

  test("is an error of its line if it is taken while the import runs", async () => {
    const path = await upload(`${HEAD}\n${lineOf(1)}\n${lineOf(2)}`);
    await press(path, "start-import");
    await take(`name-1-${mark}.co.ke`);
    await run();
    expect(await countsOf(path)).toMatchObject({ "New names": 1, "Lines with errors": 1 });
  });
});

test("a customer who is here already keeps name, phone and names, and gets the new one", async () => {
  const { email } = await newCustomer();
  const [before] = await database.query("select raw_user_meta_data as about from auth.users where email = $1", [email]);
  const path = await upload(`${HEAD}\n${email.toUpperCase()},Somebody Else,,name-1-${mark}.co.ke,2027-12-31`);
  expect(await countsOf(path)).toMatchObject({ "New customers": 0, "Known customers": 1, "New names": 1 });
  await press(path, "start-import");
  await run();
  const [user] = await database.query("select id, raw_user_meta_data as about from auth.users where email = $1", [
    email,
  ]);
  expect(user?.about).toEqual(before?.about);
  expect(await names()).toMatchObject([{ user_id: user?.id }]);
});

test("a file is deleted with its lines after 30 days, and a closed account’s lines at once", async () => {
  const path = await upload(`${HEAD}\n${lineOf(1)}\n${lineOf(2)}`);
  await press(path, "start-import");
  await run();
  const [account] = await accounts();
  const [asked] = await database.query("insert into closing_requests (user_id) values ($1) returning id", [
    account?.id,
  ]);
  await trustedClient().rpc("close_account", { request: asked?.id });
  expect(await database.query("select line from import_lines")).toEqual([{ line: 3 }]);
  await database.query("update imports set created_at = now() - interval '29 days'");
  await purgeImports();
  expect(await database.query("select line from import_lines")).toHaveLength(1);
  await database.query("update imports set created_at = now() - interval '31 days'");
  await purgeImports();
  expect(await database.query("select line from import_lines")).toEqual([]);
  expect((await readPage(PAGE, browser)).texts("main").join()).not.toContain("The last imports");
});

test("the log names who uploaded, started and invited, and a second member of staff may start it", async () => {
  const path = await upload(`${HEAD}\n${lineOf(1)}`);
  const second = await staffBrowser(SECOND_STAFF);
  await renderPage(second, path, [["form", "start-import"]]);
  await run();
  expect(await press(path, "all")).toMatchObject({ status: 303, html: "" });
  const lines = await database.query(
    "select did, staff_email from desk_log where about_kind = 'import' and about_id = $1 order by id",
    [path.split("/").at(-1)],
  );
  expect(lines.map(({ did, staff_email }) => [did, staff_email])).toEqual([
    ["import-uploaded", STAFF.email],
    ["import-started", SECOND_STAFF.email],
    ["import-finished", SECOND_STAFF.email],
    ["import-invited", STAFF.email],
  ]);
});
