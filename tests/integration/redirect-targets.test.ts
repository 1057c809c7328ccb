import { describe, expect, test } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { sealOwner } from "#app/platform/http/draft.server.ts";
import { newBrowser } from "./browser.ts";
import { newEmail } from "./login-form.ts";
import { renderPage } from "./render-page.ts";
import { FIRST, first } from "./two-customers.ts";

/** Targets outside the site, or pages to sign in or out: the redirect leads home instead, or to the form's page. */
const FORBIDDEN = [
  "/.//evil.example",
  "/x/%2E%2e//evil.example",
  "/\t/evil.example",
  "https://evil.example/",
  "/%4cogin/reset?evil.example",
  "/LOGOUT?evil.example",
];
const ALLOWED = "/a/../dashboard/./domains?x=1";
const NORMALISED = "/dashboard/domains?x=1";

const query = (name: string, target: string) => new URLSearchParams({ [name]: target }).toString();

/** Signs in with the form of a page. */
function signInAt(path: string, cookies = "on") {
  const fields = { email: FIRST.email, password: "sandbox-password", website_2: "", cookies };
  return renderPage(newBrowser(), path, Object.entries({ ...fields, stamp: makeStamp("sign-in", 5000) }));
}

/** Returns the target of a redirect, of a document or of a data request (turbo-stream). */
async function targetOf(work: ReturnType<typeof renderPage>) {
  const { to, html } = await work;
  expect(to ?? html).not.toContain("evil.example");
  return to ?? /"redirect",\s*"([^"]*)"/.exec(html)?.[1];
}

function signUpAt(path: string) {
  const fields = { name: "N", email: newEmail(), password: "first password", website_2: "" };
  return renderPage(newBrowser(), path, Object.entries({ ...fields, stamp: makeStamp("sign-up", 5000) }));
}

type Flow = (target: string) => ReturnType<typeof renderPage>;
const CHECKS_COOKIES = "/login?arrived=";
/** What happens, where a forbidden target leads instead, and where an allowed one leads. */
const FLOWS: [name: string, home: string, allowed: string, flow: Flow][] = [
  ["signing in", "/", NORMALISED, (target) => signInAt(`/login?${query("redirectTo", target)}`)],
  ["signing in with scripts", "/", NORMALISED, (target) => signInAt(`/login.data?${query("redirectTo", target)}`)],
  [
    "signing in without cookies",
    `${CHECKS_COOKIES}%2F`,
    `${CHECKS_COOKIES}${encodeURIComponent(NORMALISED)}`,
    (target) => signInAt(`/login?${query("redirectTo", target)}`, ""),
  ],
  [
    "signing up",
    "/login?tab=sent",
    `/login?tab=sent&redirectTo=${encodeURIComponent(NORMALISED)}`,
    (target) => signUpAt(`/login?tab=signup&${query("redirectTo", target)}`),
  ],
  ["signing in again", "/", NORMALISED, (target) => signInAt(`/login/again?${query("redirectTo", target)}`)],
  ["a signed-in visit", "/", NORMALISED, (target) => renderPage(first, `/login?${query("redirectTo", target)}`)],
  ["arriving with cookies", "/", NORMALISED, (target) => renderPage(first, `/login?${query("arrived", target)}`)],
  ["arriving with scripts", "/", NORMALISED, (target) => renderPage(first, `/login.data?${query("arrived", target)}`)],
  [
    "saving the profile",
    "/profile",
    NORMALISED,
    (target) => renderPage(first, "/profile", Object.entries({ name: FIRST.name, from: target })),
  ],
];

describe.each(FLOWS)("%s", (_name, home, allowed, flow) => {
  test.each(FORBIDDEN)("never redirects to %j", async (target) => {
    expect(await targetOf(flow(target))).toBe(home);
  });

  test("redirects to a page of the site, with its dots removed", async () => {
    expect(await targetOf(flow(ALLOWED))).toBe(allowed);
  });
});

test.each(FORBIDDEN)("no form of a page contains %j", async (target) => {
  for (const path of ["/login", "/login.data", "/login/again", "/login/again.data"]) {
    for (const name of ["redirectTo", "arrived"]) {
      const { html } = await renderPage(newBrowser(), `${path}?${query(name, target)}`);
      expect(html, path).not.toContain("evil.example");
    }
  }
  const again = `/login/again?${query("redirectTo", target)}&by=${sealOwner(FIRST.id)}`;
  expect((await renderPage(newBrowser(), again, [["a", "b"]])).html).not.toMatch(/evil\.example|name="draft"/);
});

test.each(["redirectTo", "redirect_to", "next", "arrived", "from"])(
  "the page of a mailed link ignores the destination in its parameter %s",
  async (name) => {
    const path = `/auth/confirm?${query(name, "/.//evil.example")}`;
    const link = { type: "signup", token_hash: "f".repeat(56), [name]: "/.//evil.example" };
    for (const fields of [undefined, Object.entries(link)]) {
      expect((await renderPage(newBrowser(), path, fields)).html).not.toContain("evil.example");
    }
  },
);
