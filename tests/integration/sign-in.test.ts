import { describe, expect, it } from "vitest";
import { stampFor } from "#app/platform/abuse/bot-check.server.ts";
import { loader } from "#app/routes/account/login.tsx";
import { challengeResponse } from "../challenge-response.ts";
import { flashTextOf, newBrowser, responseOf } from "./browser.ts";
import { email, newEmail, PASSWORD, post, signIn, wordsOf } from "./login-form.ts";

describe("signing in", () => {
  it("sets the session, remembers the browser, and goes home with a flash message", async () => {
    const response = await signIn();
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    expect(response.flash).toContain("Logged in successfully!");
    expect(response.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["sb-auth-token", "sb-binding", "device"]);
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
    expect(data).toMatchObject({ form: "sign-in", result: { error } });
    expect(context.isRefused).toBe(true);
  });

  it("does not return the password, whether it is wrong or the form invalid", async () => {
    const response = await signIn({ password: "not-this-one" });
    expect([response.status, wordsOf(response)]).toEqual([400, "Invalid login credentials"]);
    expect(response.data?.result.initialValue).toMatchObject({ email });
    expect(response.text).not.toContain("not-this-one");
    expect((await signIn({ email: "x", password: "not-this-one" })).text).not.toContain("not-this-one");
  });

  it("delays the sixth attempt in a row from one address, and says how long", async () => {
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

  it("requires a challenge after twenty failures of an address, and the right response signs in", async () => {
    const visit = { address: "203.0.113.20" };
    for (let i = 0; i < 20; i++) await signIn({ email: newEmail() }, visit);
    const asked = await signIn({}, visit);
    expect(asked.data?.challenge?.text).toMatch(/\?$/);
    expect((await signIn(challengeResponse(asked.data?.challenge), visit)).status).toBe(303);
  });
});

describe("the sign-in page", () => {
  const open = (search: string, browser = newBrowser()) =>
    responseOf<object>(() => loader(browser.requestArgs(`/login${search}`)));

  it("is public, but private with a query parameter of ours", async () => {
    expect((await open("")).headers.has("Cache-Control")).toBe(false);
    for (const search of ["?tab=signup", "?redirectTo=/dashboard", "?arrived=/"]) {
      expect((await open(search)).headers.get("Cache-Control")).toBe("private, no-cache");
    }
    expect((await open("?tab=signup")).data).toMatchObject({ isSignUp: true, keepsNoCookies: false });
  });

  it("tells a browser without cookies that they are off, and keeps its destination", async () => {
    expect((await open("?arrived=/dashboard")).data).toMatchObject({ keepsNoCookies: true, goal: "/dashboard" });
  });

  it("redirects a signed-in customer", async () => {
    const browser = newBrowser();
    for (const cookie of (await signIn()).cookies) browser.requestArgs().context.appendCookie?.(cookie);
    expect((await open("", browser)).to).toBe("/");
    expect((await open("?redirectTo=/dashboard", browser)).to).toBe("/dashboard");
    const arrived = await open("?arrived=/dashboard", browser);
    expect(arrived.to).toBe("/dashboard");
    expect(flashTextOf(arrived.headers)).toContain("Logged in successfully!");
  });
});

describe("an address that came with other characters", () => {
  const dirty = (address: string) => `\u200bmailto:${address},`;
  const known = { address: "203.0.113.77" };

  it("signs in, is not counted as wrong, and ends the count of the wrong tries before", async () => {
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++) {
        expect((await signIn({ password: `wrong ${round} ${wrong}` }, known)).status).toBe(400);
      }
      expect((await signIn({ email: dirty(email) }, known)).status).toBe(303);
    }
    for (let n = 0; n < 8; n++) expect((await signIn({ email: dirty(email) }, known)).status).toBe(303);
  });

  it("shares the count of wrong passwords with the plain address", async () => {
    const visit = { address: "203.0.113.78" };
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      const typed = n % 2 === 0 ? dirty(email) : email;
      statuses.push((await signIn({ email: typed, password: `wrong ${n}` }, visit)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
