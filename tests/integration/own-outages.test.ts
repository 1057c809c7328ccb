import "./mpesa-settings.ts";
import { randomUUID } from "node:crypto";
import { JSDOM } from "jsdom";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { withoutPostParam } from "#app/platform/http/post-address.ts";
import { server } from "#mocks/node.ts";
import { FORMS } from "../forms.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

const linked = new URL(payUrl(randomUUID())).pathname;
const OWN = FORMS.filter(([path]) => /^\/(?:profile|dashboard|pay)\b/.test(path));
const CASES = OWN.map(([path, fields, along = {}]) => ({ path, fields, along, form: Object.values(along).join(" ") }));

test.each(CASES)("$path gives its form $form back while nobody's session can be looked up", async (one) => {
  const path = one.path.replace("/pay/token", linked);
  const browser = await staffBrowser();
  const down = () => HttpResponse.json({ message: "down" }, { status: 503 });
  server.use(http.get("*/auth/v1/user", down), http.all("*/rest/v1/*", down));
  const typed = one.fields.map((name) => [name, `maneno ya ${name}`]);
  const sent = { ...Object.fromEntries(typed), ...one.along };
  // A message that no page has shown yet would look like the result of this form.
  const earlier = await redirectWithFlash("/", { about: one.form, title: "You have ordered this already" });
  browser.jar.set("flash", /^flash=([^;]*)/.exec(earlier.headers.get("Set-Cookie") ?? "")?.[1] ?? expect.fail());

  const { status, html, to } = await renderPage(browser, path, Object.entries(sent));

  const { window } = new JSDOM(html);
  const forms = [...window.document.forms].filter((form) => form.textContent.includes("Send it again"));
  const form = forms[0] ?? expect.fail(`No form to send again: ${status}`);
  const passwords = Object.keys(sent).filter((name) => /password/i.test(name));
  const action = withoutPostParam(form.getAttribute("action") ?? "");
  expect({ status, to, action }).toEqual({ status: 503, to: null, action: path });
  expect({ ...Object.fromEntries(passwords.map((name) => [name, sent[name]])), ...fieldsOf(form, window) }).toEqual(
    sent,
  );
  for (const name of passwords) expect(html).not.toContain(sent[name]);
  expect(html).not.toContain("You have ordered this already");
  // The next page shows it.
  expect(browser.jar.get("flash")).toBeTruthy();
  // It would open an empty form.
  expect(html).not.toContain("Try again");
});

function fieldsOf(form: HTMLFormElement, { FormData }: { FormData: typeof globalThis.FormData }) {
  return Object.fromEntries(new FormData(form));
}
