import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const DNS = "/dashboard/domains/mamamboga.co.ke/dns";
/** How long a person takes for one field. */
const FIELD_MS = 1_000;

async function fill(place, fields) {
  for (const [label, text] of Object.entries(fields)) {
    await place.getByLabel(label, { exact: true }).fill(text);
    await wait(FIELD_MS);
  }
}

/** A step: `type` is done at a person's speed, then the time runs from `press` until `shown` is visible. */
const step = (name, press, shown, type) => ({ name, press, shown, type });
const open = (path) => (page) => page.goto(path, { waitUntil: "commit" });
const press = (name) => (page) => page.getByRole("button", { name }).first().click({ noWaitAfter: true });
const follow = (name) => (page) => page.getByRole("link", { name }).first().click({ noWaitAfter: true });
const heading = (name) => (page) => page.getByRole("heading", { name });
const text = (words) => (page) => page.getByText(words);

function searchAndAsk() {
  const name = `duka-${randomUUID().slice(0, 8)}.com`;
  const message = { "Your name": "Njeri", "E-mail": newEmail(), Subject: name, Message: "Habari" };
  const search = (page) => fill(page, { "Which name do you want?": name });
  const write = (page) => fill(page.locator("#contact-form"), message);
  return [
    step("open the first page", open("/"), heading("Your name, on the network.")),
    step("search a name", press("Search"), (page) => page.getByRole("region", { name: new RegExp(name) }), search),
    step("go to the contact page", follow("Contact"), heading("Contact us")),
    step("send a message", press("Send message"), text("Message sent successfully"), write),
  ];
}

function signUp(mailedLink) {
  const email = newEmail();
  const account = { "Your name": "Wanjiru", "E-mail": email, Password: "a good password" };
  const panel = (page) => page.locator("#create-account");
  const openLink = async (page) => open(await mailedLink(email))(page);
  const create = (page) => press("Create Account")(panel(page));
  return [
    step("open the sign-up page", open("/login?tab=signup"), heading("Create Account")),
    step("sign up", create, text("Account created!"), (page) => fill(panel(page), account)),
    step("open the mailed link", openLink, heading("Confirm")),
    step("confirm", press(/^Confirm/), text("Your address is confirmed")),
    step("go to the dashboard", follow("Go to your domains"), heading(/^Habari/)),
  ];
}

function changeRecord() {
  const address = `41.90.64.${1 + randomInt(250)}`;
  const record = (page) => page.getByRole("rowheader", { name: "ofisi", exact: true });
  const edit = (page) => follow("ofisi")(record(page));
  const type = (page) => fill(page, { "IPv4 address": address });
  return [
    step("open the dashboard", open("/dashboard"), heading(/^Habari/)),
    step("open the list of records", open(DNS), heading("mamamboga.co.ke")),
    step("open a record", edit, (page) => page.getByLabel("IPv4 address")),
    step("save the record", press("Save record"), text("DNS record updated successfully"), type),
    step("undo the change", press("Undo"), text(/ofisi points to .* again/)),
  ];
}

function registerSchool() {
  const school = { "Your name": "Grace", School: "Kibera Hills Primary", Phone: "0712 345 678", "E-mail": newEmail() };
  const type = async (page) => {
    await fill(page.locator("main"), school);
    await page.getByLabel("Parent").check();
  };
  return [
    step("open the school page", open("/stride"), heading(/./)),
    step("register a school", press("Join Waiting List"), heading("Thank You!"), type),
  ];
}

const newEmail = () => `njeri.${randomUUID()}@example.co.ke`;

export const TASKS = [
  { steps: searchAndAsk },
  { steps: signUp },
  { steps: changeRecord, isSignedIn: true },
  { steps: registerSchool },
];
