import { expect, test } from "vitest";
import { readEnv } from "#app/env.server.ts";
import { REAL } from "./run-site.ts";

test("public resolvers have two default addresses, and our name servers are normalised", () => {
  expect(readEnv(REAL).publicDns).toEqual({
    urls: ["https://dns.google/resolve", "https://cloudflare-dns.com/dns-query"],
    nameServers: [],
  });
  const own = {
    PUBLIC_DNS_URLS: "https://a.example/r/, https://b.example/q",
    DNS_NAME_SERVERS: "Amani.NS.Example.com. , b.c",
  };
  expect(readEnv({ ...REAL, ...own }).publicDns).toEqual({
    urls: ["https://a.example/r", "https://b.example/q"],
    nameServers: ["amani.ns.example.com", "b.c"],
  });
  expect(readEnv({}).publicDns.urls.every((url) => url.startsWith("http://127.0.0.1:"))).toBe(true);
  for (const name of Object.keys(own)) expect(() => readEnv({ [name]: "x" })).toThrow("These settings are missing");
});

test("pictures come only from the named hosts by https; in the sandbox from its own providers", () => {
  expect(readEnv(REAL).images).toEqual({ origins: [], isOnThisComputer: false });
  expect(
    readEnv({ ...REAL, IMAGE_HOSTS: " Pictures.example , cdn.example:443,cdn.example:8443" }).images.origins,
  ).toEqual(["https://pictures.example", "https://cdn.example", "https://cdn.example:8443"]);
  expect(readEnv({ PORT: "5000" }).images).toEqual({ origins: ["http://127.0.0.1:5001"], isOnThisComputer: true });
  expect(() => readEnv({ IMAGE_HOSTS: "pictures.example" })).toThrow("These settings are missing");
});

test("the registry's WHOIS is a host and a port, or unset", () => {
  expect(readEnv(REAL).keWhois).toBeNull();
  const host = "whois.kenic.or.ke";
  expect(readEnv({ ...REAL, KE_WHOIS: `${host}:43` }).keWhois).toEqual({ host, port: 43 });
  for (const wrong of [host, `${host}:`, `${host}:70000`, `https://${host}:43`, `${host}:43\r\nx`, `a b:43`]) {
    expect(() => readEnv({ ...REAL, KE_WHOIS: wrong })).toThrow(
      "cannot be used: KE_WHOIS (a host and a port, host:43)",
    );
  }
});

test("the promises of an order are the agency's text, or a careful default", () => {
  expect(readEnv(REAL).promises).toEqual({
    answerTime: "typically within 24 hours",
    payment: "We send you the M-Pesa Pay Bill number by e-mail.",
  });
  const payment = "Till 12345, by M-Pesa.";
  expect(readEnv({ ...REAL, BRAND_PAYMENT: payment }).promises.payment).toBe(payment);
});

test("Redis is a URL with its own scheme, and works in the sandbox too", () => {
  expect(readEnv({}).redisUrl).toBeUndefined();
  for (const url of ["redis://127.0.0.1:6379", "rediss://user:p%40ss@redis.example.com:6380/2"]) {
    expect(readEnv({ REDIS_URL: url })).toMatchObject({ redisUrl: url, isSandbox: true });
    expect(readEnv({ ...REAL, REDIS_URL: url }).redisUrl).toBe(url);
  }
  for (const wrong of [
    "127.0.0.1:6379",
    "http://a.ke",
    "redis://",
    "redis://a/x",
    "redis://a?tls=1",
    "redis://:50%@a",
  ]) {
    expect(() => readEnv({ REDIS_URL: wrong })).toThrow("a value that cannot be used: REDIS_URL. See .env.example.");
  }
  expect(() => readEnv({ ...REAL, REDIS_URL: "redis://10.0.0.7" })).toThrow("cannot be used: REDIS_URL (rediss,");
});
