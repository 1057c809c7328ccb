import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { normalizeHost, rejectEarly } from "./guard.server.ts";

const before = { ...env };
beforeEach(() => Object.assign(env, { isSandbox: false, origin: "https://www.example.co.ke", isOpenSandbox: false }));
afterEach(() => Object.assign(env, before));

function request(method: string, headers: Record<string, string>, url = "/contact") {
  const socket = { remoteAddress: "127.0.0.1" };
  const sent = { host: "www.example.co.ke", ...headers };
  return { method, url, socket, headers: sent, rawHeaders: Object.entries(sent).flat() } as unknown as IncomingMessage;
}

it.each([
  ["our own page", { "sec-fetch-site": "same-origin" }, undefined],
  ["an address typed by hand", { "sec-fetch-site": "none" }, undefined],
  ["a sister subdomain", { "sec-fetch-site": "same-site" }, 403],
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://www.example.co.ke" }, 403],
  ["an old browser on our page", { origin: "https://www.example.co.ke" }, undefined],
  ["an old browser elsewhere", { origin: "https://evil.example" }, 403],
  ["an opaque origin", { origin: "null" }, 403],
  ["a browser that sends the page only", { referer: "https://www.example.co.ke/contact?domain=a.com" }, undefined],
  ["such a browser elsewhere", { referer: "https://evil.example/www.example.co.ke" }, 403],
  ["a damaged referer", { referer: "not a url" }, 403],
  ["Opera Mini, which sends none of these headers", {}, undefined],
  ["Opera Mini on the page after a form", { cookie: "__Host-flash=x" }, undefined],
  ["a client without these headers that may choose a password", { cookie: "__Host-recovery=x" }, 403],
  ["a client without these headers but with a session", { cookie: "a=1; __Host-sb-auth-token.0=base64-x" }, 403],
  [
    "a client without these headers but with the code verifier of a sign-up",
    { cookie: "__Host-sb-auth-token-code-verifier=x" },
    undefined,
  ],
  ["a spoofed host", { host: "evil.example", "x-forwarded-host": "evil.example", origin: "https://evil.example" }, 403],
])("answers a POST from %s (%j) with %s", (_from, headers, expected) => {
  expect(rejectEarly(request("POST", headers))).toBe(expected);
});

it.each([
  ["the method PUT, which no form has", "PUT", {}, "/contact", 405],
  ["two slashes, which could name another host", "GET", {}, "//evil.example/a", 400],
  ["a backslash, which browsers read as a slash", "GET", {}, "/a\\b", 400],
  ["a damaged escape", "GET", {}, "/%E0%A4%A", 400],
  ["a host with a space", "GET", { host: "a b" }, "/", 400],
  ["a whole URL", "GET", {}, "http://evil.example/", 400],
  ["the longest address", "GET", {}, "/domains?q=".padEnd(2048, "a"), undefined],
  ["an address one character longer", "GET", {}, "/domains?q=".padEnd(2049, "a"), 414],
  ["such an address of a page's data", "GET", {}, "/domains.data?q=".padEnd(2049, "a"), 414],
  ["a form at such an address", "POST", {}, "/contact?a=".padEnd(2049, "%"), 414],
  ["a plain page", "GET", {}, "/domains?q=%F0%9F", undefined],
  ["a data request of an earlier Remix", "GET", {}, "/?_data=x", 400],
  ["such a request by another spelling", "POST", {}, "/contact?a=1&%5Fdata", 400],
  ["a parameter with a similar name", "GET", {}, "/contact?my_data=x", undefined],
])("checks the head of a request with %s", (_what, method, headers, url, expected) => {
  expect(rejectEarly(request(method, headers, url))).toBe(expected);
});

it("refuses a request with two Host headers, also if they are equal", () => {
  const twice = request("GET", {}, "/");
  twice.rawHeaders.push("HOST", "www.example.co.ke");
  expect(rejectEarly(twice)).toBe(400);
  const named = request("GET", { "x-name": "host", Hosts: "a" }, "/");
  expect(rejectEarly(named)).toBeUndefined();
});

/** Headers of proxies, tunnels and CDNs by their own documentation. */
const PROXY_HEADERS = [
  ...["via", "forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded", "x-real-ip", "x-client-ip"],
  ...["client-ip", "x-cluster-client-ip", "true-client-ip", "cf-connecting-ip", "cf-ray", "cf-ipcountry", "cdn-loop"],
  ...["fastly-client-ip", "fly-client-ip", "do-connecting-ip", "x-envoy-external-address", "x-amzn-trace-id"],
  ...["x-azure-clientip", "x-original-forwarded-for", "x-original-host", "x-proxyuser-ip", "x-vercel-forwarded-for"],
  ...["x-nf-client-connection-ip", "ngrok-auth-user-email", "tailscale-user-login", "x-appengine-user-ip"],
  ...["x-arr-ssl", "x-cloud-trace-context", "akamai-origin-hop", "x-varnish"],
];
/** What Chromium and Firefox send, and headers of our own tests. */
const BROWSER = Object.fromEntries(
  [
    ...["connection", "cache-control", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "user-agent", "accept"],
    ...["upgrade-insecure-requests", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-user", "sec-fetch-dest", "dnt"],
    ...["accept-encoding", "accept-language", "cookie", "origin", "referer", "content-type", "content-length", "te"],
    ...["if-none-match", "if-modified-since", "save-data", "purpose", "sec-purpose", "sec-gpc", "priority", "pragma"],
    ...["x-sandbox-address", "x-requested-with", "viewport-width", "device-memory", "downlink", "ect", "rtt"],
  ].map((name) => [name, "x"]),
);

describe("the sandbox", () => {
  beforeEach(() => Object.assign(env, { isSandbox: true, port: 3000, origin: "http://127.0.0.1:3000" }));

  it.each([
    ["its own machine", { host: "localhost:3000" }, undefined],
    ["IPv6", { host: "[::1]:3000" }, undefined],
    ["another name", { host: "demo.example.co.ke" }, 403],
    ["a proxy", { host: "localhost:3000", "x-forwarded-for": "41.90.64.12" }, 403],
    ["a standard proxy", { host: "localhost:3000", forwarded: "for=41.90.64.12" }, 403],
    ["a browser of its own machine", { host: "localhost:3000", ...BROWSER }, undefined],
  ])("answers requests from %s (%j): %s", (_who, headers, expected) => {
    expect(rejectEarly(request("GET", headers, "/"))).toBe(expected);
  });

  it.each(PROXY_HEADERS)("refuses a request with the header %s of a proxy, a tunnel or a CDN", (name) => {
    expect(rejectEarly(request("GET", { host: "localhost:3000", [name]: "x" }, "/"))).toBe(403);
  });

  it("refuses requests from other computers, also when it listens on every address", () => {
    const visit = request("GET", { host: "localhost:3000" }, "/");
    Object.assign(visit, { socket: { remoteAddress: "192.0.2.7" } });
    expect(rejectEarly(visit)).toBe(403);
  });

  it("answers behind a proxy if it is configured as open", () => {
    Object.assign(env, { isOpenSandbox: true });
    expect(
      rejectEarly(request("GET", { host: "qa.example.co.ke", "x-forwarded-for": "1.2.3.4" }, "/")),
    ).toBeUndefined();
  });

  it("accepts a form from any loopback name at its port", () => {
    const post = request("POST", { host: "localhost:3000", origin: "http://localhost:3000" });
    expect(rejectEarly(post)).toBeUndefined();
    expect(rejectEarly(request("POST", { host: "localhost:3000", origin: "http://localhost:4000" }))).toBe(403);
  });
});

it("replaces the Host header by the site's own for Remix", () => {
  const spoofed = request("POST", { host: "evil.example", "x-forwarded-host": "evil.example", origin: "null" });
  normalizeHost(spoofed);
  expect(spoofed.headers).toEqual({ host: "www.example.co.ke" });
});
