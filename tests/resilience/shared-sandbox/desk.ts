import { expect, test } from "vitest";
import { newVisitor } from "../request.ts";
import { newBrowser, type SiteBrowser } from "../site-browser.ts";
import { site } from "./site.ts";

/** Headers that differ by moment or request. */
const VARYING = ["date", "x-request-id", "content-security-policy", "set-cookie"];

async function signedInCustomer(): Promise<SiteBrowser> {
  const browser = newBrowser(site, "without scripts");
  const form = await browser.formOn("/login", "sign-in");
  const fields = { ...form.fields, email: "customer@example.co.ke", password: "sandbox-password" };
  browser.take(await browser.send({ ...form, fields }));
  return browser;
}

/** Returns what a visitor can tell two replies apart by, without the marks of one response. */
function seen({ status, headers, text }: Awaited<ReturnType<SiteBrowser["open"]>>) {
  const kept = Object.entries(headers).filter(([name]) => !VARYING.includes(name));
  return { status, headers: Object.fromEntries(kept), text: text.replace(/nonce="[^"]+"/g, "") };
}

test.each([
  ["/desk", "/nowhere"],
  ["/desk/", "/nowhere/"],
  ["/DESK/orders", "/nowhere"],
  ["/%64esk", "/nowhere"],
  ["/desk/orders/x?a=1", "/nowhere?a=1"],
  ["/desk.data", "/nowhere.data"],
  ["/desk/orders.data", "/nowhere.data"],
  ["/desk.data?_routes=routes%2Fdesk%2Flayout", "/nowhere.data?_routes=routes%2Fdesk%2Flayout"],
])("a signed-in customer gets for %s what %s gets, as a page and for a form", async (path, unknown) => {
  const browser = await signedInCustomer();
  await browser.open("/nowhere");
  expect(seen(await browser.open(path))).toEqual(seen(await browser.open(unknown)));
  const form = (action: string) => browser.send({ action, fields: { form: "note", ...newVisitor() } });
  expect(seen(await form(path))).toEqual(seen(await form(unknown)));
});
