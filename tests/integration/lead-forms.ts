/** The forms of schools and of the newsletter, with a database of their own for the test file that imports this. */
import { http } from "msw";
import { afterEach } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import type { FormReply } from "#app/platform/http/form-reply.ts";
import { action as confirmSubscriber, loader as subscriberPage } from "#app/routes/newsletter/confirm.tsx";
import { action as subscribe } from "#app/routes/newsletter/page.tsx";
import { action as confirmSchool, loader as schoolPage } from "#app/routes/schools/confirm.tsx";
import { action as register } from "#app/routes/schools/page.tsx";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { type OutboxEntry, outbox } from "#mocks/outbox.ts";
import { newBrowser, submit } from "./browser.ts";
import { database } from "./database.ts";

export { database } from "./database.ts";

afterEach(async () => {
  resetMocks();
  await database.query("truncate school_interest, newsletter_pending, submissions cascade");
});

export type Sent = Awaited<ReturnType<typeof send>>;
type Fields = Record<string, string | undefined>;
/** The data of a page that a mail's link opens. */
type Link = { token?: string; message?: string };

/** Posts a form, or presses the button of a mailed link, as a visitor with an IP address of their own. */
export async function send(action: Parameters<typeof submit>[0], path: string, fields: Fields, address?: string) {
  const { data, ...response } = await submit<FormReply | Link>(action, path, fields, newBrowser(address));
  const isForm = data !== undefined && "form" in data;
  return { ...response, data: isForm ? data : undefined, link: isForm ? undefined : data };
}

export const newEmail = () => `new-${crypto.randomUUID()}@example.co.ke`;
export const newToken = () => `token-${crypto.randomUUID()}`;
/** Returns a stamp that is old enough. */
const stampOf = (form: string) => makeStamp(form, 10_000);

export const SCHOOL = {
  name: "Grace Achieng",
  role_label: "Headteacher",
  school: "Kibera Hills Primary",
  phone: "0712 345 678",
  students: "101-300",
  interest: "fees",
};

/** Registers a school, by the no-JavaScript path unless a bot-check token is given. */
export const postSchool = (fields: Fields = {}, address?: string) =>
  send(
    register,
    "/stride",
    { ...SCHOOL, email: newEmail(), website_2: "", stamp: stampOf("school-interest"), ...fields },
    address,
  );
export const pressSchoolLink = (token: string) => send(confirmSchool, "/stride/confirm", { token });

/** Subscribes to the newsletter, by the no-JavaScript path unless a bot-check token is given. */
export const postSubscriber = (fields: Fields = {}, address?: string) =>
  send(
    subscribe,
    "/newsletter",
    { email: newEmail(), website_2: "", stamp: stampOf("newsletter"), ...fields },
    address,
  );
export const pressSubscriberLink = (token: string) => send(confirmSubscriber, "/newsletter/confirm", { token });

export const wordsOf = ({ data }: Sent) => data?.result.error?.[""]?.[0];

export const sentTo = (email: string, kind?: OutboxEntry["kind"]) =>
  outbox.list().filter((entry) => entry.to === email && (kind === undefined || entry.kind === kind));

/** Returns the token of the link in the newest mail to this address. */
export function linkTo(email: string): string {
  const [mail] = sentTo(email, "mail");
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

export async function rowsOf(table: "school_interest" | "newsletter_pending", email: string) {
  return database.query(`select * from ${table} where lower(email) = lower($1)`, [email]);
}

/** Records each call to a worker in this test. The worker returns this response, or the sandbox's if there is none. */
export function watch(worker: "stride-mail" | "newsletter", response?: () => Response) {
  const calls: { body: unknown; headers: Headers }[] = [];
  server.resetHandlers();
  server.use(
    http.post(`*/${worker}`, async ({ request }) => {
      calls.push({ body: await request.clone().json(), headers: request.headers });
      return response?.();
    }),
  );
  return calls;
}

type Failure = [what: string, response: () => Response, status: number, message: string];
const SCHOOL_FAILED = "Failed to submit. Please try again.";
const NEWSLETTER_FAILED = "Failed to subscribe. Please try again.";

/** The two forms whose sender confirms by a mailed link and is then sent to a worker. */
export const LEAD_FORMS = [
  {
    form: "school-interest",
    table: "school_interest",
    worker: "stride-mail",
    path: "/stride",
    post: postSchool,
    pressLink: pressSchoolLink,
    loadLink: (url: string) => schoolPage({ request: new Request(url), context: {}, params: {} }),
    typed: SCHOOL,
    other: { school: "Another School" },
    subject: "Confirm your interest in Stride",
    welcome: "school",
    nextPath: "/stride",
    confirmed: "Kibera Hills Primary",
    failed: SCHOOL_FAILED,
    spam: { school: "Visit http://spam.example", name: "<b>Spam</b>" },
    hostile: { school: "<script>alert(1)</script>" },
    workerFailures: [
      ["500 with a message", () => Response.json({ error: "No mail server." }, { status: 500 }), 503, SCHOOL_FAILED],
      ["422", () => Response.json({ error: "No such address." }, { status: 422 }), 400, SCHOOL_FAILED],
      ["a network error", () => Response.error(), 503, SCHOOL_FAILED],
    ] as Failure[],
  },
  {
    form: "newsletter",
    table: "newsletter_pending",
    worker: "newsletter",
    path: "/newsletter",
    post: postSubscriber,
    pressLink: pressSubscriberLink,
    loadLink: (url: string) => subscriberPage({ request: new Request(url), context: {}, params: {} }),
    typed: { firstName: "Njeri" },
    other: { firstName: "Wanjiku" },
    subject: "Confirm your subscription",
    welcome: "newsletter",
    nextPath: "/blog",
    confirmed: "Your subscription is confirmed",
    failed: NEWSLETTER_FAILED,
    spam: { firstName: "Spam", lastName: "http://spam.example" },
    hostile: { firstName: "<script>alert(1)</script>" },
    workerFailures: [
      ["400 with a message", () => Response.json({ error: "It is full." }, { status: 400 }), 400, "It is full."],
      ["200 with a message", () => Response.json({ success: false, error: "It is full." }), 400, "It is full."],
      ["200 without success", () => Response.json({ success: false }), 400, "Subscription failed"],
      ["a network error", () => Response.error(), 503, NEWSLETTER_FAILED],
    ] as Failure[],
  },
] as const;
