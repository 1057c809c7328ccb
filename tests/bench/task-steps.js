import { randomUUID } from "node:crypto";

const ZONE = "mamamboga.co.ke";
const DNS = `/dashboard/domains/${ZONE}/dns`;
/** An address record of that zone. */
const RECORD = "ofisi";
/** What a person takes for one field. */
const FIELD_MS = 1000;

async function fill(place, fields) {
  for (const [label, text] of Object.entries(fields)) {
    await place.getByLabel(label, { exact: true }).fill(text);
    await new Promise((done) => setTimeout(done, FIELD_MS));
  }
}

const heading = (name) => (page) => page.getByRole("heading", { name }).first();
const open = (name, path, title) => ({
  name,
  press: (page) => page.goto(path, { waitUntil: "commit" }),
  shown: heading(title),
});
const press = (place, name) => place.getByRole("button", { name }).first().click({ noWaitAfter: true });
const follow = (place, name) => place.getByRole("link", { name }).first().click({ noWaitAfter: true });

function searchToContact() {
  const name = `duka-${randomUUID().slice(0, 8)}.com`;
  const email = `njeri.${randomUUID()}@example.co.ke`;
  return [
    open("open the first page", "/", "Your name, on the network."),
    {
      name: "search a name",
      type: (page) => fill(page, { "Which name do you want?": name }),
      press: (page) => press(page.locator("main"), "Search"),
      shown: (page) => page.getByRole("region", { name: new RegExp(name) }),
    },
    { name: "go to the contact page", press: (page) => follow(page, "Contact"), shown: heading("Contact us") },
    {
      name: "send a message",
      type: (page) =>
        fill(page.locator("#contact-form"), {
          "Your name": "Njeri",
          "E-mail": email,
          Subject: name,
          Message: "Habari",
        }),
      press: (page) => press(page, "Send message"),
      shown: (page) => page.getByText("Message sent successfully").first(),
    },
  ];
}

function signUpToDashboard({ mailTo }) {
  const email = `njeri.${randomUUID()}@example.co.ke`;
  const account = { "Your name": "Wanjiru", "E-mail": email, Password: "a good password" };
  return [
    open("open the sign-in page", "/login?tab=signup", "Create Account"),
    {
      name: "sign up",
      type: (page) => fill(page.locator("#create-account"), account),
      press: (page) => press(page.locator("#create-account"), "Create Account"),
      shown: (page) => page.getByText("Account created!").first(),
    },
    {
      name: "open the mailed link",
      press: async (page) => page.goto(await mailTo(email), { waitUntil: "commit" }),
      shown: heading("Confirm"),
    },
    {
      name: "confirm",
      press: (page) => press(page.locator("main"), /Confirm/),
      shown: (page) => page.getByText("Your address is confirmed").first(),
    },
    {
      name: "go to the dashboard",
      press: (page) => follow(page.locator("main"), "Go to your domains"),
      shown: heading(/^Habari/),
    },
  ];
}

function changeRecord() {
  const content = `41.90.64.${1 + Math.floor(Math.random() * 250)}`;
  return [
    open("open the dashboard", "/dashboard", /^Habari/),
    {
      name: "open the list of records",
      press: (page) => page.goto(DNS, { waitUntil: "commit" }),
      shown: heading(`DNS for ${ZONE}`),
    },
    {
      name: "open a record",
      press: (page) =>
        page.getByRole("rowheader", { name: RECORD, exact: true }).getByRole("link").click({ noWaitAfter: true }),
      shown: (page) => page.getByLabel("IPv4 address"),
    },
    {
      name: "save the record",
      type: (page) => fill(page, { "IPv4 address": content }),
      press: (page) => press(page, "Save record"),
      shown: (page) => page.getByText("DNS record updated successfully").first(),
    },
    {
      name: "undo the change",
      press: (page) => press(page, "Undo"),
      shown: (page) => page.getByText(/Undo: Change A record/).first(),
    },
  ];
}

function registerSchool() {
  const school = {
    "Your name": "Grace Achieng",
    School: "Kibera Hills Primary",
    Phone: "0712 345 678",
    "E-mail": `grace.${randomUUID()}@example.co.ke`,
  };
  return [
    open("open the page", "/stride", /./),
    {
      name: "register a school",
      type: async (page) => {
        await fill(page.locator("main"), school);
        await page.getByLabel("Parent").check();
      },
      press: (page) => press(page, "Join Waiting List"),
      shown: (page) => page.getByRole("heading", { name: "Thank You!" }),
    },
  ];
}

/** What people come for, in steps. `isOwn` is for a customer who is signed in. */
export const TASKS = [
  { name: "search, contact", steps: searchToContact },
  { name: "sign up, dashboard", steps: signUpToDashboard },
  { name: "change a record, undo", steps: changeRecord, isOwn: true },
  { name: "register a school", steps: registerSchool },
];
