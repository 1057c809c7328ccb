import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { confirmToken, hashOfToken, purgeUnconfirmed } from "#app/gateways/unconfirmed.server.ts";
import { loader as confirmPage } from "#app/routes/stride/confirm.tsx";
import { server } from "#mocks/node.ts";
import {
  database,
  linkTo,
  newEmail,
  postSchool,
  pressSchoolLink,
  rowsOf,
  sentTo,
  watch,
  wordsOf,
} from "./mail-forms.ts";

const FAILED = "Failed to submit. Please try again.";
const _THANKS = "Thank you for your interest! We'll be in touch soon.";
const school = (email: string) => rowsOf("school_interest", email);

const watchWorker = (answer?: () => Response) => watch("stride-mail", answer);

describe("without a token", () => {
  it("stores the school unconfirmed and sends one mail with a link, which repeats nothing that was typed", async () => {
    const email = newEmail();
    const reply = await postSchool({ email, school: "Visit http://spam.example", name: "<b>Spam</b>" });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/stride"]);
    expect(reply.notice).toContain("check your e-mail");
    const [row] = await school(email);
    expect(row).toMatchObject({ status: "unconfirmed", turnstile_token: null, role: "headteacher" });
    const [mail, ...others] = sentTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: "mail", subject: "Confirm your interest in Stride" });
    expect(JSON.stringify(mail)).not.toMatch(/spam/i);
    expect(mail?.text).toContain(`http://127.0.0.1:3000/stride/confirm?token=${linkTo(email)}`);
    // Only the hash is stored.
    expect(JSON.stringify(row)).not.toContain(linkTo(email));
    expect(row?.confirm_token_hash).toBe(hashOfToken(linkTo(email)));
  });

  it("a GET of the link confirms nothing, its button does, once, and then the worker is called with its key", async () => {
    const calls = watchWorker();
    const email = newEmail();
    await postSchool({ email });
    const token = linkTo(email);
    const address = `http://127.0.0.1:3000/stride/confirm?token=${token}`;
    expect(await confirmPage({ request: new Request(address), context: {}, params: {} })).toEqual({ token });
    expect(await school(email)).toMatchObject([{ status: "unconfirmed", confirmed_at: null }]);
    expect(calls).toEqual([]);

    const replies = await Promise.all([pressSchoolLink(token), pressSchoolLink(token)]);
    replies.push(await pressSchoolLink(token));
    for (const reply of replies) {
      expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/stride"]);
      expect(reply.notice).toContain("Kibera Hills Primary");
    }
    expect(await school(email)).toMatchObject([
      { status: "sent", confirmed_at: expect.any(String), sent_at: expect.any(String) },
    ]);
    expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ email, turnstileToken: "" })]);
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer sandbox-worker-key");
    expect(sentTo(email).map(({ kind }) => kind)).toEqual(["school", "mail"]);
  });

  it("when the worker fails after the button the school stays confirmed, and pressing again sends the mail", async () => {
    const email = newEmail();
    await postSchool({ email });
    const token = linkTo(email);
    watchWorker(() => new HttpResponse(null, { status: 500 }));
    const failed = await pressSchoolLink(token);
    expect([failed.status, failed.link]).toEqual([503, { token, message: FAILED }]);
    expect(await school(email)).toMatchObject([{ status: "confirmed" }]);
    watchWorker();
    expect((await pressSchoolLink(token)).status).toBe(303);
    expect(await school(email)).toMatchObject([{ status: "sent" }]);
    expect(sentTo(email, "school")).toHaveLength(1);
  });

  it("when our mail fails the row stays, and trying again sends one mail", async () => {
    const email = newEmail();
    const failing = http.post("*/mail", () => HttpResponse.json({ error: "Later." }, { status: 503 }));
    server.use(failing);
    for (let i = 0; i < 3; i++) expect(wordsOf(await postSchool({ email }))).toBe(FAILED);
    server.resetHandlers();
    expect((await postSchool({ email })).status).toBe(303);
    expect(await school(email)).toMatchObject([{ status: "unconfirmed" }]);
    expect(sentTo(email)).toHaveLength(1);
  });

  it("the same school sent again, and at the same moment, is one row and one mail", async () => {
    const email = newEmail();
    const replies = await Promise.all([1, 2, 3].map(() => postSchool({ email })));
    replies.push(await postSchool({ email: ` ${email.toUpperCase()}`, phone: "+254 (0) 712-345678" }));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await school(email)).toHaveLength(1);
    expect(sentTo(email)).toHaveLength(1);
  });

  it("the second press of what was the last mail of the day to a mailbox is a success as the first", async () => {
    const email = newEmail();
    expect((await postSchool({ email, school: "Another School" })).status).toBe(303);
    const replies = await Promise.all([1, 2].map(() => postSchool({ email })));
    replies.push(await postSchool({ email }));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(sentTo(email)).toHaveLength(2);
    const third = await postSchool({ email, school: "A Third School" });
    expect([third.status, wordsOf(third)]).toEqual([429, expect.stringContaining("two mails today")]);
    expect(Number(third.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("of three at once, the one that comes too late is told when to come back", async () => {
    const email = newEmail();
    const schools = ["First", "Second", "Third"];
    const replies = await Promise.all(schools.map((school) => postSchool({ email, school })));
    const [late, ...more] = replies.filter(({ status }) => status !== 303);
    expect([late?.status, more]).toEqual([429, []]);
    expect(Number(late?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it.each(["", "x", "x".repeat(43), "../../etc", "a b", confirmToken("newsletter", "x")])(
    "a link that is none of ours (%j) says so and changes nothing",
    async (token) => {
      const email = newEmail();
      await postSchool({ email });
      const reply = await pressSchoolLink(token);
      expect([reply.status, reply.link]).toEqual([400, {}]);
      expect(await school(email)).toMatchObject([{ status: "unconfirmed" }]);
    },
  );

  it("what was not confirmed for two weeks is gone, and its link with it; what was confirmed stays", async () => {
    const [old, kept] = [newEmail(), newEmail()];
    await postSchool({ email: old });
    await postSchool({ email: kept });
    const token = linkTo(old);
    await pressSchoolLink(linkTo(kept));
    await database.query("update school_interest set created_at = now() - interval '15 days'");
    await purgeUnconfirmed("school");
    expect(await school(old)).toEqual([]);
    expect(await school(kept)).toMatchObject([{ status: "sent" }]);
    expect((await pressSchoolLink(token)).link).toEqual({});
  });

  it("who asks again on the last day has two weeks from then, as the new mail says", async () => {
    const email = newEmail();
    await postSchool({ email });
    await database.query("update school_interest set created_at = now() - interval '14 days' + interval '1 hour'");
    await database.query("truncate submissions");
    expect((await postSchool({ email })).status).toBe(303);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3600_000 });
    await purgeUnconfirmed("school");
    vi.useRealTimers();
    expect(await school(email)).toMatchObject([{ status: "unconfirmed" }]);
    expect((await pressSchoolLink(linkTo(email))).status).toBe(303);
  });
});
