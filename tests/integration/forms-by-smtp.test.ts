// Imported first, so that modules which read the settings get these.
import "./smtp-settings.ts";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import { threadHref } from "#app/contact/reply.server.ts";
import { action as contact } from "#app/routes/contact/page.tsx";
import { action as oneClick, loader as oneClickPage } from "#app/routes/newsletter/one-click.ts";
import { action as unsubscribe } from "#app/routes/newsletter/unsubscribe.tsx";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { newBrowser } from "./browser.ts";
import {
  database,
  newEmail,
  newToken,
  postSchool,
  postSubscriber,
  pressSchoolLink,
  rowsOf,
  send,
  wordsOf,
} from "./lead-forms.ts";
import { renderPage } from "./render-page.ts";

afterEach(async () => {
  // No worker was called.
  expect(outbox.list()).toEqual([]);
  await database.query("truncate mails cascade");
});

const mailsTo = (email: string) =>
  database.query("select * from mails where recipient = $1 order by created_at", [email]);
const tokenIn = (mail: Record<string, unknown> | undefined, path: string) =>
  new RegExp(`${path}\\?token=([\\w-]+)`).exec(String(mail?.body_html))?.[1] ?? "";

describe("the school form without workers", () => {
  it("sends a confirmation mail in the transaction of its row, and thanks after the confirmation", async () => {
    const email = newEmail();
    expect((await postSchool({ email })).status).toBe(303);
    expect(await rowsOf("school_interest", email)).toMatchObject([{ status: "unconfirmed" }]);
    const [confirmation, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(confirmation).toMatchObject({ kind: "confirm", subject: "Confirm your interest in Stride", attempts: 0 });

    const token = tokenIn(confirmation, "/stride/confirm");
    for (const _press of [1, 2]) expect((await pressSchoolLink(token)).link?.message).toBeUndefined();
    expect(await rowsOf("school_interest", email)).toMatchObject([
      { status: "sent", confirmed_at: expect.anything(), sent_at: expect.anything() },
    ]);
    const [, thanks, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(thanks).toMatchObject({ kind: "school", tags: [{ name: "stride", value: "interest" }] });
    expect(thanks?.body_html).toContain("Kibera Hills Primary");
  });

  it("thanks at once when the bot check accepted its token", async () => {
    const [email, turnstileToken] = [newEmail(), newToken()];
    expect((await postSchool({ email, turnstileToken })).status).toBe(303);
    expect(await rowsOf("school_interest", email)).toMatchObject([{ status: "sent" }]);
    expect(await mailsTo(email)).toMatchObject([{ kind: "school" }]);
    expect(wordsOf(await postSchool({ turnstileToken }))).toMatch(/^CAPTCHA verification failed/);
  });
});

describe("the contact form without workers", () => {
  const typed = { name: "Njeri", subject: "Bei", message: "Habari\n.\nQUIT", domain: "jina.co.ke", website_2: "" };
  const messagesFrom = (email: string) => database.query("select * from messages where email = $1", [email]);

  it("stores the message, and mails it to the agency with Reply-To", async () => {
    const email = newEmail();
    for (const _press of [1, 2]) expect((await send(contact, "/contact", { ...typed, email })).status).toBe(303);
    const { website_2: _trap, ...kept } = typed;
    expect(await messagesFrom(email)).toMatchObject([{ ...kept, handed_on_at: expect.anything() }]);
    expect(await mailsTo("info@mtandao.co.ke")).toMatchObject([{ kind: "contact", reply_to: email, subject: "Bei" }]);
  });

  it("stores a message that is sent again after a day once, and mails it again", async () => {
    const email = newEmail();
    await send(contact, "/contact", { ...typed, email });
    await database.query("truncate submissions");
    await database.query("update mails set sent_at = now(), created_at = created_at - interval '1 day'");
    expect((await send(contact, "/contact", { ...typed, email })).status).toBe(303);
    expect(await messagesFrom(email)).toHaveLength(1);
    expect(await mailsTo("info@mtandao.co.ke")).toMatchObject([{ sent_at: null }]);
  });

  it("opens an ended thread again when its message is sent again after a day, not before", async () => {
    const email = newEmail();
    const again = async () => {
      await database.query("update messages set state = 'closed' where email = $1", [email]);
      await database.query("truncate submissions");
      await send(contact, "/contact", { ...typed, email });
      return (await messagesFrom(email))[0]?.state;
    };
    await send(contact, "/contact", { ...typed, email });
    await database.query("update mails set sent_at = now()");
    expect(await again()).toBe("closed");
    await database.query("update mails set created_at = created_at - interval '1 day'");
    expect(await again()).toBe("new");
  });

  it("mails what a visitor adds on the page of the thread, in its transaction", async () => {
    const email = newEmail();
    await send(contact, "/contact", { ...typed, email });
    const [message] = await messagesFrom(email);
    await database.query("truncate mails cascade");
    const path = new URL(threadHref(String(message?.id))).pathname;
    const fields = Object.entries({ message: "And by when?", partCount: "1", website_2: "" });
    for (const _press of [1, 2]) expect((await renderPage(newBrowser(), path, fields)).status).toBe(303);
    const told = {
      kind: "contact",
      reply_to: email,
      subject: "Re: Bei",
      body_text: expect.stringContaining("And by when?"),
    };
    expect(await mailsTo("info@mtandao.co.ke")).toMatchObject([told]);
    expect(await messagesFrom(email)).toHaveLength(1);
  });
});

describe("one-click unsubscribe", () => {
  const PRESS = { "List-Unsubscribe": "One-Click" };
  const pathTo = (mail: Record<string, unknown> | undefined) => {
    const { pathname, search } = new URL(String(mail?.unsubscribe_url));
    return pathname + search;
  };
  const pressOneClick = async (path: string, fields: Record<string, string>) => {
    const response = await oneClick({
      request: new Request(`http://127.0.0.1:3000${path}`, { method: "POST", body: new URLSearchParams(fields) }),
      context: {},
      params: {},
    });
    return { status: response.status, words: await response.text(), cookie: response.headers.get("Set-Cookie") };
  };
  const status = async (email: string) => (await rowsOf("newsletter_pending", email)).map((row) => row.status);
  const newSubscriber = async () => {
    const email = newEmail();
    await postSubscriber({ email, turnstileToken: newToken() });
    const [welcome] = await mailsTo(email);
    return { email, path: pathTo(welcome) };
  };

  it("unsubscribes however often it is sent; a GET redirects to the page and does nothing", async () => {
    const { email, path } = await newSubscriber();
    const page = oneClickPage({ request: new Request(`http://127.0.0.1:3000${path}`), context: {}, params: {} });
    expect([page.status, page.headers.get("Location")]).toEqual([
      302,
      path.replace("/newsletter/one-click?", "/newsletter/unsubscribe?"),
    ]);
    expect(await status(email)).toEqual(["sent"]);
    const left = { status: 200, words: "You have left the newsletter.\n", cookie: null };
    expect(await Promise.all([pressOneClick(path, PRESS), pressOneClick(path, PRESS)])).toEqual([left, left]);
    expect(await pressOneClick(path, PRESS)).toEqual(left);
    expect(await status(email)).toEqual(["left"]);
  });

  it("refuses every invalid link alike, and a POST without the fields of the RFC", async () => {
    const { email, path } = await newSubscriber();
    const wrong = { status: 400, words: "This link does not work.\n", cookie: null };
    const changed = path.slice(0, -2) + (path.endsWith("AA") ? "BB" : "AA");
    const odd = ["", "?token=", `?token=${"x".repeat(60)}`, `?token=${email}`].map(
      (query) => `/newsletter/one-click${query}`,
    );
    for (const other of [changed, ...odd]) expect(await pressOneClick(other, PRESS)).toEqual(wrong);
    const token = new URL(path, "http://site").searchParams.get("token") ?? "";
    const bodies: Record<string, string>[] = [{}, { token }, { "List-Unsubscribe": "yes" }];
    for (const fields of bodies) expect(await pressOneClick(path, fields)).toEqual(wrong);
    expect(await pressOneClick("/newsletter/one-click", { ...PRESS, token })).toEqual(wrong);
    expect(await status(email)).toEqual(["sent"]);
  });

  it("asks to try again while the database is down", async () => {
    const { email, path } = await newSubscriber();
    server.use(http.post("*/rpc/unsubscribe", () => HttpResponse.json({}, { status: 500 })));
    expect(await pressOneClick(path, PRESS)).toMatchObject({
      status: 503,
      words: expect.stringContaining("try again"),
    });
    server.resetHandlers();
    expect((await pressOneClick(path, PRESS)).status).toBe(200);
    expect(await status(email)).toEqual(["left"]);
  });

  it("is offered in newsletters only", async () => {
    const email = newEmail();
    await postSubscriber({ email });
    expect(await mailsTo(email)).toMatchObject([{ kind: "confirm", unsubscribe_url: null }]);
  });
});

describe("the newsletter form without workers", () => {
  it("subscribes and welcomes at once with a token, and its link unsubscribes without notifying anybody", async () => {
    const email = newEmail();
    expect((await postSubscriber({ email, firstName: "Njeri", turnstileToken: newToken() })).status).toBe(303);
    expect(await rowsOf("newsletter_pending", email)).toMatchObject([{ status: "sent", first_name: "Njeri" }]);
    const [welcome] = await mailsTo(email);
    expect(welcome).toMatchObject({ kind: "newsletter", tags: [{ name: "newsletter", value: "welcome" }] });
    expect(welcome?.body_text).toContain("Hello Njeri,");

    const token = tokenIn(welcome, "/newsletter/unsubscribe");
    expect((await send(unsubscribe, "/newsletter/unsubscribe", { token })).flash).toContain(
      `${email} is off the list.`,
    );
    expect(await rowsOf("newsletter_pending", email)).toMatchObject([{ status: "left", first_name: null }]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("subscribes an unconfirmed subscriber with a token, and asks an unsubscribed one again by either path", async () => {
    const email = newEmail();
    await postSubscriber({ email });
    await postSubscriber({ email, firstName: "Njeri", turnstileToken: newToken() });
    expect(await rowsOf("newsletter_pending", email)).toMatchObject([{ status: "sent", first_name: "Njeri" }]);

    const left = newEmail();
    await database.query("insert into newsletter_pending (email, status, left_at) values ($1, 'left', now())", [left]);
    expect((await postSubscriber({ email: left, turnstileToken: newToken() })).status).toBe(303);
    expect(await rowsOf("newsletter_pending", left)).toMatchObject([{ status: "left" }]);
    expect(await mailsTo(left)).toMatchObject([{ kind: "confirm" }]);
  });
});
