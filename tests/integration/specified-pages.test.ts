/** Text and links that the specification requires on a customer's pages. */
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { DOMAIN, newRecord } from "./dns-pages.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first, second } from "./two-customers.ts";

const DNS = `/dashboard/domains/${DOMAIN}/dns`;

test("the account's pages have the specified footer links in one list", async () => {
  const { texts, links } = await readPage("/dashboard", first);
  expect(texts("footer ul")).toHaveLength(1);
  const wanted = [
    "/",
    "/domains",
    "/domains/pricing",
    "/projects",
    "/questions",
    "/contact",
    "/privacy",
    "/terms",
    "/cookies",
    "mailto:info@mtandao.co.ke",
    "https://www.facebook.com/mtandao",
    "https://www.instagram.com/mtandao",
    "https://x.com/mtandao",
  ];
  expect(links("footer ul a")).toEqual(wanted);
  expect((await readPage("/")).links("footer ul a")).toEqual(wanted);
  expect(links("footer a")).toContain("#top");
});

test("the profile shows the e-mail as a field that is disabled", async () => {
  const { field } = await readPage("/profile", first);
  const { value, disabled, readOnly } = field("E-mail");
  expect([value, disabled, readOnly]).toEqual(["customer@example.co.ke", true, true]);
});

test("the search page suggests names from a customer's domains, and is not cached then", async () => {
  const signedIn = await readPage("/domains", first);
  expect(signedIn.texts("h2")).toContain("Suggestions for you");
  expect(signedIn.texts("ul[aria-label='Suggestions for you'] li")).toHaveLength(4);
  expect(signedIn.html).toContain("njerimwangi.co.ke");
  expect(signedIn.kept).toMatch(/^private/);
  expect((await readPage("/domains", second)).html).not.toContain("njerimwangi");
  const stranger = await readPage("/domains");
  expect(stranger.texts("h2")).not.toContain("Suggestions for you");
  expect(stranger.kept).toMatch(/^public/);
});

test("a failed update of the profile is reported over the form, which keeps its input", async () => {
  const refused = { code: "unexpected_failure", message: "Database error updating user" };
  server.use(http.put("*/auth/v1/user", () => HttpResponse.json(refused, { status: 422 })));
  const { status, html } = await renderPage(first, "/profile", [
    ["form", "you"],
    ["name", "Njeri wa Kamau"],
    ["phone", ""],
  ]);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(html).toContain("Failed to update profile");
  expect(html).toContain('value="Njeri wa Kamau"');
});

test("a visitor with a rejected session is told why at sign-in, and nobody else", async () => {
  const rejected = newBrowser();
  rejected.jar.set("sb-auth-token", "base64-%%%");
  const sent = await renderPage(rejected, "/dashboard");
  expect(sent.to).toBe("/login?redirectTo=%2Fdashboard&ended=");
  const told = await readPage(String(sent.to));
  expect(told.texts(".banner-title")).toEqual(["Your session has ended. Please sign in again."]);
  expect(told.kept).toMatch(/^private/);
  const { to } = await renderPage(newBrowser(), "/dashboard");
  expect(to).toBe("/login?redirectTo=%2Fdashboard");
  expect((await readPage(String(to))).texts(".banner-title")).toEqual([]);
});

test("a list of records that cannot be read after a write is reported as not refreshed", async () => {
  const saved = await renderPage(first, `${DNS}/add`, Object.entries(newRecord({ name: "refresh" })));
  expect([saved.status, saved.to?.replace(/#record-\w+$/, "")]).toEqual([303, DNS]);
  const [flash = ""] = saved.headers.getSetCookie();
  first.jar.set("flash", flash.slice("flash=".length, flash.indexOf(";")));
  server.use(http.get("*/dns_records", () => HttpResponse.json({}, { status: 500 })));
  const after = await readPage(DNS, first);
  expect([after.status, after.texts(".banner-title")]).toEqual([
    503,
    ["DNS record added successfully", "Failed to refresh DNS records"],
  ]);
  expect((await readPage(DNS, first)).texts(".banner-title")).toEqual(["Failed to fetch DNS records"]);
});
