import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { sealUnsubscribeLink } from "#app/newsletter/unsubscribe.server.ts";
import { action as unsubscribe, loader as unsubscribePage } from "#app/routes/newsletter/unsubscribe.tsx";

import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
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
  wordsOf,
} from "./lead-forms.ts";

const subscriberRows = (email: string) => rowsOf("newsletter_pending", email);
const pressUnsubscribe = (token: string) => send(unsubscribe, "/newsletter/unsubscribe", { token });

const watchWorker = (response?: () => Response) => watch("newsletter", response);

/** Returns the token of the unsubscribe link in the newest welcome. */
function unsubscribeTokenTo(email: string): string {
  const [welcome] = sentTo(email, "newsletter");
  return /unsubscribe\?token=([\w-]+)"/.exec(welcome?.html ?? "")?.[1] ?? "";
}

describe("unsubscribing", () => {
  it("is done by the button and not by a GET, and notifies the agency once", async () => {
    const email = newEmail();
    await postSubscriber({ email, firstName: "Njeri", turnstileToken: newToken() });
    const token = unsubscribeTokenTo(email);
    expect(token).not.toContain(email);
    const address = `http://127.0.0.1:3000/newsletter/unsubscribe?token=${token}`;
    expect(unsubscribePage({ request: new Request(address), context: {}, params: {} })).toEqual({ token });
    expect(await subscriberRows(email)).toEqual([]);
    for (const _press of [1, 2]) {
      const reply = await pressUnsubscribe(token);
      expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/"]);
      expect(reply.flash).toContain("You have left the newsletter");
      expect(reply.flash).toContain(`We will take ${email} off the list.`);
    }
    expect(await subscriberRows(email)).toMatchObject([
      { status: "left", first_name: null, left_at: expect.any(String) },
    ]);
    const notifications = outbox.list().filter(({ kind }) => kind === "contact");
    expect(notifications).toHaveLength(1);
    expect(notifications[0]?.text).toContain(email);
  });

  it("is not reverted by a stranger without a token, only by the subscriber's own confirmation", async () => {
    const email = newEmail();
    await pressUnsubscribe(sealUnsubscribeLink(email));
    await postSubscriber({ email, firstName: "Again" });
    expect(await subscriberRows(email)).toMatchObject([{ status: "left" }]);
    expect((await pressSubscriberLink(linkTo(email))).status).toBe(303);
    expect(await subscriberRows(email)).toMatchObject([{ status: "sent" }]);
  });

  it("is reverted with a token by the mailed link only, however often", async () => {
    const email = newEmail();
    const calls = watchWorker();
    for (const round of [0, 1]) {
      const reply = await postSubscriber({ email, turnstileToken: newToken() });
      expect(reply.flash).toContain("Thank you for subscribing! Check your email for confirmation.");
      if (round > 0) {
        expect(calls).toHaveLength(round);
        expect(await subscriberRows(email)).toMatchObject([{ status: "left" }]);
        expect((await pressSubscriberLink(linkTo(email))).status).toBe(303);
      }
      expect(calls).toHaveLength(round + 1);
      await pressUnsubscribe(sealUnsubscribeLink(email));
      expect(await subscriberRows(email)).toMatchObject([{ status: "left" }]);
    }
  });

  it("hides the mail service's error from an unsubscribed address, by either path", async () => {
    const email = newEmail();
    await pressUnsubscribe(sealUnsubscribeLink(email));
    server.use(http.post("*/mail", () => HttpResponse.json({ error: "Sender is not verified" }, { status: 422 })));
    for (const fields of [{}, { turnstileToken: newToken() }]) {
      const refused = await postSubscriber({ email, ...fields });
      expect([refused.status, wordsOf(refused)]).toEqual([400, "Failed to subscribe. Please try again."]);
    }
  });

  it("spends an unsubscribed address's token here, and subscribes nobody while the database is down", async () => {
    const email = newEmail();
    await pressUnsubscribe(sealUnsubscribeLink(email));
    const calls = watchWorker();
    expect(wordsOf(await postSubscriber({ email, turnstileToken: "refuse-1" }))).toBe(
      "CAPTCHA verification failed. Please try again.",
    );
    await database.query("alter table newsletter_pending rename to gone");
    const silent = await postSubscriber({ email, turnstileToken: newToken() });
    await database.query("alter table gone rename to newsletter_pending");
    expect(silent.status).toBe(503);
    const turnstileToken = newToken();
    expect((await postSubscriber({ email, turnstileToken })).status).toBe(303);
    expect(sentTo(email, "mail")).toHaveLength(1);
    // The token is spent, for another submission too.
    await pressUnsubscribe(sealUnsubscribeLink(email));
    expect((await postSubscriber({ email, firstName: "Again", turnstileToken })).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it("is stored when the agency cannot be reached; if the database is down too, it fails and the link stays", async () => {
    const email = newEmail();
    await postSubscriber({ email, turnstileToken: newToken() });
    const token = unsubscribeTokenTo(email);
    server.use(
      http.post("*/contact", () => HttpResponse.error()),
      http.post("*/rpc/store_message", () => HttpResponse.json({}, { status: 500 })),
    );
    await database.query("alter table newsletter_pending rename to gone");
    const failed = await pressUnsubscribe(token);
    await database.query("alter table gone rename to newsletter_pending");
    expect(failed).toMatchObject({
      status: 503,
      link: { token, message: expect.stringContaining("Please try again") },
    });
    expect((await pressUnsubscribe(token)).status).toBe(303);
    expect(await subscriberRows(email)).toMatchObject([{ status: "left" }]);
  });

  it("succeeds when only the message to the agency could be stored", async () => {
    const email = newEmail();
    await postSubscriber({ email, turnstileToken: newToken() });
    const token = unsubscribeTokenTo(email);
    server.use(http.post("*/contact", () => HttpResponse.error()));
    await database.query("alter table newsletter_pending rename to gone");
    const pressed = await pressUnsubscribe(token);
    await database.query("alter table gone rename to newsletter_pending");
    expect(pressed.status).toBe(303);
    expect(
      await database.query("select 1 as one from messages where email = $1 and failed_at is null", [email]),
    ).toEqual([{ one: 1 }]);
  });

  it("works for the longest address", async () => {
    const email = `${"字".repeat(240)}@example.co.ke`;
    expect((await pressUnsubscribe(sealUnsubscribeLink(email))).status).toBe(303);
    expect(await subscriberRows(email)).toMatchObject([{ status: "left" }]);
  });

  it.each(["", "x".repeat(60), "not a token"])("refuses the invalid link %j", async (token) => {
    expect(await pressUnsubscribe(token)).toMatchObject({ status: 400, link: {} });
    expect(await database.query("select id from newsletter_pending")).toEqual([]);
  });
});
