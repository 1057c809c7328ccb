import { describe, expect, it } from "vitest";
import { loader } from "#app/routes/account/login.tsx";
import { flashTextOf } from "./browser.ts";
import { signIn } from "./login-form.ts";

describe("the page", () => {
  const cookieOf = async () => (await signIn()).cookies[0]?.split(";")[0] ?? "";
  async function open(search: string, cookie?: string) {
    const headers = new Headers(cookie === undefined ? undefined : { Cookie: cookie });
    const request = new Request(`http://127.0.0.1:3000/login${search}`, { headers });
    const reply = await loader({ request, context: {}, params: {} });
    if (reply instanceof Response) return { to: reply.headers.get("Location"), headers: reply.headers };
    return { page: reply.data, headers: new Headers(reply.init?.headers) };
  }

  it("is public, but private with a query parameter of ours", async () => {
    expect((await open("")).headers.has("Cache-Control")).toBe(false);
    for (const search of ["?tab=signup", "?redirectTo=/dashboard", "?arrived=/"]) {
      expect((await open(search)).headers.get("Cache-Control")).toBe("private, no-cache");
    }
    expect((await open("?tab=signup")).page).toMatchObject({ isSignUp: true, keepsNoCookies: false });
    expect((await open("?redirectTo=//evil.example")).page?.goal).toBeUndefined();
  });

  it("tells a browser without cookies that they are off, and keeps its destination", async () => {
    expect((await open("?arrived=/dashboard")).page).toMatchObject({ keepsNoCookies: true, goal: "/dashboard" });
  });

  it("redirects a signed-in customer", async () => {
    const cookie = await cookieOf();
    expect((await open("", cookie)).to).toBe("/");
    expect((await open("?redirectTo=/dashboard", cookie)).to).toBe("/dashboard");
    const arrived = await open("?arrived=/dashboard", cookie);
    expect(arrived.to).toBe("/dashboard");
    expect(flashTextOf(arrived.headers)).toContain("Logged in successfully!");
    expect((await open("?arrived=//evil.example", cookie)).to).toBe("/");
  });
});
