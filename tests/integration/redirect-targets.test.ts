import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealOwner } from "#app/http/draft.server.ts";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { openMemory } from "./open-memory.ts";
import { renderPage } from "./render-page.ts";

let database: Embedded;
let known: Browser;
const [{ email, id }] = demoCustomers;

beforeAll(async () => {
  ({ database } = await openMemory());
  await createDemoCustomers(database);
  known = await signedIn(email);
});
afterAll(() => database.close());

/** Forbidden targets. The redirect leads home instead, or to the form's page. */
const REFUSED = [
  "/.//evil.example",
  "/x/%2E%2e//evil.example",
  "/\t/evil.example",
  "https://evil.example/",
  "/%4cogin/reset?evil.example",
  "/LOGOUT?evil.example",
];
const OURS = "/a/../dashboard/./domains?x=1";
const OURS_AS_IT_IS = "/dashboard/domains?x=1";

const query = (name: string, target: string) => new URLSearchParams({ [name]: target }).toString();
const credentials = (): [string, string][] => [
  ["email", email],
  ["password", "sandbox-password"],
  ["website_2", ""],
  ["cookies", "on"],
  ["stamp", makeStamp("sign-in", 5000)],
];

/** Returns the target of a redirect, of a document or of a data request (turbo-stream). */
async function goalOf(work: ReturnType<typeof renderPage>) {
  const { to, html } = await work;
  expect(to ?? html).not.toContain("evil.example");
  return to ?? /"redirect",\s*"([^"]*)"/.exec(html)?.[1];
}

type Flow = (target: string) => ReturnType<typeof renderPage>;
const FLOWS: [name: string, home: string, flow: Flow][] = [
  ["signing in", "/", (target) => renderPage(newBrowser(), `/login?${query("redirectTo", target)}`, credentials())],
  [
    "signing in with scripts",
    "/",
    (target) => renderPage(newBrowser(), `/login.data?${query("redirectTo", target)}`, credentials()),
  ],
  [
    "signing in without cookies",
    "/login?arrived=%2F",
    (target) =>
      renderPage(
        newBrowser(),
        `/login?${query("redirectTo", target)}`,
        credentials().filter(([name]) => name !== "cookies"),
      ),
  ],
  [
    "signing in again",
    "/",
    (target) => renderPage(newBrowser(), `/login/again?${query("redirectTo", target)}`, credentials()),
  ],
  ["coming signed in", "/", (target) => renderPage(known, `/login?${query("redirectTo", target)}`)],
  ["arriving with cookies", "/", (target) => renderPage(known, `/login?${query("arrived", target)}`)],
  ["arriving with scripts", "/", (target) => renderPage(known, `/login.data?${query("arrived", target)}`)],
  [
    "saving the profile",
    "/profile",
    (target) =>
      renderPage(known, "/profile", [
        ["name", demoCustomers[0].name],
        ["from", target],
      ]),
  ],
];

describe.each(FLOWS)("%s", (_name, home, flow) => {
  test.each(REFUSED)("never redirects to %j", async (target) => {
    expect(await goalOf(flow(target))).toBe(home);
  });

  test("redirects to a page of the site, with its dots removed", async () => {
    const goal = home.replace(/\/$|%2F$|\/profile$/, (end) =>
      end === "%2F" ? encodeURIComponent(OURS_AS_IT_IS) : OURS_AS_IT_IS,
    );
    expect(await goalOf(flow(OURS))).toBe(goal);
  });
});

test.each(REFUSED)("no form of a page contains %j", async (target) => {
  for (const path of ["/login", "/login.data", "/login/again", "/login/again.data"]) {
    for (const name of ["redirectTo", "arrived"]) {
      const { html } = await renderPage(newBrowser(), `${path}?${query(name, target)}`);
      expect(html, path).not.toContain("evil.example");
    }
  }
  const lost = await renderPage(newBrowser(), `/login/again?${query("redirectTo", target)}&by=${sealOwner(id)}`, [
    ["a", "b"],
  ]);
  expect(lost.html).not.toMatch(/evil\.example|name="draft"/);
});

test("the page of a mailed link ignores the destination in its URL", async () => {
  for (const name of ["redirectTo", "redirect_to", "next", "arrived", "from"]) {
    const path = `/auth/confirm?${query(name, "/.//evil.example")}`;
    expect((await renderPage(newBrowser(), path)).html).not.toContain("evil.example");
    const pressed = await renderPage(newBrowser(), path, [
      ["type", "signup"],
      ["token_hash", "f".repeat(56)],
      [name, "/.//evil.example"],
    ]);
    expect(pressed.html).not.toContain("evil.example");
  }
});
