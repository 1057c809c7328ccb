import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "#app/env.server.ts";
import { normalizeHost, rejectEarly } from "./guard.server.ts";

const before = { ...env };
beforeEach(() => Object.assign(env, { isSandbox: false, origin: "https://www.example.co.ke", isOpenSandbox: false }));
afterEach(() => Object.assign(env, before));

function request(method: string, headers: Record<string, string>, url = "/contact") {
  const socket = { remoteAddress: "127.0.0.1" };
  const sent = { host: "www.example.co.ke", ...headers };
  return { method, url, socket, headers: sent, rawHeaders: Object.entries(sent).flat() } as unknown as IncomingMessage;
}

describe("a POST", () => {
  it.each([
    ["our own page", { "sec-fetch-site": "same-origin" }, undefined],
    ["an address typed by hand", { "sec-fetch-site": "none" }, undefined],
    ["a sister subdomain", { "sec-fetch-site": "same-site" }, 403],
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://www.example.co.ke" }, 403],
    ["an old browser on our page", { origin: "https://www.example.co.ke" }, undefined],
    ["an old browser elsewhere", { origin: "https://evil.example" }, 403],
    ["a hidden origin", { origin: "null" }, 403],
    ["a browser that sends the page only", { referer: "https://www.example.co.ke/contact?domain=a.com" }, undefined],
    ["such a browser elsewhere", { referer: "https://evil.example/www.example.co.ke" }, 403],
    ["a damaged referer", { referer: "not a url" }, 403],
    ["Opera Mini, which sends nothing", {}, undefined],
    ["nothing, but a session", { cookie: "a=1; __Host-sb-auth-token.0=base64-x" }, 403],
    ["nothing, with a leftover of a sign-up", { cookie: "__Host-sb-auth-token-code-verifier=x" }, undefined],
    [
      "a spoofed host",
      { host: "evil.example", "x-forwarded-host": "evil.example", origin: "https://evil.example" },
      403,
    ],
  ])("from %s", (_from, headers, expected) => {
    expect(rejectEarly(request("POST", headers))).toBe(expected);
  });
});

describe("a request", () => {
  it.each([
    ["PUT is not a method of forms", "PUT", {}, "/contact", 405],
    ["two slashes could name another host", "GET", {}, "//evil.example/a", 400],
    ["a backslash is read as a slash by browsers", "GET", {}, "/a\\b", 400],
    ["a damaged escape", "GET", {}, "/%E0%A4%A", 400],
    ["a host with a space", "GET", { host: "a b" }, "/", 400],
    ["a whole URL", "GET", {}, "http://evil.example/", 400],
    ["the longest address", "GET", {}, "/domains?q=".padEnd(2048, "a"), undefined],
    ["one letter more", "GET", {}, "/domains?q=".padEnd(2049, "a"), 414],
    ["the same of a page's data", "GET", {}, "/domains.data?q=".padEnd(2049, "a"), 414],
    ["a form at such an address", "POST", {}, "/contact?a=".padEnd(2049, "%"), 414],
    ["a plain page", "GET", {}, "/domains?q=%F0%9F", undefined],
  ])("%s", (_why, method, headers, url, expected) => {
    expect(rejectEarly(request(method, headers, url))).toBe(expected);
  });
});

it("refuses a request with two Host headers, also where they say the same", () => {
  const twice = request("GET", {}, "/");
  twice.rawHeaders.push("HOST", "www.example.co.ke");
  expect(rejectEarly(twice)).toBe(400);
  const named = request("GET", { "x-name": "host", Hosts: "a" }, "/");
  expect(rejectEarly(named)).toBeUndefined();
});

describe("the sandbox", () => {
  beforeEach(() => Object.assign(env, { isSandbox: true, port: 3000, origin: "http://127.0.0.1:3000" }));

  it.each([
    ["its own machine", { host: "localhost:3000" }, undefined],
    ["IPv6", { host: "[::1]:3000" }, undefined],
    ["another name", { host: "demo.example.co.ke" }, 403],
    ["a proxy", { host: "localhost:3000", "x-forwarded-for": "41.90.64.12" }, 403],
    ["a standard proxy", { host: "localhost:3000", forwarded: "for=41.90.64.12" }, 403],
  ])("answers %s", (_who, headers, expected) => {
    expect(rejectEarly(request("GET", headers, "/"))).toBe(expected);
  });

  it("is for this computer alone, also when it listens on every address", () => {
    const visit = request("GET", { host: "localhost:3000" }, "/");
    Object.assign(visit, { socket: { remoteAddress: "192.0.2.7" } });
    expect(rejectEarly(visit)).toBe(403);
  });

  it("is open behind a proxy when QA says so", () => {
    Object.assign(env, { isOpenSandbox: true });
    expect(
      rejectEarly(request("GET", { host: "qa.example.co.ke", "x-forwarded-for": "1.2.3.4" }, "/")),
    ).toBeUndefined();
  });

  it("takes a form from any loopback name at its port", () => {
    const post = request("POST", { host: "localhost:3000", origin: "http://localhost:3000" });
    expect(rejectEarly(post)).toBeUndefined();
    expect(rejectEarly(request("POST", { host: "localhost:3000", origin: "http://localhost:4000" }))).toBe(403);
  });
});

it("gives Remix the site's own host, whatever was sent", () => {
  const spoofed = request("POST", { host: "evil.example", "x-forwarded-host": "evil.example", origin: "null" });
  normalizeHost(spoofed);
  expect(spoofed.headers).toEqual({ host: "www.example.co.ke" });
});
