import type { AppLoadContext } from "@remix-run/node";
import { HttpResponse, http } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stampFor } from "#app/http/bot-check.server.ts";
import { makeStamp } from "#app/http/form-stamp.server.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { openMemory } from "../../../tests/database/open-memory.ts";
import { action, loader } from "./login.tsx";

const [{ email }] = demoCustomers;
const PASSWORD = "sandbox-password";
let close: () => Promise<void>;
let mails: { to: string }[];
let endpoint: { fetch: typeof fetch };
beforeAll(async () => {
  const opened = await openMemory();
  mails = opened.mails;
  await createDemoCustomers(opened.database);
  endpoint = opened.database.endpoint;
  close = opened.database.close;
});
/** Lets the auth service answer otherwise for a while; what else the database is asked, it answers itself. */
async function withAuth<T>(answer: () => Response, work: () => Promise<T>): Promise<T> {
  const real = endpoint.fetch;
  const isAuth = (input: unknown) => String(input instanceof Request ? input.url : input).includes("/auth/v1/");
  endpoint.fetch = async (input, init) => (isAuth(input) ? answer() : real(input, init));
  try {
    return await work();
  } finally {
    endpoint.fetch = real;
  }
}
beforeEach(() => {
  mails.length = 0;
});
afterAll(() => close());
afterEach(resetMocks);

let visitors = 0;
type Visit = { search?: string; cookie?: string; address?: string };

async function post(fields: Record<string, string>, { search = "", cookie, address }: Visit = {}) {
  const body = new URLSearchParams({ website_2: "", ...fields });
  const sent = new Headers(cookie === undefined ? undefined : { Cookie: cookie });
  const request = new Request(`http://127.0.0.1:3000/login${search}`, { method: "POST", body, headers: sent });
  const cookies: string[] = [];
  const context: AppLoadContext = {
    address: address ?? `198.51.100.${visitors++}`,
    appendCookie: (text) => cookies.push(text),
  };
  const reply = await action({ request, context, params: {} });
  if (reply instanceof Response) {
    const notice = reply.headers.get("Set-Cookie") ?? "";
    return { status: reply.status, headers: reply.headers, cookies, notice: textOf(notice), context };
  }
  const { status, headers } = reply.init ?? {};
  if (!("form" in reply.data)) throw new Error("Nobody had typed anything.");
  const data: FormReply = reply.data;
  return { status, headers: new Headers(headers), data, cookies, context, text: JSON.stringify(data) };
}

/** A notice's cookie is base64, signed. */
function textOf(cookie: string): string {
  const value = decodeURIComponent(/^notice=([^;.]*)/.exec(cookie)?.[1] ?? "");
  return Buffer.from(value, "base64").toString();
}

const signIn = (fields: Record<string, string> = {}, visit: Visit = {}) =>
  post({ email, password: PASSWORD, stamp: stampFor("sign-in"), ...fields }, { cookie: "a=b", ...visit });
const newEmail = () => `new-${crypto.randomUUID()}@example.co.ke`;
const signUp = (fields: Record<string, string> = {}, visit: Visit = {}) =>
  post(
    { name: "New", email: newEmail(), password: "first password", stamp: makeStamp("sign-up", 10_000), ...fields },
    { search: "?tab=signup", ...visit },
  );
const wordsOf = ({ data }: { data?: FormReply }) => data?.result.error?.[""]?.[0];
const settled = () => new Promise((done) => setTimeout(done, 50));

describe("signing in", () => {
  it("sets the session and remembers the browser, and goes home with a notice", async () => {
    const reply = await signIn();
    expect(reply.status).toBe(303);
    expect(reply.headers.get("Location")).toBe("/");
    expect(reply.notice).toContain("Logged in successfully!");
    expect(reply.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["sb-auth-token", "device"]);
  });

  it("goes where the guard said, and never to another site", async () => {
    const goals = [
      "/dashboard?page=2",
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/\t/evil.example",
    ];
    const places = [];
    for (const redirectTo of goals) {
      const { headers } = await signIn({}, { search: `?${new URLSearchParams({ redirectTo })}` });
      places.push(headers.get("Location"));
    }
    expect(places).toEqual(["/dashboard?page=2", "/", "/", "/", "/"]);
  });

  it("sends a browser that brought no cookie to where it is found out whether it keeps any", async () => {
    const visit = { search: "?redirectTo=/dashboard" };
    const request = { email, password: PASSWORD, stamp: stampFor("sign-in") };
    expect((await post(request, visit)).headers.get("Location")).toBe("/login?arrived=%2Fdashboard");
    expect((await post({ ...request, cookies: "on" }, visit)).headers.get("Location")).toBe("/dashboard");
  });

  it.each([
    [{ email: "njeri" }, { email: ["Please enter a valid email address"] }],
    [{ email: " " }, { email: ["Please enter your email address"] }],
    [{ password: "" }, { password: ["Please enter your password"] }],
  ])("%j is refused at its field", async (fields, error) => {
    const { status, data, context } = await signIn(fields);
    expect(status).toBe(400);
    expect(data?.form).toBe("sign-in");
    expect(data?.result.error).toEqual(error);
    expect(context.isRefused).toBe(true);
  });

  it("a wrong password gets the service's words, and no password goes back", async () => {
    const reply = await signIn({ password: "not-this-one" });
    expect(reply.status).toBe(400);
    expect(wordsOf(reply)).toBe("Invalid login credentials");
    expect(reply.data?.result.initialValue).toMatchObject({ email });
    expect(reply.text).not.toContain("not-this-one");
  });

  it("neither does one of a form that was not even read", async () => {
    expect((await signIn({ email: "x", password: "not-this-one" })).text).not.toContain("not-this-one");
  });

  it("without token and stamp it is refused, and nobody is asked about the password", async () => {
    expect(wordsOf(await signIn({ stamp: "" }))).toBe("Please complete the CAPTCHA verification");
  });

  it("a token is good once", async () => {
    expect((await signIn({ turnstileToken: "t", stamp: "" })).status).toBe(303);
    const again = await signIn({ turnstileToken: "t", stamp: "" });
    expect(wordsOf(again)).toBe("CAPTCHA verification failed. Please try again.");
    expect(again.text).not.toContain(PASSWORD);
    expect(again.data?.stamp).toMatch(/\./);
  });

  it("the sixth try in a row has to wait, and is told how long", async () => {
    const visit = { address: "203.0.113.9" };
    const person = { email: newEmail(), password: "wrong" };
    for (let i = 0; i < 5; i++) expect((await signIn(person, visit)).status).toBe(400);
    const sixth = await signIn(person, visit);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(wordsOf(sixth)).toMatch(
      /^There were too many tries to sign in\. Please wait \d+ seconds, then try again\.$/,
    );
    expect(sixth.text).not.toContain("wrong");
    expect((await signIn(person, { address: "203.0.113.10" })).status).toBe(400);
  });

  it("an address that failed twenty times is asked a question, and the right answer opens", async () => {
    const visit = { address: "203.0.113.20" };
    for (let i = 0; i < 20; i++) await signIn({ email: newEmail() }, visit);
    const asked = await signIn({}, visit);
    expect(asked.data?.question?.text).toMatch(/\?$/);
    expect((await signIn({ question: "capital", answer: "Nairobi" }, visit)).status).toBe(303);
  });
});

describe("creating an account", () => {
  it("sends one mail and goes to sign in, with a notice that names the address", async () => {
    const person = { email: newEmail() };
    const reply = await signUp(person);
    expect(reply.status).toBe(303);
    expect(reply.headers.get("Location")).toBe("/login");
    expect(reply.notice).toContain(`Account created! Please check ${person.email} to verify your account.`);
    await settled();
    expect(mails.map(({ to }) => to)).toEqual([person.email]);
    expect(wordsOf(await signIn({ ...person, password: "first password" }))).toBe("Email not confirmed");
  });

  it("is done once for the same submission, however often it comes", async () => {
    const person = { email: newEmail() };
    const replies = await Promise.all([signUp(person), signUp(person), signUp({ ...person, name: " New " })]);
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303]);
    await settled();
    expect(mails).toHaveLength(1);
  });

  it("looks the same for an address that has an account, and takes as long, and sends nothing", async () => {
    const times: number[] = [];
    const replies = [];
    for (const address of [email, newEmail()]) {
      const begun = performance.now();
      const { status, headers, notice } = await signUp({ email: address });
      times.push(performance.now() - begun);
      replies.push([status, headers.get("Location"), notice?.replace(address, "…").replace(/"id":"[^"]*"/, "")]);
    }
    expect(replies[0]).toEqual(replies[1]);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(399);
    await settled();
    expect(mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it.each([
    [{ password: "7 chars" }, { password: ["Password must be at least 8 characters"] }],
    [{ password: "x".repeat(73) }, { password: ["Password must be at most 72 characters"] }],
    [{ name: " " }, { name: ["Please enter your name"] }],
    [{ email: "njeri" }, { email: ["Please enter a valid email address"] }],
    [{ password: "" }, { password: ["Please enter your password"] }],
  ])("%j is refused at its field, and the password does not go back", async (fields, error) => {
    const { status, data, text } = await signUp(fields);
    expect(status).toBe(400);
    expect(data?.form).toBe("sign-up");
    expect(data?.result.error).toEqual(error);
    expect(text).not.toMatch(/first password|7 chars|xxxx/);
  });

  it("a form that is sent within three seconds comes back filled, and passes then", async () => {
    const first = await signUp({ stamp: stampFor("sign-up") });
    expect(wordsOf(first)).toBe("Please press the button again");
    expect((await signUp({ stamp: first.data?.stamp ?? "" })).status).toBe(303);
  });

  it("sends two mails a day to one address, and says so after", async () => {
    const person = { email: newEmail() };
    for (const name of ["One", "Two"]) expect((await signUp({ ...person, name })).status).toBe(303);
    const third = await signUp({ ...person, name: "Three" });
    expect(third.status).toBe(429);
    expect(Number(third.headers.get("Retry-After"))).toBeGreaterThan(3600);
    expect(wordsOf(third)).toMatch(/^We have sent this address two mails today\./);
    await settled();
    expect(mails).toHaveLength(2);
  });

  it("a service that refuses costs none of them, and its words are passed on", async () => {
    const person = { email: newEmail() };
    const answer = () => Response.json({ code: "x", msg: "Signups not allowed" }, { status: 422 });
    for (let i = 0; i < 3; i++) {
      expect(wordsOf(await withAuth(answer, () => signUp(person)))).toBe("Signups not allowed");
    }
    expect((await signUp(person)).status).toBe(303);
  });

  it("an outage gets the catalogue's sentence", async () => {
    const reply = await withAuth(
      () => new Response("", { status: 503 }),
      () => signUp(),
    );
    expect(reply.status).toBe(502);
    expect(wordsOf(reply)).toBe("An error occurred. Please try again.");
  });

  it("from the eleventh mail of an address in an hour, whoever has no token is asked a question", async () => {
    const visit = { address: "203.0.113.30" };
    for (let i = 0; i < 10; i++) expect((await signUp({}, visit)).status).toBe(303);
    expect((await signUp({}, visit)).data?.question?.text).toMatch(/\?$/);
    expect((await signUp({ turnstileToken: "fresh" }, visit)).status).toBe(303);
  });

  it("while the bot check's worker is silent the other door is open", async () => {
    server.use(http.post("*/bot-check", () => HttpResponse.error()));
    expect((await signUp({ turnstileToken: "t" })).status).toBe(303);
    expect(wordsOf(await signUp({ turnstileToken: "t", stamp: "" }))).toBe("Please complete the CAPTCHA verification");
  });
});

describe("the page", () => {
  const cookieOf = async () => (await signIn()).cookies[0]?.split(";")[0] ?? "";
  async function open(search: string, cookie?: string) {
    const headers = new Headers(cookie === undefined ? undefined : { Cookie: cookie });
    const request = new Request(`http://127.0.0.1:3000/login${search}`, { headers });
    const reply = await loader({ request, context: {}, params: {} });
    if (reply instanceof Response) return { to: reply.headers.get("Location"), headers: reply.headers };
    return { page: reply.data, headers: new Headers(reply.init?.headers) };
  }

  it("is everybody's, but with a parameter of ours it is one visitor's own", async () => {
    expect((await open("")).headers.has("Cache-Control")).toBe(false);
    for (const search of ["?tab=signup", "?redirectTo=/dashboard", "?arrived=/"]) {
      expect((await open(search)).headers.get("Cache-Control")).toBe("private, no-cache");
    }
    expect((await open("?tab=signup")).page).toMatchObject({ isSignUp: true, keepsNoCookies: false });
    expect((await open("?redirectTo=//evil.example")).page?.goal).toBeUndefined();
  });

  it("tells whoever arrives without a session that cookies are off, and keeps where they wanted to go", async () => {
    expect((await open("?arrived=/dashboard")).page).toMatchObject({ keepsNoCookies: true, goal: "/dashboard" });
  });

  it("sends on whoever is signed in", async () => {
    const cookie = await cookieOf();
    expect((await open("", cookie)).to).toBe("/");
    expect((await open("?redirectTo=/dashboard", cookie)).to).toBe("/dashboard");
    const arrived = await open("?arrived=/dashboard", cookie);
    expect(arrived.to).toBe("/dashboard");
    expect(textOf(arrived.headers.get("Set-Cookie") ?? "")).toContain("Logged in successfully!");
    expect((await open("?arrived=//evil.example", cookie)).to).toBe("/");
  });
});
