/** Where a person meets the forms of tests/forms.ts: pages of their own, with what they have, and links of their mails. */
import { JSDOM } from "jsdom";
import { type CookieJar, cookieHeader, storeCookie } from "./cookie-jar.ts";

/** The addresses of a sandbox. */
type Sandbox = { site: string; workbench: string };
type Fields = Record<string, string>;

/** A person at the page of a form. Without an account their e-mail address is new. */
export type Place = { url: string; email: string; userId?: string; cookies: CookieJar };

const ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";

/** What a person types, by the name of the field. `site` has no other rules for a field of the same name, except below. */
const TYPED: Fields = {
  ...{
    name: "Njeri Wanjiku",
    subject: "Bei",
    message: "Habari,\nnataka tovuti.",
    firstName: "Njeri",
    school: "Kibera",
  },
  ...{ role_label: "Parent", phone: "0712345678", password: "ndizi mbivu kumi", newPassword: "embe mbivu kumi" },
  ...{ currentPassword: "sandbox-password", authCode: "ABC-123", code: "SKJ7AB12CD" },
  ...{ text: "tawi 300 A 41.90.64.9", ttl: "3600", region: "us", token: "ms12345678", selector: "google" },
  ...{ address: "76.76.21.21", alias: "cname.vercel-dns.com" },
};
/** The values of a record's fields, by type. */
const RECORD: Record<string, Fields> = {
  A: { content: "41.90.64.7" },
  AAAA: { content: "2001:db8::7" },
  CNAME: { content: "duka.example.co.ke" },
  TXT: { content: "habari" },
};

/** Returns what a person types into a field of the form at this path. Unknown fields stay as the page has them. */
export function typedInto(path: string, name: string, { email, type }: { email: string; type?: string | undefined }) {
  if (/email/i.test(name)) return email;
  if (path.endsWith("/dns/add")) return { name: "duka", comment: "Tawi", ...RECORD[type ?? "A"] }[name];
  if (path === "/profile/close" && name === "password") return "sandbox-password";
  return TYPED[name];
}

/** Returns where a new person finds the form at a path of tests/forms.ts. */
export async function placeOf(path: string, sandbox: Sandbox): Promise<Place> {
  const email = `notoken@${crypto.randomUUID()}.example.co.ke`;
  const visitor = newVisitor(sandbox.site);
  const linkAfter = async (form: string, typed: Fields, part: string) => {
    await visitor.submit(form, typed);
    return linkTo(sandbox, email, part);
  };
  if (/^\/(?:dashboard|profile)/.test(path)) return ownPlace(path, sandbox);
  if (path === "/login/forgot") return { ...(await ownPlace("/profile", sandbox)), url: path, cookies: new Map() };
  if (path === "/auth/confirm")
    return { url: await linkAfter("/login?tab=signup", typedOn("/login?tab=signup", email), path), email, ...visitor };
  if (path === "/stride/confirm")
    return { url: await linkAfter("/stride", typedOn("/stride", email), path), email, ...visitor };
  if (path.startsWith("/newsletter/")) {
    const confirm = await linkAfter("/newsletter", { email }, "/newsletter/confirm");
    if (path === "/newsletter/confirm") return { url: confirm, email, ...visitor };
    await visitor.submit(confirm, {});
    return { url: await linkTo(sandbox, email, path), email, ...visitor };
  }
  return { url: path, email, ...visitor };
}

const typedOn = (path: string, email: string): Fields =>
  Object.fromEntries(
    ["name", "email", "password", "role_label", "school", "phone"].map((name) => [
      name,
      typedInto(path, name, { email }) ?? "",
    ]),
  );

/** A customer with a domain that ends soon, a zone and, for pages about them, a bill. */
async function ownPlace(path: string, { workbench }: Sandbox): Promise<Place> {
  const isBilled = path.includes(ID);
  const person = await ask(`${workbench}/users`, {
    domains: [{ ends: "+10d", records: [["A", "@", "41.90.64.7"]] }],
    ...(isBilled && { orders: [{ kind: "renew", paid: path.includes("/receipt/") }] }),
  });
  const { id, bill } = person.orders[0] ?? {};
  const url = path
    .replace("mamamboga.co.ke", person.domains[0].name)
    .replace(ID, path.includes("/change/") ? id : bill);
  const cookies = person.storageState.cookies.map(({ name, value }: Fields) => [name, value]);
  return { url, email: person.email, userId: person.id, cookies: new Map(cookies) };
}

/** Returns the link of a mail to this address that has this part in its address. */
async function linkTo({ workbench }: Sandbox, to: string, part: string): Promise<string> {
  const mails = await ask(`${workbench}/outbox.json?${new URLSearchParams({ to, text: part, wait: "60" })}`);
  const links: { href: string }[] = mails[0].links;
  const { pathname, search } = new URL(links.find(({ href }) => href.includes(part))?.href ?? "");
  return pathname + search;
}

async function ask(url: string, body?: object) {
  const response = await fetch(url, body && { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

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
    if (form === undefined) throw new Error(`${path} has no form with ${Object.keys({ ...typed, ...along })}.`);
    const body = new URLSearchParams();
    for (const [name, value] of new window.FormData(form)) if (typeof value === "string") body.append(name, value);
    for (const name of shownIn(form)) body.set(name, typed[name] ?? "");
    for (const [name, value] of Object.entries(along)) body.set(name, value);
    return { action: form.getAttribute("action") ?? path, body: body.toString() };
  }

  async function submit(path: string, typed: Fields) {
    const { action, body } = await formOn(path, typed);
    return request(action, body);
  }

  return { cookies, address, headers, request, formOn, submit };
}
