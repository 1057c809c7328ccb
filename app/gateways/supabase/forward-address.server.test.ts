import { expect, test } from "vitest";
import { forwardingAddress } from "./forward-address.server.ts";

const SIGN_IN = "https://project.example/auth/v1/token?grant_type=password";
const sent = async (address: string | undefined, { url = SIGN_IN, forwardsAddress = true } = {}) => {
  let headers = new Headers();
  const inner: typeof fetch = async (_input, init) => {
    headers = new Headers(init?.headers);
    return new Response();
  };
  const init = { method: "POST", headers: { apikey: "public", Authorization: "Bearer customer" } };
  await forwardingAddress(inner, { forwardsAddress, secretKey: "secret" }, address)(url, init);
  return [headers.get("apikey"), headers.get("Sb-Forwarded-For"), headers.get("Authorization")];
};

test("an auth call carries the visitor's address beside the secret key, and acts as whom it did", async () => {
  expect(await sent("198.51.100.7")).toEqual(["secret", "198.51.100.7", "Bearer customer"]);
  expect(await sent("2001:db8:1:2::/64")).toEqual(["secret", "2001:db8:1:2::", "Bearer customer"]);
});

test("no other call does, nor one for an address that is none, nor where the project does not listen", async () => {
  const plain = ["public", null, "Bearer customer"];
  expect(await sent("198.51.100.7", { url: "https://project.example/rest/v1/domains" })).toEqual(plain);
  expect(await sent("198.51.100.7", { forwardsAddress: false })).toEqual(plain);
  for (const address of [undefined, "unknown", "a\r\nb", "198.51.100.7, 1.2.3.4"]) {
    expect(await sent(address)).toEqual(plain);
  }
});
