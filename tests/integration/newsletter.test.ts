import { setTimeout as wait } from "node:timers/promises";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { action as contact } from "#app/routes/contact/page.tsx";
import { server } from "#mocks/node.ts";
import {
  database,
  linkTo,
  newEmail,
  newToken,
  postSubscriber,
  pressSubscriberLink,
  rowsOf,
  send,
  sentTo,
  watch,
} from "./lead-forms.ts";

const THANKS = "Thank you for subscribing! Check your email for confirmation.";
const FAILED = "Failed to subscribe. Please try again.";
const subscriberRows = (email: string) => rowsOf("newsletter_pending", email);

const watchWorker = (response?: () => Response) => watch("newsletter", response);

describe("with a token", () => {
  it("passes the subscriber to the worker with the three newest posts, and stores nothing", async () => {
    const calls = watchWorker();
    const [email, turnstileToken] = [newEmail(), newToken()];
    const reply = await postSubscriber({ email, firstName: "Njeri", lastName: "Mwangi", turnstileToken });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/newsletter"]);
    expect(reply.flash).toContain(THANKS);
    expect(calls.map(({ body }) => body)).toEqual([
      {
        email,
        firstName: "Njeri",
        lastName: "Mwangi",
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
    const links = [...html.matchAll(/href="(http[^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      "http://127.0.0.1:3000/blog",
      ...newest.map(({ slug }) => `http://127.0.0.1:3000/blog/${slug}`),
      "http://127.0.0.1:3000/contact",
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/newsletter\/unsubscribe\?token=[\w-]{40,}$/),
    ]);
    expect(await subscriberRows(email)).toEqual([]);
  });

  it("works the same on the contact page, where scripts keep the visitor", async () => {
    const email = newEmail();
    const fields = { email, website_2: "", turnstileToken: newToken() };
    const reply = await send(contact, "/contact?newsletter", fields);
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/contact"]);
    expect(reply.flash).toContain(THANKS);
    expect(sentTo(email, "newsletter")).toHaveLength(1);
  });
});

describe("without a token", () => {
  it("returns the same result for a button pressed again while the worker is slow, and sends one welcome", async () => {
    const email = newEmail();
    await postSubscriber({ email });
    const token = linkTo(email);
    const keys: unknown[] = [];
    let onRequest = () => {};
    const asked = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    server.use(
      http.post("*/newsletter", async ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        onRequest();
        await wait(600);
        return HttpResponse.error();
      }),
    );
    const first = pressSubscriberLink(token);
    await asked;
    const replies = await Promise.all([first, pressSubscriberLink(token)]);
    expect(replies.map(({ link }) => link)).toEqual([1, 2].map(() => ({ token, message: FAILED })));
    expect(keys).toHaveLength(1);
    const again = watchWorker();
    expect((await pressSubscriberLink(token)).status).toBe(303);
    expect(again.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual(keys);
  });

  it("replies the same for a subscribed address, and changes nothing without its confirmation", async () => {
    const email = newEmail();
    await postSubscriber({ email, firstName: "Njeri" });
    await pressSubscriberLink(linkTo(email));
    const again = await postSubscriber({ email, firstName: "Mallory" });
    expect(again.flash).toContain(THANKS);
    expect(await subscriberRows(email)).toMatchObject([{ status: "sent", first_name: "Njeri" }]);
  });
});

describe("an invalid form", () => {
  it.each([
    ["", "Please enter your email address"],
    ["njeri@example.co.ke, otieno@example.co.ke", "Please enter a valid email address"],
    [`${"n".repeat(250)}@example.co.ke`, "Please use at most 254 characters"],
  ])("%j is refused at its field", async (email, words) => {
    const reply = await postSubscriber({ email, firstName: "Njeri" });
    expect(reply.status).toBe(400);
    expect(reply.data?.result.error).toEqual({ email: [words] });
    expect(reply.data?.result.initialValue).toMatchObject({ firstName: "Njeri" });
  });
});
