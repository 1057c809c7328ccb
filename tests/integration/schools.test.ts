import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { purgeUnconfirmed } from "#app/mail/unconfirmed-rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
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
  watch,
  wordsOf,
} from "./lead-forms.ts";

// lead-forms.test.ts tests what this form shares with the newsletter form.

const FAILED = "Failed to submit. Please try again.";
const THANKS = "Thank you for your interest! We'll be in touch soon.";
const school = (email: string) => rowsOf("school_interest", email);
const watchWorker = (response?: () => Response) => watch("stride-mail", response);

describe("with a token", () => {
  it("stores one row, has the worker write to the school, and thanks it by name", async () => {
    const calls = watchWorker();
    const [email, turnstileToken] = [newEmail(), newToken()];
    const reply = await postSchool({ email, turnstileToken, wants_news: "on" });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/stride"]);
    for (const words of [THANKS, "Kibera Hills Primary", "check your e-mail", "48 hours"]) {
      expect(reply.flash).toContain(words);
    }
    const [row, ...others] = await school(email);
    expect(others).toEqual([]);
    const { students, ...typed } = SCHOOL;
    expect(row).toMatchObject({
      ...typed,
      email,
      phone_e164: "+254712345678",
      role: "headteacher",
      student_count: students,
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

  it("sends the mail of a process that died between row and mail, without a second row", async () => {
    const email = newEmail();
    watchWorker(() => HttpResponse.error());
    await postSchool({ email, turnstileToken: newToken() });
    // What a kill -9 leaves: a submission that is still running, of a dead process.
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

it("keeps the input when the sandbox's worker rejects the token of an address at captcha@", async () => {
  const email = `captcha@${crypto.randomUUID()}.example.co.ke`;
  const reply = await postSchool({ email, turnstileToken: newToken() });
  expect([reply.status, wordsOf(reply)]).toEqual([400, "CAPTCHA verification failed. Please try again."]);
  expect(reply.data?.result.initialValue).toMatchObject({ email });
  expect(sentTo(email)).toEqual([]);
});

it("logs a worker's error message without personal data and tokens", async () => {
  const [email, turnstileToken] = [newEmail(), newToken()];
  const logged = vi.spyOn(log, "error");
  watchWorker(() =>
    HttpResponse.json(
      { error: `Not sent to <${email}>, ${SCHOOL.phone}, +254712345678, ${turnstileToken}` },
      { status: 422 },
    ),
  );
  await postSchool({ email, turnstileToken });
  expect(logged.mock.calls.map(([fields]) => fields)).toEqual([
    { interest: expect.any(String), reason: "Not sent to (address) (number), (number), (token)" },
  ]);
});

describe("tokens that this server verifies", () => {
  const { forms } = env.botCheck;
  beforeEach(() => void Object.assign(env.botCheck, { forms: ["school-interest"] }));
  afterEach(() => void Object.assign(env.botCheck, { forms }));

  it("are not passed to the worker, which gets the key", async () => {
    const calls = watchWorker();
    const [email, turnstileToken] = [newEmail(), newToken()];
    const taken = await postSchool({ email, turnstileToken });
    const spent = await postSchool({ turnstileToken });
    expect(taken.status).toBe(303);
    expect(wordsOf(spent)).toBe("CAPTCHA verification failed. Please try again.");
    expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ email, turnstileToken: "" })]);
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer sandbox-worker-key");
    expect(await school(email)).toMatchObject([{ status: "sent", turnstile_token: turnstileToken }]);
  });

  it("fall back to the no-JavaScript path while the bot check is down, with a valid stamp only", async () => {
    server.use(http.post("*/bot-check", () => HttpResponse.error()));
    const email = newEmail();
    const open = await postSchool({ email, turnstileToken: newToken() });
    const shut = await postSchool({ turnstileToken: newToken(), stamp: undefined });
    expect(open.status).toBe(303);
    expect(await school(email)).toMatchObject([{ status: "unconfirmed", turnstile_token: null }]);
    expect(wordsOf(shut)).toBe("Please complete the CAPTCHA verification");
  });
});

it.each<Record<string, string>>([
  { name: " ", email: "1<njeri@example.co.ke>", phone: "07123", interest: "football" },
  { role_label: "King" },
])("reports the invalid fields %j, keeps the input, and stores and sends nothing", async (wrong) => {
  const calls = watchWorker();
  const { status, data } = await postSchool({ ...wrong, turnstileToken: newToken() });
  expect([status, Object.keys(data?.result.error ?? {}).sort()]).toEqual([400, Object.keys(wrong).sort()]);
  expect(data?.result.initialValue).toMatchObject({ school: SCHOOL.school, students: "101-300" });
  expect([await database.query("select id from school_interest"), calls]).toEqual([[], []]);
});

it("keeps all input and sends no mail while the database is down", async () => {
  const email = newEmail();
  const TABLES = ["school_interest", "submissions"];
  for (const table of TABLES) await database.query(`alter table ${table} rename to ${table}_gone`);
  const reply = await postSchool({ email, turnstileToken: newToken() });
  for (const table of TABLES) await database.query(`alter table ${table}_gone rename to ${table}`);
  expect([reply.status, wordsOf(reply)]).toEqual([503, FAILED]);
  expect(reply.data?.result.initialValue).toMatchObject(SCHOOL);
  expect(sentTo(email)).toEqual([]);
  expect((await postSchool({ email, turnstileToken: newToken() })).status).toBe(303);
  expect(await school(email)).toHaveLength(1);
});

it("reports a conflict when the database refuses a row as a duplicate that does not exist", async () => {
  const [email, error] = [newEmail(), { code: "23505", message: "duplicate key value violates unique constraint" }];
  server.use(http.post("*/rest/v1/rpc/*", () => HttpResponse.json(error, { status: 409 })));
  server.use(http.post("*/rest/v1/school_interest", () => HttpResponse.json(error, { status: 409 })));
  const reply = await postSchool({ email });
  expect([reply.status, wordsOf(reply)]).toEqual([
    409,
    expect.stringContaining("a registration like this one already"),
  ]);
  expect(reply.data?.result.initialValue).toMatchObject({ email });
  expect(sentTo(email)).toEqual([]);
});

describe("without a token", () => {
  it("tells the third of three concurrent registrations when to come back", async () => {
    const email = newEmail();
    const schools = ["First", "Second", "Third"];
    const replies = await Promise.all(schools.map((school) => postSchool({ email, school })));
    const [late, ...more] = replies.filter(({ status }) => status !== 303);
    expect([late?.status, more]).toEqual([429, []]);
    expect(Number(late?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("allows two more weeks after registering again on the last day, as the new mail says", async () => {
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
