import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { env } from "#app/env.server.ts";
import { confirmToken, hashOfToken } from "#app/gateways/unconfirmed.server.ts";
import { makeStamp } from "#app/http/form-stamp.server.ts";
import { loader as confirmPage } from "#app/routes/stride/confirm.tsx";
import { server } from "#mocks/node.ts";
import {
  database,
  linkTo,
  newEmail,
  newToken,
  postSchool,
  pressSchoolLink,
  rowsOf,
  SCHOOL,
  sentTo,
  wordsOf,
} from "./mail-forms.ts";

const FAILED = "Failed to submit. Please try again.";
const THANKS = "Thank you for your interest! We'll be in touch soon.";
const school = (email: string) => rowsOf("school_interest", email);

/** What the e-mail worker was sent, in this test. */
function watchWorker(answer?: () => Response) {
  const calls: { body: unknown; headers: Headers }[] = [];
  server.resetHandlers();
  server.use(
    http.post("*/stride-mail", async ({ request }) => {
      calls.push({ body: await request.clone().json(), headers: request.headers });
      return answer?.();
    }),
  );
  return calls;
}

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
      firstName: "Grace Achieng",
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
    ["500 with words", () => HttpResponse.json({ error: "The mail server is not answering." }, { status: 500 })],
    ["500 without", () => new HttpResponse(null, { status: 500 })],
    ["200 that says no", () => HttpResponse.json({ success: false })],
    ["a page", () => new HttpResponse("<html>")],
    ["a broken connection", () => HttpResponse.error()],
  ])("when the worker answers with %s the row stays, and trying again sends only the mail", async (_what, answer) => {
    const email = newEmail();
    const calls = watchWorker(answer);
    const failed = await postSchool({ email, turnstileToken: newToken() });
    expect([failed.status, wordsOf(failed)]).toEqual([502, FAILED]);
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
  });

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
    expect([failed.status, failed.link]).toEqual([502, { token, message: FAILED }]);
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
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3600_000 });
    await postSchool();
    vi.useRealTimers();
    expect(await school(old)).toEqual([]);
    expect(await school(kept)).toMatchObject([{ status: "sent" }]);
    expect((await pressSchoolLink(token)).link).toEqual({});
  });
});

describe("the settings", () => {
  it("without the workers' key whoever confirms is kept, to be sent, and never said to be sent", async () => {
    const calls = watchWorker();
    const email = newEmail();
    await postSchool({ email });
    const token = linkTo(email);
    const workerKey = env.workerKey;
    Object.assign(env, { workerKey: undefined });
    const reply = await pressSchoolLink(token);
    Object.assign(env, { workerKey });
    expect(reply.status).toBe(303);
    expect(reply.notice).toContain("48 hours");
    expect(reply.notice).not.toContain("check your e-mail");
    expect(await school(email)).toMatchObject([{ status: "confirmed", sent_at: null }]);
    expect(calls).toEqual([]);
  });

  it("a form whose tokens this server spends hands none to the worker, but the key", async () => {
    const calls = watchWorker();
    const [email, turnstileToken] = [newEmail(), newToken()];
    const { forms } = env.botCheck;
    Object.assign(env.botCheck, { forms: ["school-interest"] });
    const taken = await postSchool({ email, turnstileToken });
    const spent = await postSchool({ turnstileToken });
    Object.assign(env.botCheck, { forms });
    expect(taken.status).toBe(303);
    expect(wordsOf(spent)).toBe("CAPTCHA verification failed. Please try again.");
    expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ email, turnstileToken: "" })]);
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer sandbox-worker-key");
    expect(await school(email)).toMatchObject([{ status: "sent", turnstile_token: turnstileToken }]);
  });

  it("while the worker that spends them here is silent, the other door is open, and not by itself", async () => {
    server.use(http.post("*/bot-check", () => HttpResponse.error()));
    const email = newEmail();
    const { forms } = env.botCheck;
    Object.assign(env.botCheck, { forms: ["school-interest"] });
    const open = await postSchool({ email, turnstileToken: newToken() });
    const shut = await postSchool({ turnstileToken: newToken(), stamp: undefined });
    Object.assign(env.botCheck, { forms });
    expect(open.status).toBe(303);
    expect(await school(email)).toMatchObject([{ status: "unconfirmed", turnstile_token: null }]);
    expect(wordsOf(shut)).toBe("Please complete the CAPTCHA verification");
  });
});

describe("a bad form", () => {
  const TYPED = { students: "101-300", interest: "fees" };

  it.each([
    ["name", { name: " " }, "Please enter your name"],
    ["school", { school: "" }, "Please enter the name of the school"],
    ["email", { email: "" }, "Please enter your email address"],
    ["email", { email: "grace at example" }, "Please enter a valid email address"],
    ["email", { email: "1<victim@example.co.ke>" }, "Please enter a valid email address"],
    ["phone", { phone: "07123" }, "Enter a Kenyan phone number, such as 0712345678"],
    ["phone", { phone: "+1 415 555 2671" }, "Enter a Kenyan phone number, such as 0712345678"],
    ["role_label", { role_label: "King" }, "Please choose one of the list"],
    ["students", { students: "7" }, "Please choose one of the list"],
    ["interest", { interest: "football" }, "Please choose one of the list"],
  ])("is said at %s for %j, with everything kept, and nothing is stored or spent", async (field, fields, words) => {
    const calls = watchWorker();
    const reply = await postSchool({ ...fields, turnstileToken: newToken() });
    expect(reply.status).toBe(400);
    expect(reply.data?.result.error).toEqual({ [field]: [words] });
    expect(reply.data?.result.initialValue).toMatchObject({ ...TYPED, ...(field in TYPED ? fields : {}) });
    expect(await database.query("select id from school_interest")).toEqual([]);
    expect(calls).toEqual([]);
  });

  it("with the two optional questions left open is fine, and the mail says N/A", async () => {
    const email = newEmail();
    expect((await postSchool({ email, students: "", interest: "", turnstileToken: newToken() })).status).toBe(303);
    expect(await school(email)).toMatchObject([{ student_count: "", interest: "" }]);
    expect(sentTo(email)[0]?.html?.match(/N\/A/g)).toHaveLength(2);
  });

  it("hostile words are text in the mail", async () => {
    const email = newEmail();
    await postSchool({ email, school: '<img src=x onerror="alert(1)">', turnstileToken: newToken() });
    expect(sentTo(email)[0]?.html).toContain("&#60;img src=x");
    expect(sentTo(email)[0]?.html).not.toContain("<img");
  });
});

describe("who may be no person", () => {
  it.each([
    ["neither token nor stamp", () => undefined, "Please complete the CAPTCHA verification"],
    ["a stamp of another form", () => makeStamp("newsletter", 10_000), "Please complete the CAPTCHA verification"],
    ["a stamp just made", () => makeStamp("school-interest"), "Please press the button again"],
    ["a stamp of yesterday", () => makeStamp("school-interest", 25 * 3600_000), "Please press the button again"],
  ])("with %s is refused, and nothing is stored or sent", async (_what, stamp, words) => {
    const email = newEmail();
    const reply = await postSchool({ email, stamp: stamp() });
    expect([reply.status, wordsOf(reply)]).toEqual([400, words]);
    expect(await school(email)).toEqual([]);
    expect(sentTo(email)).toEqual([]);
  });

  it.each([{ website_2: undefined }, { website_2: "https://spam.example" }])(
    "with the trap %j is asked a question, and its answer lets it through",
    async (trap) => {
      const email = newEmail();
      const asked = await postSchool({ email, ...trap });
      expect(asked.data?.question?.text).toMatch(/\?$/);
      expect(await school(email)).toEqual([]);
      expect((await postSchool({ email, ...trap, question: "sum", answer: "saba" })).status).toBe(303);
    },
  );

  it("too early comes back filled, with a stamp that is valid at once", async () => {
    const early = await postSchool({ stamp: makeStamp("school-interest") });
    expect((await postSchool({ stamp: early.data?.stamp })).status).toBe(303);
  });
});

describe("the database", () => {
  const TABLES = ["school_interest", "submissions"];

  it("being down is said in the catalogue's words, with everything kept, and no mail is sent", async () => {
    const email = newEmail();
    for (const table of TABLES) await database.query(`alter table ${table} rename to ${table}_gone`);
    const reply = await postSchool({ email, turnstileToken: newToken() });
    for (const table of TABLES) await database.query(`alter table ${table}_gone rename to ${table}`);
    expect([reply.status, wordsOf(reply)]).toEqual([502, FAILED]);
    expect(reply.data?.result.initialValue).toMatchObject(SCHOOL);
    expect(sentTo(email)).toEqual([]);
    expect((await postSchool({ email, turnstileToken: newToken() })).status).toBe(303);
    expect(await school(email)).toHaveLength(1);
  });
});
