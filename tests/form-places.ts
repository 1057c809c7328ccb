/** Where a person meets the forms of tests/forms.ts: pages of their own, with what they have, and links of their mails. */
import { typeOf } from "#app/dns/types.ts";
import type { CookieJar } from "./cookie-jar.ts";
import { newVisitor } from "./form-visitor.ts";
import { FIRST, serviceFor, typedForService } from "./service-places.ts";

/** The addresses of a sandbox. */
type Sandbox = { site: string; workbench: string };
type Fields = Record<string, string>;

/** A person at the page of a form. Without an account their e-mail address is new. `along`: more hidden values of the form. */
export type Place = { url: string; email: string; userId?: string; cookies: CookieJar; along?: Fields };

const ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";
const DESK_THREAD = `/desk/messages/${ID}`;

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
  ...{ text: "tawi 300 A 41.90.64.9", ttl: "3600", region: "com", token: "", selector: "google" },
  mx: "duka-co-ke.mail.protection.outlook.com",
  ...{ address: "76.76.21.21", alias: "cname.vercel-dns.com", contact: "hesabu@example.co.ke" },
  ...{ receiver: "amina@example.co.ke", pin: "A012345678B" },
  servers: "ns1.example.com\nns2.example.com",
};
/** What staff type at the desk. */
const TYPED_BY_STAFF: Fields = {
  ...{ body: "Ni KSh 1,500 kwa mwaka.", title: "Tovuti mpya", content: "Habari za duka.", excerpt: "Habari" },
  ...{ category: "Technology", client: "Duka", year: "2026", description: "Tovuti", fulldescription: "Tovuti ya duka" },
  ...{ ksh: "1,500", bank: "KCB", takenBy: "Amina", account: "1234", paidAt: "2026-12-01", note: "Ameuliza bei" },
};

/** Returns what a person types into a field of the form at this path. Unknown fields stay as the page has them. */
export function typedInto(path: string, name: string, { email, type }: { email: string; type?: string | undefined }) {
  if (/email/i.test(name)) return email;
  if (path.endsWith("/dns/add")) return recordValues(type ?? "A")[name];
  if (type === "github" && name === "alias") return "njeri";
  // A payment's number and the URL of a page are its keys.
  if (path.startsWith("/desk") && ["number", "slug"].includes(name)) return email.replace(/\W/g, "").slice(7, 27);
  if (path.startsWith("/desk/services/")) return typedForService(name, email);
  if (path.startsWith("/desk")) return TYPED_BY_STAFF[name];
  if (/^\/profile\/close$|\/control$/.test(path) && name === "password") return "sandbox-password";
  return TYPED[name];
}

/** Returns the values of a new record: the examples that its form shows. */
function recordValues(type: string): Fields {
  const about = typeOf(type);
  const own = about?.fields.map(({ field, example }) => [field, example]) ?? [];
  const name = type === "NS" ? "tawi" : (about?.nameField?.example.replace("@", "duka") ?? "duka");
  return { ...Object.fromEntries(own), name, comment: "Tawi" };
}

/** Returns where a new person finds the form at a path of tests/forms.ts that has these hidden values. */
export async function placeOf(path: string, sandbox: Sandbox, along: Fields = {}): Promise<Place> {
  const email = `notoken@${crypto.randomUUID()}.example.co.ke`;
  const visitor = newVisitor(sandbox.site);
  const linkAfter = async (form: string, typed: Fields, part: string) => {
    await visitor.submit(form, typed);
    return linkTo(sandbox, email, part);
  };
  const query = queryOf(path, along);
  if (query !== "") {
    const place = await ownPlace(path, sandbox);
    return { ...place, url: place.url + query };
  }
  if (path.endsWith("/control") && along.form === "cancel") {
    const place = await ownPlace(path, sandbox);
    await newVisitor(sandbox.site, place.cookies).submit(place.url, {}, { form: "lock" });
    return place;
  }
  if (along.form === "move-cancel") {
    const place = await ownPlace(path, sandbox);
    const typed = { receiver: TYPED.receiver ?? "", password: "sandbox-password" };
    await newVisitor(sandbox.site, place.cookies).submit(place.url, typed, { form: "move" });
    return place;
  }
  if (/\/services\//.test(path)) return servicePlace(path, sandbox, along.form ?? "");
  if (/\/dns\/(?:selection|history)/.test(path)) return tickedPlace(path, sandbox);
  if (/^\/(?:dashboard|profile)/.test(path)) return ownPlace(path, sandbox);
  if (path.startsWith("/desk")) return deskPlace(path, sandbox, visitor);
  if (path === "/pay/token/receipt") {
    const person = await ownPlace(`/dashboard/orders/receipt/${ID}`, sandbox);
    return { ...person, url: await linkTo(sandbox, person.email, "/receipt"), cookies: new Map() };
  }
  if (path.startsWith("/pay/")) {
    const person = await ownPlace("/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke", sandbox);
    await newVisitor(sandbox.site, person.cookies).submit(person.url, { choice: "1" });
    const link = await linkTo(sandbox, person.email, "/pay/");
    return { ...person, url: link + path.replace("/pay/token", ""), cookies: new Map() };
  }
  if (path.startsWith("/copies/")) {
    const person = await ownPlace("/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke", sandbox);
    const customer = newVisitor(sandbox.site, person.cookies);
    await customer.submit("/profile/copies", { contact: email }, { form: "copies" });
    const confirm = await linkTo(sandbox, email, "/copies/confirm");
    if (path === "/copies/confirm") return { url: confirm, email, ...visitor };
    await visitor.submit(confirm, {});
    // The customer's mail about it goes out later than the confirmation.
    await mailsTo(sandbox, { to: person.email, text: email });
    await customer.submit(person.url, { choice: "1" });
    return { url: await linkTo(sandbox, email, path), email, ...visitor };
  }
  if (path === "/thread/x") {
    const desk = await deskPlace(DESK_THREAD, sandbox, visitor);
    const staff = newVisitor(sandbox.site, desk.cookies);
    await staff.submit(desk.url, { body: "Ni KSh 1,500." }, { form: "answer" });
    return { url: await linkTo(sandbox, desk.email, "/thread/"), email: desk.email, cookies: new Map() };
  }
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

/** Returns what the address of a page needs, so that its form has these hidden values. */
function queryOf(path: string, { type = "A", preset, form }: Fields): string {
  if (path.endsWith("/dns/add")) return `?new=${type}`;
  if (preset !== undefined) return `${path.includes("?") ? "&" : "?"}with=${preset}`;
  return form === "typed" ? "?code=1" : "";
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
  return { url, email: person.email, userId: person.id, cookies: cookiesOf(person) };
}

/** A customer at the page of a service, or staff. */
async function servicePlace(path: string, sandbox: Sandbox, form: string): Promise<Place> {
  const person = await ask(`${sandbox.workbench}/users`, { domains: [{}], services: [serviceFor(path, form)] });
  const reader = path.startsWith("/desk/") ? await ask(`${sandbox.workbench}/users`, { role: "staff" }) : person;
  const place = { url: path.replace(ID, person.services[0].id), email: person.email, userId: person.id };
  const cookies = cookiesOf(reader);
  const first = FIRST[form];
  if (first) await newVisitor(sandbox.site, cookies).submit(place.url, first.typed, first.along);
  return { ...place, cookies };
}

/** A customer who ticks the record of their zone, or who sees what deleting it would change. */
async function tickedPlace(path: string, { site, workbench }: Sandbox): Promise<Place> {
  const person = await ask(`${workbench}/users`, { domains: [{ records: [["A", "@", "41.90.64.7"]] }] });
  const [{ name, records }] = person.domains;
  const url = `/dashboard/domains/${name}/dns`;
  const along = { record: records[0].id };
  const place = { email: person.email, userId: person.id, cookies: cookiesOf(person) };
  if (path.endsWith("/selection")) return { ...place, url, along };
  const planned = await newVisitor(site, place.cookies).submit(url, {}, { ...along, intent: "delete" });
  return { ...place, url: planned.location ?? "" };
}

const cookiesOf = ({ storageState }: { storageState: { cookies: Fields[] } }): CookieJar =>
  new Map(storageState.cookies.map(({ name = "", value = "" }) => [name, value]));

/** Staff at a page of the desk: for an order, one of a new customer; for a message, one of a new visitor. */
async function deskPlace(path: string, sandbox: Sandbox, visitor: ReturnType<typeof newVisitor>): Promise<Place> {
  const staff = await ask(`${sandbox.workbench}/users`, { role: "staff" });
  const cookies = cookiesOf(staff);
  if (path.startsWith("/desk/orders/")) {
    const person = await ask(`${sandbox.workbench}/users`, {
      domains: [{ ends: "+10d" }],
      orders: [{ kind: "renew" }],
    });
    return { url: `/desk/orders/${person.orders[0].id}`, email: person.email, userId: person.id, cookies };
  }
  const email = `notoken@${crypto.randomUUID()}.example.co.ke`;
  if (path !== DESK_THREAD) return { url: path, email, cookies };
  await visitor.submit("/contact", { name: "Njeri", email, subject: email, message: "Bei ni ngapi?" });
  const { html } = await newVisitor(sandbox.site, cookies).request(`/desk/messages?q=${encodeURIComponent(email)}`);
  const url = /href="(\/desk\/messages\/[0-9a-f-]{36})/.exec(html)?.[1];
  if (url === undefined) throw new Error(`The desk does not list the message of ${email}.`);
  return { url, email, cookies };
}

/** Returns the link of a mail to this address that has this part in its address. */
async function linkTo(sandbox: Sandbox, to: string, part: string): Promise<string> {
  const mails = await mailsTo(sandbox, { to, text: part });
  const links: { href: string }[] = mails[0].links;
  const { pathname, search } = new URL(links.find(({ href }) => href.includes(part))?.href ?? "");
  return pathname + search;
}

/** Returns the mails that fit, once there is one. */
const mailsTo = ({ workbench }: Sandbox, fits: Fields) =>
  ask(`${workbench}/outbox.json?${new URLSearchParams({ ...fits, wait: "60" })}`);

async function ask(url: string, body?: object) {
  const response = await fetch(url, body && { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
