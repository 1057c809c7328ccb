import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { server } from "#mocks/node.ts";
import { challengeResponse } from "../challenge-response.ts";
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
} from "./mail-forms.ts";

const FAILED = "Failed to submit. Please try again.";
const school = (email: string) => rowsOf("school_interest", email);

const watchWorker = (answer?: () => Response) => watch("stride-mail", answer);

it("the sandbox's worker takes no token of captcha@, a good one neither, and what was typed stays", async () => {
  const email = `captcha@${crypto.randomUUID()}.example.co.ke`;
  const reply = await postSchool({ email, turnstileToken: newToken() });
  expect([reply.status, wordsOf(reply)]).toEqual([400, "CAPTCHA verification failed. Please try again."]);
  expect(reply.data?.result.initialValue).toMatchObject({ email });
  expect(sentTo(email)).toEqual([]);
});

it("a worker's words are written down for us without what somebody typed, or brought along", async () => {
  const [email, turnstileToken] = [newEmail(), newToken()];
  const said = vi.spyOn(log, "error");
  watchWorker(() =>
    HttpResponse.json(
      { error: `Not sent to <${email}>, ${SCHOOL.phone}, +254712345678, ${turnstileToken}` },
      { status: 422 },
    ),
  );
  await postSchool({ email, turnstileToken });
  expect(said.mock.calls.map(([fields]) => fields)).toEqual([
    { interest: expect.any(String), reason: "Not sent to (address) (number), (number), (token)" },
  ]);
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
    expect((await postSchool({ email, students: "", interest: "" })).status).toBe(303);
    expect(await school(email)).toMatchObject([{ student_count: "", interest: "" }]);
    await pressSchoolLink(linkTo(email));
    expect(sentTo(email, "school")[0]?.html?.match(/N\/A/g)).toHaveLength(2);
  });

  it("hostile words are text in the mail", async () => {
    const email = newEmail();
    await postSchool({ email, school: '<img src=x onerror="alert(1)">' });
    await pressSchoolLink(linkTo(email));
    expect(sentTo(email, "school")[0]?.html).toContain("&#60;img src=x");
    expect(sentTo(email, "school")[0]?.html).not.toContain("<img");
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
      expect((await postSchool({ email, ...trap, ...challengeResponse(asked.data?.question) })).status).toBe(303);
    },
  );

  it("too early comes back filled, with a stamp that is valid at once", async () => {
    const early = await postSchool({ stamp: makeStamp("school-interest") });
    expect((await postSchool({ stamp: early.data?.stamp })).status).toBe(303);
  });
});

it("tokens that were not taken never turn away the mailbox that they named", async () => {
  const email = newEmail();
  const post = (index: number, turnstileToken: string) =>
    postSchool({ email: email.replace("@", `+${index}@`), name: `Name ${index}`, turnstileToken }, `tried ${index}`);
  for (let index = 0; index < 12; index++) expect((await post(index, `refuse-${index}`)).status).toBe(400);
  expect((await post(12, newToken())).status).toBe(303);
});

describe("the database", () => {
  const TABLES = ["school_interest", "submissions"];

  it("being down is said in the catalogue's words, with everything kept, and no mail is sent", async () => {
    const email = newEmail();
    for (const table of TABLES) await database.query(`alter table ${table} rename to ${table}_gone`);
    const reply = await postSchool({ email, turnstileToken: newToken() });
    for (const table of TABLES) await database.query(`alter table ${table}_gone rename to ${table}`);
    expect([reply.status, wordsOf(reply)]).toEqual([503, FAILED]);
    expect(reply.data?.result.initialValue).toMatchObject(SCHOOL);
    expect(sentTo(email)).toEqual([]);
    expect((await postSchool({ email, turnstileToken: newToken() })).status).toBe(303);
    expect(await school(email)).toHaveLength(1);
  });
});

it("a row that the database takes no second time, and does not have, is a conflict and no failure", async () => {
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
