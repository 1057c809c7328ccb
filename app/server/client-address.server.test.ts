import type { IncomingMessage } from "node:http";
import { afterEach, expect, it } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { clientAddress } from "./request-handler.server.ts";

const before = { ...env };
afterEach(() => Object.assign(env, before));

function request(remoteAddress: string, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

it("ignores proxy headers if no trusted proxy is configured", () => {
  Object.assign(env, { isSandbox: false, trustedProxies: 0 });
  const spoofed = { "x-forwarded-for": "1.2.3.4", "x-sandbox-address": "5.6.7.8", "x-real-ip": "9.9.9.9" };
  expect(clientAddress(request("::ffff:41.90.64.12", spoofed))).toBe("41.90.64.12");
});

it("takes the X-Forwarded-For entry of the outermost trusted proxy, not what the client sent before it", () => {
  Object.assign(env, { isSandbox: false, trustedProxies: 2 });
  const headers = { "x-forwarded-for": "6.6.6.6, 41.90.64.12, 10.0.0.2" };
  expect(clientAddress(request("10.0.0.1", headers))).toBe("41.90.64.12");
});

it.each([
  ["41.90.64.12", "41.90.64.12"],
  ["41.90.64.12:50123", "41.90.64.12"],
  ["[2001:db8:1:2::7]:50123", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::8]", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["::ffff:41.90.64.12", "41.90.64.12"],
])("reads the proxy entry %s as %s, without its port", (entry, address) => {
  Object.assign(env, { isSandbox: false, trustedProxies: 1 });
  expect(clientAddress(request("10.0.0.1", { "x-forwarded-for": entry }))).toBe(address);
});

it("reduces an IPv6 address to its /64 prefix", () => {
  Object.assign(env, { isSandbox: false, trustedProxies: 0 });
  const one = clientAddress(request("2001:db8:1:2:aaaa::1"));
  expect(one).toBe("2001:db8:1:2::/64");
  expect(clientAddress(request("2001:db8:1:2:ffff:ffff:ffff:ffff"))).toBe(one);
  expect(clientAddress(request("2001:db8:1:3::1"))).not.toBe(one);
});

it("accepts the X-Sandbox-Address header in the sandbox only", () => {
  Object.assign(env, { isSandbox: true });
  expect(clientAddress(request("127.0.0.1", { "x-sandbox-address": "10.9.8.7" }))).toBe("10.9.8.7");
  expect(clientAddress(request("127.0.0.1", { "x-sandbox-address": "2001:db8::7" }))).toBe("2001:db8:0:0::/64");
});
