import { expect, it, vi } from "vitest";
import { failure, success } from "#app/platform/result.ts";
import {
  refusalForLink,
  refusalForMail,
  refusalForSignUp,
  sendCounted,
  sendCountedByToken,
  sendLink,
  sendSignUp,
} from "../../tests/mail-quotas.ts";
import { mailboxOf } from "./mail-quota.server.ts";

it.each([
  ["njeri@example.co.ke", "Njeri@Example.CO.KE"],
  ["njeri@example.co.ke", "njeri+shule@example.co.ke"],
  ["njeri@example.co.ke", "njeri+a+b@example.co.ke"],
  ["njeri@gmail.com", "n.j.e.r.i@gmail.com"],
  ["njeri@gmail.com", "Nj.eri+x@googlemail.com"],
  ["a@m\u00fcnchen.de", "a@xn--mnchen-3ya.de"],
  ["jos\u00e9@example.co.ke", "jose\u0301@example.co.ke"],
  ["njeri@example.co.ke", "\uff4ejeri@example.co.ke"],
])("counts %s and %s as one mailbox", (one, other) => {
  expect(mailboxOf(other)).toBe(mailboxOf(one));
});

it.each([
  ["n.jeri@example.co.ke", "njeri@example.co.ke"],
  ["njeri@example.co.ke", "njeri@example.or.ke"],
  ["+254712345678@example.co.ke", "+254722000000@example.co.ke"],
])("counts %s and %s as two mailboxes", (one, other) => {
  expect(mailboxOf(other)).not.toBe(mailboxOf(one));
});

const newEmail = () => `quota-${crypto.randomUUID()}@example.co.ke`;
const context = { address: "quota" };

it("allows two mails a day, counted before sending, and refunds mails that certainly were not sent", async () => {
  const email = newEmail();
  const later = async () => failure(500, "Later.");
  const failed = await Promise.all(Array.from({ length: 2 }, () => sendCounted(email, context, later)));
  expect(failed).toMatchObject([{ message: "Later." }, { message: "Later." }]);
  await Promise.all(Array.from({ length: 9 }, () => sendCounted(email, context, later)));
  expect((await sendCounted(email, context, async () => failure(0, "Lost.", true))).ok).toBe(false);
  expect((await sendCounted(email, context, async () => success(null))).ok).toBe(true);
  const send = vi.fn(async () => success(null));
  const all = await Promise.all(Array.from({ length: 5 }, () => sendCounted(email, context, send)));
  expect(all.map((one) => !one.ok && one.status)).toEqual(Array(5).fill(429));
  expect(send).not.toHaveBeenCalled();
  const message =
    "We have sent this address two mails today. Please look for them, in spam too, or try again in 24 hours.";
  expect(await refusalForMail(email)).toEqual({ status: 429, message, retryAfterSeconds: 86_400 });
});

it("rejected tokens do not count for the mailbox", async () => {
  const email = newEmail();
  const refuse = async () => failure(403, "Turnstile did not accept the token");
  for (let i = 0; i < 30; i++) await sendCountedByToken(email, { address: "bad tokens" }, refuse);
  expect(await refusalForMail(email)).toBeUndefined();
  expect(await refusalForSignUp(email)).toBeUndefined();
});

it("a sign-up counts at every form, with or without a mail, and other forms count for it, but none for recovery", async () => {
  const email = newEmail();
  await sendCounted(email, context, async () => success(null));
  await sendSignUp(email, context, async () => success(null));
  expect(await refusalForMail(email)).toMatchObject({ status: 429 });
  expect(await refusalForSignUp(email)).toMatchObject({ status: 429, message: expect.stringContaining("24 hours") });
  expect(await refusalForLink("forgot", email)).toBeUndefined();
});

const link = (form: "forgot" | "resend", email: string) =>
  sendLink({ form, email, context }, async () => success(null));

it("allows three links an hour and six a day, and refunds one that certainly was not sent", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  const email = newEmail();
  for (let i = 0; i < 9; i++) await sendLink({ form: "forgot", email, context }, async () => failure(503, "Later."));
  for (const hours of [0, 1]) {
    vi.setSystemTime(Date.now() + hours * 3600_000);
    await vi.advanceTimersByTimeAsync(3600_000 * hours);
    for (let i = 0; i < 3; i++) expect(await link("forgot", email)).toMatchObject({ ok: true });
    expect(await link("forgot", email)).toMatchObject({ ok: false, status: 429 });
  }
  const { retryAfterSeconds = 0, message } = (await refusalForLink("forgot", email)) ?? {};
  expect(retryAfterSeconds).toBeGreaterThan(3600);
  expect(message).toContain(`try again in ${Math.ceil(retryAfterSeconds / 3600)} hours`);
  vi.useRealTimers();
});

it("resending and other spellings do not count for recovery, but all spellings count for resending", async () => {
  const [name, host] = newEmail().split("@");
  const email = `${name}@${host}`;
  for (let i = 0; i < 3; i++) expect(await link("resend", email)).toMatchObject({ ok: true });
  expect(await link("resend", `${name}+a@${host}`)).toMatchObject({ status: 429 });
  for (let i = 0; i < 3; i++) expect(await link("forgot", `${name}+a@${host}`)).toMatchObject({ ok: true });
  for (let i = 0; i < 3; i++) expect(await link("forgot", email)).toMatchObject({ ok: true });
  expect(await link("forgot", email)).toMatchObject({ status: 429 });
});
