/** Somebody who sends forms of a site without scripts. */
import { JSDOM } from "jsdom";
import { type CookieJar, cookieHeader, storeCookie } from "./cookie-jar.ts";

type Fields = Record<string, string>;

/** A browser without scripts at an address of its own. */
export function newVisitor(site: string, cookies: CookieJar = new Map()) {
  const address = `10.${[1, 2, 3].map(() => 1 + Math.floor(Math.random() * 254)).join(".")}`;
  const headers = () => ({
    "X-Sandbox-Address": address,
    "Sec-Fetch-Site": "same-origin",
    Cookie: cookieHeader(cookies) ?? "",
  });

  async function request(path: string, body?: string) {
    const form = body !== undefined && { "Content-Type": "application/x-www-form-urlencoded" };
    const response = await fetch(site + path, {
      ...{ method: body === undefined ? "GET" : "POST", redirect: "manual", headers: { ...headers(), ...form } },
      ...(body !== undefined && { body }),
    });
    for (const cookie of response.headers.getSetCookie()) storeCookie(cookies, cookie);
    return { status: response.status, html: await response.text(), location: response.headers.get("Location") };
  }

  /** Returns the form of a page that has these hidden values and the most of these typed fields, filled in. */
  async function formOn(path: string, typed: Fields, along: Fields = {}) {
    const { window } = new JSDOM((await request(path)).html);
    const shownIn = (form: HTMLFormElement) =>
      Object.keys(typed).filter((name) => form.querySelector(`[name="${name}"]:not([type="hidden"])`));
    const fitting = (form: HTMLFormElement) =>
      Object.entries(along).filter(([name, value]) => form.querySelector(`[name="${name}"][value="${value}"]`));
    const likeness = (form: HTMLFormElement) => shownIn(form).length + fitting(form).length;
    const [form] = [...window.document.querySelectorAll<HTMLFormElement>('main form[method="post"]')].sort(
      (one, other) => likeness(other) - likeness(one),
    );
    if (form === undefined)
      throw new Error(`${path} (${window.document.title}) has no form with ${Object.keys({ ...typed, ...along })}.`);
    const body = new URLSearchParams();
    for (const [name, value] of new window.FormData(form)) if (typeof value === "string") body.append(name, value);
    for (const name of shownIn(form)) body.set(name, typed[name] ?? "");
    for (const [name, value] of Object.entries(along)) body.set(name, value);
    return { action: form.getAttribute("action") ?? path, body: body.toString() };
  }

  async function submit(path: string, typed: Fields, along: Fields = {}) {
    const { action, body } = await formOn(path, typed, along);
    return request(action, body);
  }

  return { cookies, address, headers, request, formOn, submit };
}
