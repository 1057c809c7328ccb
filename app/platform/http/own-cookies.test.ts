import { parseCookieHeader } from "@supabase/ssr";
import fc from "fast-check";
import { expect, it } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { cookieName, hasPersonalCookie, isObsoleteCookie, isSessionCookie, sessionCookie } from "./own-cookies.ts";

const HTTPS = "https://www.example.co.ke";
const HTTP = "http://127.0.0.1:3000";

it("cookie names have the __Host- prefix on https only", () => {
  expect([cookieName("flash", HTTPS), sessionCookie(HTTPS)]).toEqual(["__Host-flash", "__Host-sb-auth-token"]);
  expect([cookieName("flash", HTTP), sessionCookie(HTTP)]).toEqual(["flash", "sb-auth-token"]);
});

/** A Cookie header, and whether it makes a request personal on http and on https. */
const HEADERS: [header: string, onHttp: boolean, onHttps: boolean][] = [
  ["", false, false],
  ["sb-auth-token=base64-x", true, false],
  ["__Host-sb-auth-token=base64-x", false, true],
  ["a=1; sb-auth-token.0=x; sb-auth-token.1=y", true, false],
  ["sb-auth-tokens=x; xsb-auth-token=y", false, false],
  ["sb-auth-token.=x; sb-auth-token.01=y; sb-auth-token.a=z; sb-auth-token.1.2=w", false, false],
  ["sb-auth-token-code-verifier=x; __Host-sb-auth-token-code-verifier=x", false, false],
  ["__Host-flash=x", false, true],
  ["__Host-recovery=x; recovery=y", true, true],
  ["device=x; sign-up=y; __Host-device=z", false, false],
];

it.each(HEADERS)("the header %j is personal on http: %s, on https: %s", (header, onHttp, onHttps) => {
  expect([hasPersonalCookie(header, HTTP), hasPersonalCookie(header, HTTPS)]).toEqual([onHttp, onHttps]);
});

it("a request is personal if and only if Supabase's cookie parser finds one of our cookies (property)", () => {
  const pieces = fc.constantFrom(
    ...["sb-auth-token", "__Host-", "flash", "recovery", "-code-verifier", ".0", ".01", "=", ";", " ", "\t", '"', "x"],
    "%3D",
  );
  const headers = fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join(""));
  const check = (header: string, origin: string) => {
    const own = [cookieName("flash", origin), cookieName("recovery", origin)];
    const read = parseCookieHeader(header).map(({ name }) => name);
    const isRead = read.some((name) => isSessionCookie(name, origin) || own.includes(name));
    expect(hasPersonalCookie(header, origin)).toBe(isRead);
  };
  forAny([headers, fc.constantFrom(HTTP, HTTPS)], check, 5000);
});

it("obsolete cookies are other names of the session, never the one in use", () => {
  const isObsolete = (name: string) => [isObsoleteCookie(name, HTTP), isObsoleteCookie(name, HTTPS)];
  expect(isObsolete("sb-auth-token.0")).toEqual([false, true]);
  expect(isObsolete("__Host-sb-auth-token")).toEqual([true, false]);
  expect(isObsolete("sb-auth-token-code-verifier")).toEqual([true, true]);
  expect(isObsolete("sb-x-auth-token")).toEqual([false, false]);
});
