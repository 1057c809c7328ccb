/** The two forms that have a mail sent, with a database of their own, for the test file that imports this. */
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { http } from "msw";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { FormReply } from "#app/model/form-reply.ts";
import { action as confirmSubscriber } from "#app/routes/newsletter/confirm.tsx";
import { action as subscribe } from "#app/routes/newsletter/page.tsx";
import { action as confirmSchool } from "#app/routes/stride/confirm.tsx";
import { action as register } from "#app/routes/stride/page.tsx";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { type Entry, outbox } from "#mocks/outbox.ts";
import { openMemory } from "./open-memory.ts";

export let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());
afterEach(async () => {
  resetMocks();
  await database.query("truncate school_interest, newsletter_pending, submissions");
});

const OLD_ENOUGH_MS = 10_000;
let visitors = 0;

export type Sent = {
  status: number | undefined;
  headers: Headers;
  /** The next page's message, if there is one. */
  notice: string;
  data: FormReply | undefined;
  /** What a page behind a mail's link says. */
  link: { token?: string; message?: string } | undefined;
};
type Fields = Record<string, string | undefined>;
type Action = (args: ActionFunctionArgs) => Promise<Response | { data: unknown; init: ResponseInit | null }>;

/** Carries an action out for a visitor of an address; a field that is undefined is left out. */
export async function send(
  action: Action,
  path: string,
  fields: Fields,
  address = `visitor ${visitors++}`,
): Promise<Sent> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
  const request = new Request(`http://127.0.0.1:3000${path}`, { method: "POST", body });
  const context: AppLoadContext = { address };
  const reply = await action({ request, context, params: {} });
  if (reply instanceof Response) {
    const notice = textOf(reply.headers.get("Set-Cookie") ?? "");
    return { status: reply.status, headers: reply.headers, notice, data: undefined, link: undefined };
  }
  const { status, headers } = reply.init ?? {};
  const isForm = typeof reply.data === "object" && reply.data !== null && "form" in reply.data;
  return {
    status,
    headers: new Headers(headers),
    notice: "",
    data: isForm ? (reply.data as FormReply) : undefined,
    link: isForm ? undefined : (reply.data as Sent["link"]),
  };
}

/** A notice's cookie is base64 of JSON, signed. */
function textOf(cookie: string): string {
  const value = decodeURIComponent(/^notice=([^;.]*)/.exec(cookie)?.[1] ?? "");
  return Buffer.from(value, "base64").toString();
}

export const newEmail = () => `new-${crypto.randomUUID()}@example.co.ke`;
export const newToken = () => `token-${crypto.randomUUID()}`;
const stampOf = (form: string) => makeStamp(form, OLD_ENOUGH_MS);

export const SCHOOL = {
  name: "Grace Achieng",
  role_label: "Headteacher",
  school: "Kibera Hills Primary",
  phone: "0712 345 678",
  students: "101-300",
  interest: "fees",
};

/** Registers a school, without a token unless one is given. */
export const postSchool = (fields: Fields = {}, address?: string) =>
  send(
    register,
    "/stride",
    { ...SCHOOL, email: newEmail(), website_2: "", stamp: stampOf("school-interest"), ...fields },
    address,
  );
export const pressSchoolLink = (token: string) => send(confirmSchool, "/stride/confirm", { token });

/** Subscribes to the newsletter, without a token unless one is given. */
export const postReader = (fields: Fields = {}, address?: string) =>
  send(
    subscribe,
    "/newsletter",
    { email: newEmail(), website_2: "", stamp: stampOf("newsletter"), ...fields },
    address,
  );
export const pressReaderLink = (token: string) => send(confirmSubscriber, "/newsletter/confirm", { token });

export const wordsOf = ({ data }: Sent) => data?.result.error?.[""]?.[0];

export const sentTo = (email: string, kind?: Entry["kind"]) =>
  outbox.list().filter((entry) => entry.to === email && (kind === undefined || entry.kind === kind));

/** The token of the newest link that a mail to this address carries. */
export function linkTo(email: string): string {
  const [mail] = sentTo(email, "mail");
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

export async function rowsOf(table: "school_interest" | "newsletter_pending", email: string) {
  return database.query(`select * from ${table} where lower(email) = lower($1)`, [email]);
}

/** What a worker is sent from now on, in this test; it answers like this, else as the sandbox's does. */
export function watch(worker: "stride-mail" | "newsletter", answer?: () => Response) {
  const calls: { body: unknown; headers: Headers }[] = [];
  server.resetHandlers();
  server.use(
    http.post(`*/${worker}`, async ({ request }) => {
      calls.push({ body: await request.clone().json(), headers: request.headers });
      return answer?.();
    }),
  );
  return calls;
}
