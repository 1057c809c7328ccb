import { expect, test } from "vitest";
import { forwardClientAddress } from "./client.server.ts";

const SIGN_IN = "https://project.example/auth/v1/token?grant_type=password";
const keys = { publishableKey: "public", secretKey: "secret" };
const sent = async (address: string | undefined, { url = SIGN_IN, bearer = "customer" } = {}) => {
  let headers = new Headers();
  const inner: typeof fetch = async (_input, init) => {
    headers = new Headers(init?.headers);
    return new Response();
  };
  const init = { method: "POST", headers: { apikey: "public", Authorization: `Bearer ${bearer}` } };
  await forwardClientAddress(inner, keys, address)(url, init);
  return [headers.get("apikey"), headers.get("Sb-Forwarded-For"), headers.get("Authorization")];
};

test("an auth call carries the visitor's address beside the secret key, and acts as whom it did", async () => {
  expect(await sent("198.51.100.7")).toEqual(["secret", "198.51.100.7", "Bearer customer"]);
  expect(await sent("2001:db8:1:2::/64")).toEqual(["secret", "2001:db8:1:2::", "Bearer customer"]);
});

test("the public key is not sent as a token beside the secret key", async () => {
  expect(await sent("198.51.100.7", { bearer: "public" })).toEqual(["secret", "198.51.100.7", null]);
});

test("a call for data keeps its key, and so does a call for an address that is no IP address", async () => {
  const plain = ["public", null, "Bearer customer"];
  expect(await sent("198.51.100.7", { url: "https://project.example/rest/v1/domains" })).toEqual(plain);
  for (const address of [undefined, "unknown", "a\r\nb", "198.51.100.7, 1.2.3.4"]) {
    expect(await sent(address)).toEqual(plain);
  }
});
