import { setTimeout as wait } from "node:timers/promises";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { env } from "#app/env.server.ts";
import { hashOfToken, purgeUnconfirmed } from "#app/gateways/unconfirmed.server.ts";
import { action as contact } from "#app/routes/contact/page.tsx";
import { loader as confirmPage } from "#app/routes/newsletter/confirm.tsx";
import { server } from "#mocks/node.ts";
import {
  database,
  linkTo,
  newEmail,
  newToken,
  postReader,
  pressReaderLink,
  rowsOf,
  send,
  sentTo,
  watch,
  wordsOf,
} from "./mail-forms.ts";

const THANKS = "Thank you for subscribing! Check your email for confirmation.";
const FAILED = "Failed to subscribe. Please try again.";
const reader = (email: string) => rowsOf("newsletter_pending", email);

const watchWorker = (answer?: () => Response) => watch("newsletter", answer);

describe("with a token", () => {
  it("hands the reader to the worker with the three newest posts, and keeps nothing", async () => {
    const calls = watchWorker();
    const [email, turnstileToken] = [newEmail(), newToken()];
    const reply = await postReader({ email, firstName: "Njeri", lastName: "Mwangi", turnstileToken });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/newsletter"]);
    expect(reply.notice).toContain(THANKS);
    expect(calls.map(({ body }) => body)).toEqual([
      {
        email,
        firstName: "Njeri",
        lastName: "",
        turnstileToken,
        dynamicData: {
          subject: "Welcome to the newsletter of Mtandao",
          html: expect.stringContaining("Hello Njeri,"),
          tags: [{ name: "newsletter", value: "welcome" }],
        },
      },
    ]);
    expect(calls[0]?.headers.has("Authorization")).toBe(false);
    const newest = await database.query("select slug from posts order by created_at desc limit 3");
    const html = sentTo(email)[0]?.html ?? "";
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      ...newest.map(({ slug }) => `http://127.0.0.1:3000/blog/${slug}`),
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/newsletter\/unsubscribe\?token=[\w-]{40,}$/),
    ]);
    expect(await reader(email)).toEqual([]);
  });

  it("works with the e-mail address alone", async () => {
    const email = newEmail();
    expect((await postReader({ email, turnstileToken: newToken() })).status).toBe(303);
    expect(sentTo(email)[0]?.html).toContain("<p>Hello,</p>");
  });

  it.each([
    [() => HttpResponse.json({ error: "This list is full." }, { status: 400 }), "This list is full.", 400],
    [() => HttpResponse.json({ success: false, error: "This list is full." }), "This list is full.", 400],
    [() => new HttpResponse(null, { status: 400 }), "Subscription failed", 400],
    [() => HttpResponse.json({ success: false }), "Subscription failed", 400],
    [() => HttpResponse.error(), FAILED, 503],
    [() => new HttpResponse("<html>"), FAILED, 503],
  ])("when the worker fails its words are shown, else the catalogue's (%#)", async (answer, words, status) => {
    const email = newEmail();
    watchWorker(answer);
    const reply = await postReader({ email, firstName: "Njeri", turnstileToken: newToken() });
    expect([reply.status, wordsOf(reply)]).toEqual([status, words]);
    expect(reply.data?.result.initialValue).toMatchObject({ email, firstName: "Njeri" });
    server.resetHandlers();
    expect((await postReader({ email, firstName: "Njeri", turnstileToken: newToken() })).status).toBe(303);
    expect(sentTo(email)).toHaveLength(1);
  });

  it.each(["refuse-1", "used"])("a token that is not accepted (%s) says so, and does not go back", async (kind) => {
    const turnstileToken = kind === "used" ? newToken() : kind;
    if (kind === "used") await postReader({ turnstileToken });
    const reply = await postReader({ turnstileToken });
    expect([reply.status, wordsOf(reply)]).toEqual([400, "CAPTCHA verification failed. Please try again."]);
    expect(JSON.stringify(reply.data)).not.toContain(turnstileToken);
  });

  it("posted to the contact page, where scripts keep it, it is the same", async () => {
    const email = newEmail();
    const fields = { email, website_2: "", turnstileToken: newToken() };
    const reply = await send(contact, "/contact?newsletter", fields);
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/contact"]);
    expect(reply.notice).toContain(THANKS);
    expect(sentTo(email, "newsletter")).toHaveLength(1);
  });

  it("the same subscription sent again, and at the same moment, is carried out once", async () => {
    const email = newEmail();
    const calls = watchWorker();
    const replies = await Promise.all([1, 2, 3].map(() => postReader({ email, turnstileToken: newToken() })));
    replies.push(await postReader({ email: email.toUpperCase(), turnstileToken: newToken() }));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(calls).toHaveLength(1);
  });
});

describe("without a token", () => {
  it("keeps the reader unconfirmed and sends one mail, which repeats nothing that was typed", async () => {
    const calls = watchWorker();
    const email = newEmail();
    const reply = await postReader({ email, firstName: "Spam", lastName: "http://spam.example" });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/newsletter"]);
    expect(reply.notice).toContain(THANKS);
    const [row, ...others] = await reader(email);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ email, first_name: "Spam", last_name: "http://spam.example", status: "unconfirmed" });
    expect(row?.confirm_token_hash).toBe(hashOfToken(linkTo(email)));
    expect(JSON.stringify(row)).not.toContain(linkTo(email));
    expect(sentTo(email)).toMatchObject([{ kind: "mail", subject: "Confirm your subscription" }]);
    expect(JSON.stringify(sentTo(email))).not.toMatch(/spam/i);
    expect(calls).toEqual([]);
  });

  it("the second press of what was the last mail of the day to a mailbox is a success as the first", async () => {
    const email = newEmail();
    expect((await postReader({ email, firstName: "Njeri" })).status).toBe(303);
    expect((await postReader({ email })).status).toBe(303);
    expect((await postReader({ email })).notice).toContain(THANKS);
    expect((await postReader({ email, firstName: "Njeri" })).notice).toContain(THANKS);
    expect((await postReader({ email, firstName: "Wanjiku" })).status).toBe(429);
    expect(sentTo(email)).toHaveLength(2);
  });

  it("a GET of the link confirms nothing; its button does, and the worker is called once, with its key", async () => {
    const calls = watchWorker();
    const email = newEmail();
    await postReader({ email, firstName: "Njeri" });
    const token = linkTo(email);
    const address = `http://127.0.0.1:3000/newsletter/confirm?token=${token}`;
    expect(await confirmPage({ request: new Request(address), context: {}, params: {} })).toEqual({ token });
    expect(await reader(email)).toMatchObject([{ status: "unconfirmed" }]);

    const replies = await Promise.all([pressReaderLink(token), pressReaderLink(token)]);
    replies.push(await pressReaderLink(token));
    for (const { status, notice } of replies) {
      expect(status).toBe(303);
      expect(notice).toContain("Your subscription is confirmed");
    }
    expect(await reader(email)).toMatchObject([{ status: "sent", confirmed_at: expect.any(String) }]);
    expect(calls.map(({ body }) => body)).toEqual([
      expect.objectContaining({ email, firstName: "Njeri", lastName: "", turnstileToken: "" }),
    ]);
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer sandbox-worker-key");
  });

  it("when the worker fails after the button the reader stays confirmed, and pressing again tries again", async () => {
    const email = newEmail();
    await postReader({ email });
    const token = linkTo(email);
    watchWorker(() => HttpResponse.error());
    expect((await pressReaderLink(token)).link).toEqual({ token, message: FAILED });
    expect(await reader(email)).toMatchObject([{ status: "confirmed" }]);
    server.resetHandlers();
    expect((await pressReaderLink(token)).status).toBe(303);
    expect(await reader(email)).toMatchObject([{ status: "sent" }]);
    expect(sentTo(email, "newsletter")).toHaveLength(1);
  });

  it("a button that is pressed again while the worker is slow, or after its answer was lost, is the same welcome", async () => {
    const email = newEmail();
    await postReader({ email });
    const token = linkTo(email);
    const keys: unknown[] = [];
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    server.use(
      http.post("*/newsletter", async ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        isAsked();
        await wait(600);
        return HttpResponse.error();
      }),
    );
    const first = pressReaderLink(token);
    await asked;
    const replies = await Promise.all([first, pressReaderLink(token)]);
    expect(replies.map(({ link }) => link)).toEqual([1, 2].map(() => ({ token, message: FAILED })));
    expect(keys).toHaveLength(1);
    const again = watchWorker();
    expect((await pressReaderLink(token)).status).toBe(303);
    expect(again.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual(keys);
  });

  it("without the workers' key they stay confirmed, to be sent, and are not said to be subscribed", async () => {
    const calls = watchWorker();
    const email = newEmail();
    await postReader({ email });
    const workerKey = env.workerKey;
    Object.assign(env, { workerKey: undefined });
    const reply = await pressReaderLink(linkTo(email));
    Object.assign(env, { workerKey });
    expect(reply.notice).not.toMatch(/on its way|subscribed/);
    expect(await reader(email)).toMatchObject([{ status: "confirmed", sent_at: null }]);
    expect(calls).toEqual([]);
  });

  it("an address that is subscribed already gets the same answer, and nobody changes it without its mail", async () => {
    const email = newEmail();
    await postReader({ email, firstName: "Njeri" });
    await pressReaderLink(linkTo(email));
    const again = await postReader({ email, firstName: "Mallory" });
    expect(again.notice).toContain(THANKS);
    expect(await reader(email)).toMatchObject([{ status: "sent", first_name: "Njeri" }]);
  });

  it("our mail failing is said in the catalogue's words, and trying again sends one", async () => {
    const email = newEmail();
    server.use(http.post("*/mail", () => HttpResponse.json({ error: "Spam list." }, { status: 503 })));
    expect(wordsOf(await postReader({ email }))).toBe(FAILED);
    server.resetHandlers();
    expect((await postReader({ email })).status).toBe(303);
    expect(sentTo(email)).toHaveLength(1);
  });

  it("a link that is none of ours says so", async () => {
    for (const token of ["", "x", "y".repeat(43)]) {
      expect(await pressReaderLink(token)).toMatchObject({ status: 400, link: {} });
    }
  });

  it("what was not confirmed for two weeks is gone", async () => {
    const email = newEmail();
    await postReader({ email });
    await database.query("update newsletter_pending set created_at = now() - interval '15 days'");
    await purgeUnconfirmed("newsletter");
    expect(await reader(email)).toEqual([]);
  });
});
