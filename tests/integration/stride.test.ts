import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { database, newEmail, newToken, postSchool, rowsOf, SCHOOL, sentTo, watch, wordsOf } from "./mail-forms.ts";

const FAILED = "Failed to submit. Please try again.";
const THANKS = "Thank you for your interest! We'll be in touch soon.";
const school = (email: string) => rowsOf("school_interest", email);

const watchWorker = (answer?: () => Response) => watch("stride-mail", answer);

describe("with a token", () => {
  it("stores one row, has the school written to, and thanks it by name", async () => {
    const calls = watchWorker();
    const [email, turnstileToken] = [newEmail(), newToken()];
    const reply = await postSchool({ email, turnstileToken, wants_news: "on" });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/stride"]);
    for (const words of [THANKS, "Kibera Hills Primary", "check your e-mail", "48 hours"]) {
      expect(reply.notice).toContain(words);
    }
    const [row, ...others] = await school(email);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      name: "Grace Achieng",
      email,
      phone: "0712 345 678",
      phone_e164: "+254712345678",
      school: "Kibera Hills Primary",
      role: "headteacher",
      role_label: "Headteacher",
      student_count: "101-300",
      interest: "fees",
      turnstile_token: turnstileToken,
      wants_news: true,
      status: "sent",
    });
    expect(sentTo(email).map(({ kind }) => kind)).toEqual(["school"]);
    const [{ body, headers } = { body: {}, headers: new Headers() }] = calls;
    expect(body).toEqual({
      email,
      firstName: "Grace",
      lastName: "",
      turnstileToken,
      dynamicData: {
        subject: "Thank you for your interest in Stride",
        html: expect.stringContaining("48 hours"),
        tags: [{ name: "stride", value: "interest" }],
      },
    });
    expect(headers.has("Authorization")).toBe(false);
  });

  it("is thanked without a name where what was typed as one is none", async () => {
    const [calls, email] = [watchWorker(), newEmail()];
    expect((await postSchool({ email, name: "007", turnstileToken: newToken() })).status).toBe(303);
    expect(calls).toMatchObject([{ body: { firstName: "", lastName: "" } }]);
    expect(sentTo(email)).toHaveLength(1);
  });

  it.each([
    ["Student", "other"],
    ["Parent", "other"],
    ["Other", "other"],
    ["Teacher", "teacher"],
    ["Administrator", "administrator"],
  ])("%s is stored as the role %s, with the label", async (role_label, role) => {
    const email = newEmail();
    expect((await postSchool({ email, role_label, turnstileToken: newToken() })).status).toBe(303);
    expect(await school(email)).toMatchObject([{ role, role_label }]);
  });

  it("a refused token says so, keeps what was typed but not the token, and another token is taken", async () => {
    const email = newEmail();
    const refused = await postSchool({ email, turnstileToken: "refuse-1" });
    expect(refused.status).toBe(400);
    expect(wordsOf(refused)).toBe("CAPTCHA verification failed. Please try again.");
    expect(refused.data?.result.initialValue).toMatchObject({ ...SCHOOL, email });
    expect(JSON.stringify(refused.data)).not.toContain("refuse-1");
    expect(await school(email)).toMatchObject([{ status: "unconfirmed" }]);
    expect((await postSchool({ email, turnstileToken: newToken() })).status).toBe(303);
    expect(await school(email)).toMatchObject([{ status: "sent" }]);
    expect(sentTo(email)).toHaveLength(1);
  });

  it("a token that was used before is refused", async () => {
    const turnstileToken = newToken();
    expect((await postSchool({ turnstileToken })).status).toBe(303);
    expect(wordsOf(await postSchool({ turnstileToken }))).toBe("CAPTCHA verification failed. Please try again.");
  });

  it.each([
    ["500 with words", 503, () => HttpResponse.json({ error: "The mail server is not answering." }, { status: 500 })],
    ["500 without", 503, () => new HttpResponse(null, { status: 500 })],
    ["422", 400, () => HttpResponse.json({ error: "No such address." }, { status: 422 })],
    ["200 that says no", 400, () => HttpResponse.json({ success: false })],
    ["a page", 503, () => new HttpResponse("<html>")],
    ["a broken connection", 503, () => HttpResponse.error()],
  ])(
    "when the worker answers with %s the row stays, and trying again sends only the mail",
    async (_what, status, answer) => {
      const email = newEmail();
      const calls = watchWorker(answer);
      const failed = await postSchool({ email, turnstileToken: newToken() });
      expect([failed.status, wordsOf(failed)]).toEqual([status, FAILED]);
      expect(failed.data?.result.initialValue).toMatchObject(SCHOOL);
      expect(await school(email)).toMatchObject([{ status: "unconfirmed" }]);
      const again = watchWorker();
      expect((await postSchool({ email, turnstileToken: newToken() })).status).toBe(303);
      expect(await school(email)).toMatchObject([{ status: "sent" }]);
      expect(sentTo(email)).toHaveLength(1);
      // The same key, so that a worker whose answer was lost does not write twice.
      const keys = [...calls, ...again].map(({ headers }) => headers.get("Idempotency-Key"));
      expect(new Set(keys).size).toBe(1);
      expect(keys).toHaveLength(2);
    },
  );

  it("after a process that ended between the row and the mail, the next try sends the mail and makes no second row", async () => {
    const email = newEmail();
    watchWorker(() => HttpResponse.error());
    await postSchool({ email, turnstileToken: newToken() });
    // What kill -9 leaves: the submission is still said to be under way, by a process that is gone.
    await database.query(
      `insert into submissions (key, form, owner, state, started_at)
       select submission_key, 'school-interest', 'anonymous', 'running', now() - interval '2 minutes' from school_interest
       on conflict (key) do update set state = 'running', result = null, started_at = excluded.started_at`,
    );
    watchWorker();
    expect((await postSchool({ email, turnstileToken: newToken() })).status).toBe(303);
    expect(await school(email)).toHaveLength(1);
    expect(sentTo(email)).toHaveLength(1);
  });
});
