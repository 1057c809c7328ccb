import { expect, test } from "vitest";
import { makeStamp, sealChallenge } from "#app/platform/abuse/form-proofs.server.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { loader as readerPage } from "#app/routes/newsletter/confirm.tsx";
import { loader as schoolPage } from "#app/routes/schools/confirm.tsx";
import { outbox } from "#mocks/outbox.ts";
import { challengeResponse } from "../challenge-response.ts";
import {
  database,
  linkTo,
  newEmail,
  newToken,
  postSchool,
  postSubscriber,
  pressSchoolLink,
  pressSubscriberLink,
  type Sent,
  sentTo,
} from "./lead-forms.ts";

const isLong = process.env.LONG === "1";
const count = (whole: number) => (isLong ? whole : whole / 20);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns a challenge and its right response. */
const answered = (form: string) => ({ challenge: sealChallenge("sum", form), answer: "7" });

/** Sends a form as a person does: answers a challenge and sends the form again. */
async function sendAsPerson(
  post: (more: Record<string, string>) => Promise<Sent>,
): Promise<{ sent: Sent; challenges: number }> {
  let sent = await post({});
  let challenges = 0;
  for (; sent.data?.challenge && challenges < 3; challenges++) {
    sent = await post(challengeResponse(sent.data.challenge));
  }
  return { sent, challenges };
}

async function statuses(table: "school_interest" | "newsletter_pending") {
  const rows = await database.query(`select status, count(*)::int as rows from ${table} group by status`);
  return Object.fromEntries(rows.map(({ status, rows }) => [String(status), Number(rows)]));
}

test("forty schools behind one address register within an hour without JavaScript, and all can confirm", async () => {
  const emails = Array.from({ length: 40 }, newEmail);
  let challenges = 0;
  for (const [index, email] of emails.entries()) {
    const one = await sendAsPerson((more) => postSchool({ email, school: `School ${index}`, ...more }, "203.0.113.40"));
    expect(one.sent.status, `school ${index}`).toBe(303);
    challenges += one.challenges;
  }
  expect(await statuses("school_interest")).toEqual({ unconfirmed: 40 });
  expect(emails.map((email) => sentTo(email, "mail").length)).toEqual(emails.map(() => 1));
  for (const email of emails) expect((await pressSchoolLink(linkTo(email))).status).toBe(303);
  expect(await statuses("school_interest")).toEqual({ sent: 40 });
  // From the eleventh school on, each gets one challenge.
  expect(challenges).toBe(30);
});

test("forty schools behind one address with tokens get no challenge", async () => {
  for (let index = 0; index < 40; index++) {
    const response = await postSchool({ school: `School ${index}`, turnstileToken: newToken() }, "203.0.113.41");
    expect(response.status, `school ${index}`).toBe(303);
  }
  expect(await statuses("school_interest")).toEqual({ sent: 40 });
});

test("a form gets a challenge above 120 tokens an hour from one address, and above ten rejected ones", async () => {
  const statusOf = async (more: Record<string, string>, address: string) =>
    (await postSubscriber({ turnstileToken: newToken(), ...more }, address)).status;
  await consume("tokensFromAddress", "203.0.113.42", 119);
  expect(await statusOf({}, "203.0.113.42")).toBe(303);
  const many = await postSubscriber({ turnstileToken: newToken() }, "203.0.113.42");
  expect(await statusOf(challengeResponse(many.data?.challenge), "203.0.113.42")).toBe(303);
  expect(await statusOf(challengeResponse(many.data?.challenge), "203.0.113.42")).toBe(400);

  await consume("badTokensFromAddress", "203.0.113.43", 9);
  expect(await statusOf({ turnstileToken: "refuse-1" }, "203.0.113.43")).toBe(400);
  const refused = await postSubscriber({ turnstileToken: newToken() }, "203.0.113.43");
  expect(await statusOf(challengeResponse(refused.data?.challenge), "203.0.113.43")).toBe(303);
});

test("a mailbox gets two mails, however many submissions name it, by any form, path and spelling", async () => {
  const victim = `victim${Date.now()}`;
  const spellings = [
    (i: number) => `${victim}+${i}@gmail.com`,
    (i: number) => `${victim.slice(0, (i % 5) + 1)}.${victim.slice((i % 5) + 1)}@gmail.com`,
    () => `${victim.toUpperCase()}@googlemail.com`,
    () => `${victim}@GMAIL.com`,
    (i: number) => `${i}<${victim}@gmail.com>`,
    (i: number) => `a${i},${victim}@gmail.com`,
  ];
  const statusCounts: Record<string, number> = {};
  for (let i = 0; i < count(1000); i++) {
    const fields = {
      email: spellings[i % spellings.length]?.(i) ?? "",
      ...answered(i % 2 === 0 ? "school-interest" : "newsletter"),
      ...(i % 3 === 0 ? { turnstileToken: newToken() } : {}),
    };
    const { status } = await (i % 2 === 0
      ? postSchool({ ...fields, name: `Name ${i}` })
      : postSubscriber({ ...fields, firstName: `Name ${i}` }));
    statusCounts[String(status)] = (statusCounts[String(status)] ?? 0) + 1;
  }
  const mails = outbox.list().filter(({ to }) => /gmail|googlemail/i.test(to));
  if (isLong) say(`posts naming one mailbox: ${JSON.stringify(statusCounts)}, ${mails.length} mails`);
  expect(mails).toHaveLength(2);
  expect(statusCounts["303"]).toBe(2);
  const rows = await database.query("select id from school_interest union all select id from newsletter_pending");
  expect(rows.length).toBeLessThanOrEqual(2);
});

const OLD = { "school-interest": 25 * 3600_000, newsletter: 30 * 24 * 3600_000 };
type Form = keyof typeof OLD;

/** How bots send forms: each returns the fields that differ from a person's. */
const BOTS: Record<string, (form: Form, i: number) => Record<string, string | undefined>> = {
  "leaves the honeypot out": () => ({ website_2: undefined }),
  "fills the honeypot in": (form, i) => ({ website_2: `https://spam-${i}.example`, ...answered(form), answer: "8" }),
  "sends at 0 ms": (form) => ({ stamp: makeStamp(form) }),
  "sends an old stamp again": (form) => ({ stamp: makeStamp(form, OLD[form]) }),
  "makes a stamp up": (form, i) => ({
    stamp: i % 2 ? `${(Date.now() - 10_000).toString(36)}.${"A".repeat(43)}` : makeStamp(`not ${form}`, 10_000),
  }),
  "makes a token up": (_form, i) => ({ turnstileToken: `refuse-${i}` }),
  "sends neither token nor stamp": () => ({ stamp: undefined }),
  // All fields are valid, but the mailbox is another person's: a scanner opens its link, and the bot guesses the token.
  "names another's mailbox": (form) => answered(form),
};

test("bots of eight kinds confirm no address", async () => {
  const kinds = Object.entries(BOTS);
  const statusCounts: Record<string, Record<string, number>> = {};
  for (let i = 0; i < count(10_000); i++) {
    const [kind, fieldsOf] = kinds[i % kinds.length] ?? ["", () => ({})];
    const form: Form = i % 3 === 0 ? "newsletter" : "school-interest";
    const post = form === "newsletter" ? postSubscriber : postSchool;
    const email = newEmail();
    const { status } = await post({ email, ...fieldsOf(form, i) }, `bot ${i % 97}`);
    statusCounts[kind] = { ...statusCounts[kind], [String(status)]: (statusCounts[kind]?.[String(status)] ?? 0) + 1 };
    const token = linkTo(email);
    if (token === "") continue;
    const page = form === "newsletter" ? readerPage : schoolPage;
    const request = new Request(`http://127.0.0.1:3000/confirm?token=${token}`);
    await page({ request, context: {}, params: {} });
    const guess = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect((await pressSchoolLink(guess)).link).toEqual({});
    expect((await pressSubscriberLink(guess)).link).toEqual({});
  }
  const schools = await statuses("school_interest");
  const subscribers = await statuses("newsletter_pending");
  if (isLong) say(`posts of programs: ${JSON.stringify({ statusCounts, schools, subscribers })}`);
  expect(Object.keys({ ...schools, ...subscribers })).toEqual(["unconfirmed"]);
  expect(outbox.list().filter(({ kind }) => kind !== "mail")).toEqual([]);
  for (const [kind] of kinds.slice(0, -1)) expect(Object.keys(statusCounts[kind] ?? {}), kind).toEqual(["400"]);
});
