import { describe, expect, it } from "vitest";
import { stampFor } from "#app/use-cases/bot-protection/bot-check.server.ts";
import { challengeResponse } from "../challenge-response.ts";
import { email, newEmail, PASSWORD, post, signIn, wordsOf } from "./login-form.ts";

describe("signing in", () => {
  it("sets the session, remembers the browser, and goes home with a flash message", async () => {
    const reply = await signIn();
    expect(reply.status).toBe(303);
    expect(reply.headers.get("Location")).toBe("/");
    expect(reply.flash).toContain("Logged in successfully!");
    expect(reply.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["sb-auth-token", "device"]);
  });

  it("goes to the page that required it, and never to another site", async () => {
    const goals = [
      "/dashboard?page=2",
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/\t/evil.example",
    ];
    const places = [];
    for (const redirectTo of goals) {
      const { headers } = await signIn({}, { search: `?${new URLSearchParams({ redirectTo })}` });
      places.push(headers.get("Location"));
    }
    expect(places).toEqual(["/dashboard?page=2", "/", "/", "/", "/"]);
  });

  it("sends a browser without cookies to the page that checks for them", async () => {
    const visit = { search: "?redirectTo=/dashboard" };
    const request = { email, password: PASSWORD, stamp: stampFor("sign-in") };
    expect((await post(request, visit)).headers.get("Location")).toBe("/login?arrived=%2Fdashboard");
    expect((await post({ ...request, cookies: "on" }, visit)).headers.get("Location")).toBe("/dashboard");
  });

  it.each([
    [{ email: "njeri" }, { email: ["Please enter a valid email address"] }],
    [{ email: " " }, { email: ["Please enter your email address"] }],
    [{ password: "" }, { password: ["Please enter your password"] }],
  ])("refuses %j at its field", async (fields, error) => {
    const { status, data, context } = await signIn(fields);
    expect(status).toBe(400);
    expect(data?.form).toBe("sign-in");
    expect(data?.result.error).toEqual(error);
    expect(context.isRefused).toBe(true);
  });

  it("shows the message of a wrong password, and does not return the password", async () => {
    const reply = await signIn({ password: "not-this-one" });
    expect(reply.status).toBe(400);
    expect(wordsOf(reply)).toBe("Invalid login credentials");
    expect(reply.data?.result.initialValue).toMatchObject({ email });
    expect(reply.text).not.toContain("not-this-one");
  });

  it("does not return the password of an unreadable form", async () => {
    expect((await signIn({ email: "x", password: "not-this-one" })).text).not.toContain("not-this-one");
  });

  it("is refused without token and stamp, and does not check the password", async () => {
    expect(wordsOf(await signIn({ stamp: "" }))).toBe("Please complete the CAPTCHA verification");
  });

  it("accepts a token once", async () => {
    expect((await signIn({ turnstileToken: "t", stamp: "" })).status).toBe(303);
    const again = await signIn({ turnstileToken: "t", stamp: "" });
    expect(wordsOf(again)).toBe("CAPTCHA verification failed. Please try again.");
    expect(again.text).not.toContain(PASSWORD);
    expect(again.data?.stamp).toMatch(/\./);
  });

  it("delays the sixth attempt in a row, and says how long", async () => {
    const visit = { address: "203.0.113.9" };
    const person = { email: newEmail(), password: "wrong" };
    for (let i = 0; i < 5; i++) expect((await signIn(person, visit)).status).toBe(400);
    const sixth = await signIn(person, visit);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(wordsOf(sixth)).toMatch(
      /^There were too many attempts to sign in\. Please wait \d+ seconds, then try again\.$/,
    );
    expect(sixth.text).not.toContain("wrong");
    expect((await signIn(person, { address: "203.0.113.10" })).status).toBe(400);
  });

  it("asks a question after twenty failures of an address, and the right response opens", async () => {
    const visit = { address: "203.0.113.20" };
    for (let i = 0; i < 20; i++) await signIn({ email: newEmail() }, visit);
    const asked = await signIn({}, visit);
    expect(asked.data?.question?.text).toMatch(/\?$/);
    expect((await signIn(challengeResponse(asked.data?.question), visit)).status).toBe(303);
  });
});
