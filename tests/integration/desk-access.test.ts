import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#app/accounts/accounts.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { ADDRESSES } from "#app/routes/addresses.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { appCodeOf, createDemoStaff } from "#mocks/demo-staff.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { clientOf } from "./demo-customers.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

const PATHS = ADDRESSES.filter(({ path }) => path.startsWith("/desk")).map(({ path }) =>
  path.replace(/:\w+/g, "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01").replace("*", "nowhere"),
);

/** The visitors who must see and change nothing, with where they are led; undefined: the page of an unknown URL. */
const VISITORS: Record<string, [browser: () => Browser | Promise<Browser>, to?: RegExp]> = {
  "is signed out": [() => newBrowser(), /^\/login\?redirectTo=/],
  "is a customer": [() => browserOf(demoCustomers[0])],
  "has no second step": [withoutStep, /^\/profile\/step$/],
  "has not passed the second step": [() => staffBrowser(STAFF, null), /^\/login\/step\?redirectTo=/],
  "passed it 12 hours and a second ago": [() => staffBrowser(STAFF, 12 + 1 / 3600), /^\/login\/step\?redirectTo=/],
  "has an address of STAFF that is not confirmed": [unconfirmed],
};

async function withoutStep() {
  await database.query("delete from public.second_steps where user_id = $1", [SECOND_STAFF.id]);
  return browserOf(SECOND_STAFF);
}

async function browserOf({ email }: { email: string }) {
  const browser = newBrowser();
  await signIn(clientOf(browser), { email, password: "sandbox-password" });
  return browser;
}

async function unconfirmed() {
  const browser = await staffBrowser();
  await database.query("update auth.users set email_confirmed_at = null where id = $1", [STAFF.id]);
  return browser;
}

/** Returns what the tables of the desk's pages hold. */
async function everything(): Promise<string> {
  const names = ["orders", "messages", "school_interest", "posts", "projects", "mails", "desk_log", "desk_notes"];
  return JSON.stringify(await Promise.all(names.map((name) => database.query(`select * from public.${name}`))));
}

beforeAll(() => createDemoCustomers(database));
beforeEach(async () => {
  await createDemoStaff(database);
  await database.query("update auth.users set email_confirmed_at = now() where id = $1", [STAFF.id]);
});

describe.each(Object.entries(VISITORS))("a visitor who %s", (_who, [open, to]) => {
  test("reads nothing of the desk and changes nothing, by no path", async () => {
    const browser = await open();
    await renderPage(browser, "/nowhere");
    const unknown = await renderPage(browser, "/nowhere");
    const before = await everything();
    for (const path of PATHS) {
      const form: [string, string][] = [["form", "note"]];
      for (const fields of [undefined, form]) {
        const response = await renderPage(browser, path, fields);
        if (to && response.status !== 404) expect([path, response.to]).toEqual([path, expect.stringMatching(to)]);
        else if (to)
          expect([path, response.status, fields]).toEqual([path, path.endsWith("nowhere") ? 302 : 404, form]);
        else {
          const alike = fields ? await renderPage(browser, "/nowhere", fields) : unknown;
          expect([path, response.status, response.html]).toEqual([path, 404, alike.html]);
          expect([...response.headers]).toEqual([...alike.headers]);
        }
      }
    }
    expect(await everything()).toBe(before);
  });
});

test("a form that is sent 12 hours after the code saves nothing, and comes back after a new code", async () => {
  const browser = await staffBrowser(STAFF, 12 + 1 / 3600);
  const before = await everything();
  const path = "/desk/posts/new";
  const typed: [string, string][] = [
    ["form", "save"],
    ["title", "Bei ya majina"],
    ["content", "Maneno yangu marefu"],
  ];
  const refused = await renderPage(browser, path, typed);
  expect(refused).toMatchObject({
    status: 307,
    to: expect.stringMatching(/^\/login\/step\?redirectTo=%2Fdesk%2Fposts%2Fnew&by=/),
  });
  const kept = await renderPage(browser, refused.to ?? "", typed);
  const [, draft = ""] = /name="draft" value="([^"]+)"/.exec(kept.html) ?? [];
  const code: [string, string][] = [
    ["code", appCodeOf(STAFF.secret)],
    ["draft", draft],
  ];
  const passed = await renderPage(browser, refused.to?.replace(/&by=.*/, "") ?? "", code);
  expect(passed.html).toContain(`action="${path}?posted"`);
  const back = await renderPage(browser, path, [...typed, ["backAgain", "1"]]);
  expect(back.html).toMatch(/You are signed in again.*>Bei ya majina<.*Maneno yangu marefu/s);
  expect(await everything()).toBe(before);
  expect((await renderPage(browser, path, typed)).html).not.toContain("You are signed in again");
});

test("without STAFF there is no desk, for staff neither", async () => {
  const browser = await staffBrowser();
  const staff = env.staff.splice(0);
  const unknown = await renderPage(browser, "/nowhere");
  for (const path of PATHS) expect((await renderPage(browser, path)).html).toBe(unknown.html);
  env.staff.push(...staff);
});

test("staff whose second step is recent read every page of the desk that needs no id", async () => {
  const browser = await staffBrowser();
  for (const path of PATHS.filter((one) => !/0f5d|nowhere/.test(one))) {
    expect([path, (await renderPage(browser, path)).status]).toEqual([path, 200]);
  }
});

const FILES = readdirSync("app/routes/desk", { recursive: true, encoding: "utf8" })
  .filter((name) => /^[^/]+\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(`app/routes/desk/${name}`, "utf8") }));

test.each(FILES)("each loader and action of routes/desk/$name begins with requireStaff", ({ name, text }) => {
  const functions = text.split(/^(?=export |async function |function )/m);
  const entries = functions.filter((one) => /^export (async )?(function|const) (loader|action)\b/.test(one));
  for (const one of entries) {
    const called = /=> (\w+)\(args\)|(?:return|await) (\w+)\(args\)/.exec(one);
    const callee = called?.[1] ?? called?.[2];
    const body = callee === undefined ? one : (functions.find((other) => other.includes(`function ${callee}(`)) ?? "");
    expect(body.split("\n").slice(1, 4).join("\n")).toMatch(/await requireStaff\(request, context(, "\w+")?\)/);
    // A form needs the right to write, unless it says less: it looks at a person, with a reason for the log. A list as a file is
    // an export, which is fetched by GET.
    if (name !== "people.tsx" && name !== "person.tsx") expect(body).not.toContain('"read"');
    if (name.endsWith("-csv.ts")) expect(body).toContain('requireStaff(request, context, "write")');
  }
});

test("the log of the desk can be read and added to, and not changed, deleted or emptied by the service role", async () => {
  await database.query("select log_staff($1, 'note-added', 'order', 'x')", [JSON.stringify(STAFF)]);
  for (const change of ["update desk_log set did = 'x'", "delete from desk_log", "truncate desk_log"]) {
    await expect(database.query(`begin; set local role service_role; ${change}`), change).rejects.toThrow();
    await database.query("rollback");
    await expect(database.query(change), `the owner: ${change}`).rejects.toThrow("cannot be changed");
  }
  expect(await database.query("select did from desk_log")).toMatchObject([{ did: "note-added" }]);
});
