import { expect, test } from "vitest";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { enqueueMail } from "#app/mail/queue.table.server.ts";
import * as confirmCopies from "#app/routes/account/confirm-copies.tsx";
import * as copies from "#app/routes/account/copies.tsx";
import * as endCopies from "#app/routes/account/end-copies.tsx";

import { type Browser, newBrowser, responseOf } from "./browser.ts";
import { database, newCustomer, pageResult } from "./customers.ts";

const save = (browser: Browser, fields: Record<string, string>) =>
  pageResult(copies.action(browser.requestArgs("/profile/copies", fields)));
const name = (browser: Browser, contact: string) => save(browser, { form: "copies", contact });
const confirm = (token: string) =>
  pageResult(confirmCopies.action(newBrowser().requestArgs("/copies/confirm", { token })));
const stop = (token: string) => pageResult(endCopies.action(newBrowser().requestArgs("/copies/stop", { token })));
const mailsTo = (address: string) =>
  database.query(
    "select kind, subject, body_text, copy_token from mails where recipient = $1 order by created_at, key",
    [address],
  );
const changesOf = (email: string) =>
  database.query("select kind, new_email from account_changes where email = $1 order by created_at", [email]);

/** Queues a mail of a kind to an address. */
const queue = (kind: "payment" | "change" | "renewal" | "service", to: string, value = "") =>
  enqueueMail({
    key: crypto.randomUUID(),
    kind,
    to,
    subject: `About ${kind}`,
    text: "T",
    html: "<body>Money</body>",
    tags: value === "" ? [] : [{ name: kind, value }],
  });

/** Returns the token of the link in the newest mail to confirm. */
async function linkTo(address: string): Promise<string> {
  const all = (await mailsTo(address)).filter(({ kind }) => kind === "confirm");
  return /copies\/confirm\?token=([\w-]+)/.exec(String(all.at(-1)?.body_text))?.[1] ?? "";
}

/** Returns a customer whose second address has confirmed. */
async function withContact() {
  const customer = await newCustomer();
  const contact = `books-${customer.email}`;
  await name(customer.browser, contact);
  await confirm(await linkTo(contact));
  return { ...customer, contact };
}

test("a second address gets copies of mails about money only after it has confirmed", async () => {
  const { browser, email } = await newCustomer();
  const contact = `books-${email}`;
  expect(await name(browser, contact)).toMatchObject({ status: 303, to: "/profile/copies" });
  await queue("payment", email);
  expect((await mailsTo(contact)).map(({ kind }) => kind)).toEqual(["confirm"]);
  const token = await linkTo(contact);
  expect(await confirm(token)).toMatchObject({ status: 303, to: "/" });
  expect(await confirm(token)).toMatchObject({ status: 303, to: "/" });
  await Promise.all([queue("payment", email), queue("renewal", email), queue("change", email)]);
  // How to sign in to a service is not for a bookkeeper.
  await Promise.all([queue("service", email, "suspended"), queue("service", email, "set-up")]);
  expect((await mailsTo(contact)).map(({ kind }) => kind).sort()).toEqual(["confirm", "payment", "renewal", "service"]);
  expect(await changesOf(email)).toEqual([{ kind: "copies-on", new_email: contact }]);
  expect(await pageResult(copies.loader(browser.requestArgs("/profile/copies")))).toMatchObject({
    text: expect.stringContaining(contact),
  });
});

test("a mail to another customer is not copied, and a copy to a customer with copies is copied no further", async () => {
  const [first, second] = [await withContact(), await withContact()];
  await name(first.browser, second.email);
  await confirm(await linkTo(second.email));
  await queue("payment", first.email);
  expect((await mailsTo(second.email)).map(({ kind }) => kind)).toContain("payment");
  expect((await mailsTo(second.contact)).map(({ kind }) => kind)).toEqual(["confirm"]);
  expect((await mailsTo(first.contact)).map(({ kind }) => kind)).toEqual(["confirm"]);
});

test("the same mail queued twice makes one copy", async () => {
  const { email, contact } = await withContact();
  const mail = {
    key: crypto.randomUUID(),
    kind: "payment",
    to: email,
    subject: "S",
    text: "T",
    html: "",
    tags: [],
  } as const;
  await Promise.all([enqueueMail(mail), enqueueMail(mail)]);
  await enqueueMail(mail);
  expect((await mailsTo(contact)).filter(({ kind }) => kind === "payment")).toHaveLength(1);
});

test("a copy says why it comes and has a link that ends the copies, which the customer's own mail has not", async () => {
  const { email, contact } = await withContact();
  await queue("payment", email);
  const sent: { to: string; text: string; html: string }[] = [];
  const send = async (mail: (typeof sent)[number]) => {
    sent.push(mail);
    return { ok: true } as const;
  };
  await sendDueMails(send, new AbortController().signal);
  const [copy] = sent.filter(({ to, html }) => to === contact && html.includes("Money"));
  expect(copy?.text).toContain("This is a copy.");
  const token = /copies\/stop\?token=([\w-]+)/.exec(copy?.html ?? "")?.[1] ?? "";
  expect(copy?.text).toContain(`/copies/stop?token=${token}`);
  expect(sent.filter(({ to }) => to === email).map(({ text }) => text)).not.toContainEqual(
    expect.stringContaining("copies/stop"),
  );
  await queue("renewal", email);
  expect(await stop(token)).toMatchObject({ status: 303, to: "/" });
  expect(await stop(token)).toMatchObject({ status: 303, to: "/" });
  await queue("renewal", email);
  expect((await mailsTo(contact)).filter(({ kind }) => kind === "renewal")).toEqual([]);
  expect((await changesOf(email)).map(({ kind }) => kind)).toEqual(["copies-on", "copies-off"]);
});

test("a new address replaces the one before, whose links then do nothing", async () => {
  const { browser, email, contact } = await withContact();
  const old = await linkTo(contact);
  await name(browser, `new-${email}`);
  await queue("payment", email);
  expect((await mailsTo(contact)).filter(({ kind }) => kind === "payment")).toEqual([]);
  expect(await confirm(old)).toMatchObject({ status: 400 });
  expect(await save(browser, { form: "end-copies" })).toMatchObject({ status: 303, to: "/profile/copies" });
  expect(await confirm(await linkTo(`new-${email}`))).toMatchObject({ status: 400 });
});

test("naming the address that has confirmed keeps the copies and sends no second mail", async () => {
  const { browser, email, contact } = await withContact();
  await name(browser, contact.toUpperCase());
  await queue("payment", email);
  expect((await mailsTo(contact)).map(({ kind }) => kind)).toEqual(["confirm", "payment"]);
});

test.each(["", "books", "a@x.ke, b@x.ke", "own"])("rejects the address %j at its field and keeps it", async (typed) => {
  const { browser, email } = await newCustomer();
  const result = await name(browser, typed === "own" ? email.toUpperCase() : typed);
  expect(result).toMatchObject({ status: expect.not.stringMatching("303") });
  expect(result.text).toContain("contact");
  expect(await database.query("select user_id from billing_contacts where email = $1", [typed])).toEqual([]);
});

test("a form that is sent again, or many times at once, sends one mail and counts once", async () => {
  const { browser, email } = await newCustomer();
  const contact = `books-${email}`;
  const sent = await Promise.all(Array.from({ length: 5 }, () => name(browser, contact)));
  for (let times = 0; times < 5; times += 1) sent.push(await name(browser, contact));
  expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(303));
  expect(await mailsTo(contact)).toHaveLength(1);
  for (const other of ["a", "b"]) expect((await name(browser, other + contact)).status).toBe(303);
  // The first address again is a new one, because another is stored now.
  expect((await name(browser, contact)).status).toBe(429);
});

test("a form that is sent again says that it sent no second mail", async () => {
  const { browser, email } = await newCustomer();
  const contact = `books-${email}`;
  const titles: unknown[] = [];
  for (const _press of [1, 2]) {
    const args = browser.requestArgs("/profile/copies", { form: "copies", contact });
    titles.push((await responseOf(() => copies.action(args))).flash?.title);
  }
  expect(titles).toEqual(["Address saved", "Saved already. No second e-mail was sent"]);
});

test("a customer can name three addresses in an hour", async () => {
  const { browser, email } = await newCustomer();
  for (const number of [1, 2, 3]) expect(await name(browser, `${number}-${email}`)).toMatchObject({ status: 303 });
  expect(await name(browser, `4-${email}`)).toMatchObject({ status: 429 });
  expect(await mailsTo(`4-${email}`)).toEqual([]);
});

test.each(["", "x".repeat(30), crypto.randomUUID()])("an invalid link %j confirms and ends nothing", async (token) => {
  const { email, contact } = await withContact();
  expect(await confirm(token)).toMatchObject({ status: 400 });
  await stop(token);
  await queue("payment", email);
  expect((await mailsTo(contact)).map(({ kind }) => kind)).toEqual(["confirm", "payment"]);
});
