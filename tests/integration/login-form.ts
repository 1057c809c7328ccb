/** The sign-in page with a database of its own, for the test file that imports this. */
import { http } from "msw";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { stampFor } from "#app/platform/abuse/bot-check.server.ts";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import type { FormReply } from "#app/platform/http/form-reply.ts";
import { action } from "#app/routes/account/login.tsx";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { storeCookie } from "../cookie-jar.ts";
import { newBrowser, submit } from "./browser.ts";
import { database, mails } from "./database.ts";

export const [{ email }] = demoCustomers;
export const PASSWORD = "sandbox-password";
export { database, mails };

beforeAll(() => createDemoCustomers(database));
/** Gives all calls to the auth service this response while `work` runs. */
export async function withAuth<T>(response: () => Response, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  server.use(http.all("*/auth/v1/*", () => (isOver ? undefined : response())));
  try {
    return await work();
  } finally {
    isOver = true;
  }
}
beforeEach(() => {
  mails.length = 0;
});
afterEach(resetMocks);

let visitors = 0;
type Visit = { search?: string; cookie?: string; address?: string };

/** Posts a form of the sign-in page. */
export async function post(fields: Record<string, string>, { search = "", cookie, address }: Visit = {}) {
  const browser = newBrowser(address ?? `198.51.100.${visitors++}`);
  if (cookie !== undefined) storeCookie(browser.jar, cookie);
  const response = await submit(action, `/login${search}`, { website_2: "", ...fields }, browser);
  return { ...response, cookies: browser.setCookies, text: JSON.stringify(response.data) };
}

export const signIn = (fields: Record<string, string> = {}, visit: Visit = {}) =>
  post({ email, password: PASSWORD, stamp: stampFor("sign-in"), ...fields }, { cookie: "a=b", ...visit });
export const newEmail = () => `new-${crypto.randomUUID()}@example.co.ke`;
export const signUp = (fields: Record<string, string> = {}, visit: Visit = {}) =>
  post(
    { name: "New", email: newEmail(), password: "first password", stamp: makeStamp("sign-up", 10_000), ...fields },
    { search: "?tab=signup", ...visit },
  );
export const wordsOf = ({ data }: { data?: FormReply }) => data?.result.error?.[""]?.[0];
