import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "#mocks/node.ts";
import { email, mails, newEmail, signIn, signUp, withAuth, wordsOf } from "./login-form.ts";
import { aMinuteLater, mailsSettled } from "./open-memory.ts";

describe("signing up", () => {
  it("sends one mail for repeated submissions, and goes on with a flash message that names the address", async () => {
    const person = { email: newEmail() };
    const replies = await Promise.all([signUp(person), signUp(person), signUp({ ...person, name: " New " })]);
    for (const { status, headers, flash } of replies) {
      expect([status, headers.get("Location")]).toEqual([303, "/login?tab=sent"]);
      expect(flash).toContain(`Account created! Please check ${person.email} to verify your account.`);
    }
    await mailsSettled();
    expect(mails.map(({ to }) => to)).toEqual([person.email]);
    expect(wordsOf(await signIn({ ...person, password: "first password" }))).toBe("Email not confirmed");
  });

  it("looks the same for an address that has an account, and sends nothing", async () => {
    const replies = [];
    for (const address of [email, newEmail()]) {
      const { status, headers, flash } = await signUp({ email: address });
      replies.push([status, headers.get("Location"), flash?.replace(address, "…").replace(/"id":"[^"]*"/, "")]);
    }
    expect(replies[0]).toEqual(replies[1]);
    await mailsSettled();
    expect(mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it.each([
    [{ password: "7 chars" }, { password: ["Password must be at least 8 characters"] }],
    [{ password: "x".repeat(73) }, { password: ["Password must be at most 72 characters"] }],
    [{ name: " " }, { name: ["Please enter your name"] }],
    [{ email: "njeri" }, { email: ["Please enter a valid email address"] }],
  ])("refuses %j at its field, and does not return the password", async (fields, error) => {
    const { status, data, text } = await signUp(fields);
    expect(status).toBe(400);
    expect(data).toMatchObject({ form: "sign-up", result: { error } });
    expect(text).not.toMatch(/first password|7 chars|xxxx/);
  });

  it("sends two mails a day to one address, and refuses a third", async () => {
    const person = { email: newEmail() };
    for (const name of ["One", "Two"]) {
      expect((await signUp({ ...person, name })).status).toBe(303);
      await aMinuteLater();
    }
    const third = await signUp({ ...person, name: "Three" });
    expect(third.status).toBe(429);
    expect(Number(third.headers.get("Retry-After"))).toBeGreaterThan(3600);
    expect(wordsOf(third)).toMatch(/^Too many mails to this address have been requested\. .* try again in 24 hours\.$/);
    // Sending the second one again succeeds.
    expect((await signUp({ ...person, name: "Two" })).status).toBe(303);
    await mailsSettled();
    expect(mails).toHaveLength(2);
  });

  it("reports an outage when the auth service refuses sign-ups, and does not use up the quota", async () => {
    const person = { email: newEmail() };
    const response = () =>
      Response.json({ error_code: "signup_disabled", msg: "Signups not allowed" }, { status: 422 });
    for (let i = 0; i < 3; i++) {
      const failed = await withAuth(response, () => signUp(person));
      expect([failed.status, wordsOf(failed)]).toEqual([503, "An error occurred. Please try again."]);
    }
    expect((await signUp(person)).status).toBe(303);
  });

  it("requires a challenge of a visitor without a token from the eleventh mail of an address in an hour", async () => {
    const visit = { address: "203.0.113.30" };
    for (let i = 0; i < 10; i++) expect((await signUp({}, visit)).status).toBe(303);
    expect((await signUp({}, visit)).data?.challenge?.text).toMatch(/\?$/);
    expect((await signUp({ turnstileToken: "fresh" }, visit)).status).toBe(303);
  });

  it("offers the no-JavaScript path while the bot check is down, with a valid stamp only", async () => {
    server.use(http.post("*/bot-check", () => HttpResponse.error()));
    expect((await signUp({ turnstileToken: "t" })).status).toBe(303);
    expect(wordsOf(await signUp({ turnstileToken: "t", stamp: "" }))).toBe("Please complete the CAPTCHA verification");
  });
});
