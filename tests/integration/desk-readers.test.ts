/** Staff who may only read: `STAFF=njeri@…:read`. Source: docs/product/desk.md, "Who sees it". */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { ADDRESSES } from "#app/routes/addresses.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import type { Browser } from "./browser.ts";
import { newThread, pathOf } from "./desk-threads.ts";
import { database, FIRST, made } from "./order-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { READER, staffBrowser } from "./staff.ts";

const NO_ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";
const PAGES = ADDRESSES.filter(({ path }) => path.startsWith("/desk")).map(({ path, file }) => ({
  path: path.replace(/:\w+/g, NO_ID).replace("*", "nowhere"),
  takesForms: /function action\b/.test(readFileSync(`app/${file}`, "utf8")),
}));
/** Files, and pages that are a form and nothing else. */
const FOR_WRITERS = /\.csv$|^\/desk\/people\/(?:new|[^/]+\/order)$|^\/desk\/import/;
const PERSON = `/desk/people/${FIRST.id}`;

let reader: Browser;
beforeAll(async () => {
  await createDemoCustomers(database);
  reader = await staffBrowser(READER);
});

const bodyOf = async (path: string, fields?: [string, string][]) => {
  const { status, html } = await renderPage(reader, path, fields);
  return [path, status, html.includes("You may read")] as const;
};
const rows = (table: string) => database.query(`select * from public.${table}`);

test.each(PAGES)("$path takes no form of a reader, and gives out no file", async ({ path, takesForms }) => {
  for (const form of ["note", "code", ""]) {
    const [, status, isRefused] = await bodyOf(path, [["form", form]]);
    if (takesForms && path !== "/desk/people") expect([form, status, isRefused]).toEqual([form, 403, true]);
    // Only the form that looks at a person is taken; without the person or the reason it comes back. Others take no form at all.
    else expect([400, 404, 405]).toContain(status);
  }
  const [, status, isRefused] = await bodyOf(path);
  expect([path, status, isRefused]).toEqual(
    FOR_WRITERS.test(path) ? [path, 403, true] : [path, expect.toSatisfy((code) => code !== 403), false],
  );
});

test("a reader looks at a person, with a reason for the log, and sees no form but that one", async () => {
  const look: [string, string][] = [
    ["form", "look"],
    ["reason", "order"],
  ];
  expect(await renderPage(reader, PERSON, look)).toMatchObject({ status: 303, to: PERSON });
  expect(await database.query("select did, staff_email from desk_log")).toEqual([
    { did: "person-viewed", staff_email: READER.email },
  ]);
  const order = await made("transfer", "hamia.co.ke");
  const domain = String((await database.query("select name from domains where user_id = $1", [FIRST.id]))[0]?.name);
  const thread = await newThread();
  await database.query(
    "insert into posts (slug, title, content, category) values ('bei', 'Bei', 'Maneno', 'Business')",
  );
  const [post] = await database.query("select id from posts where slug = 'bei'");
  const pages = [
    ...PAGES.map(({ path }) => path).filter(
      (path) => !path.includes(NO_ID) && !FOR_WRITERS.test(path) && path !== "/desk/nowhere",
    ),
    PERSON,
    `/desk/orders/${order.id}`,
    `/desk/names/${domain}`,
    pathOf(thread),
    `/desk/posts/${post?.id}`,
    "/desk/posts/new",
  ];
  const before = await Promise.all(["orders", "domains", "messages", "mails", "desk_notes"].map(rows));
  for (const path of pages) {
    const { document, status } = await readPage(path, reader);
    const posted = [...document.querySelectorAll('form[method="post"]')];
    // "Sign out" stands in the menu of phones and in that of wide screens.
    const forms = new Set(posted.map((form) => form.getAttribute("action")?.split("?")[0]));
    expect([path, status, [...forms]]).toEqual([path, 200, path === "/desk/people" ? ["/logout", path] : ["/logout"]]);
    expect(document.querySelectorAll('a[href*=".csv"], form[action*=".csv"], a[href$="/new"]')).toHaveLength(0);
    expect(textOf(document.body)).not.toContain("aB3!x");
  }
  expect(await Promise.all(["orders", "domains", "messages", "mails", "desk_notes"].map(rows))).toEqual(before);
});

test("a reader is no second person: nobody confirms by them, and no digest goes to them", () => {
  expect(env.staff).not.toContain(READER.email);
  expect(demoCustomers.map(({ email }) => email)).not.toContain(READER.email);
});
