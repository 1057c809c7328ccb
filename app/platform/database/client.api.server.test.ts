import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { env } from "../env.server.ts";
import { createRequestClient, forwardClientAddress, publicClient, trustedClient } from "./client.api.server.ts";

const SIGN_IN = "https://project.example/auth/v1/token?grant_type=password";
const DATABASE = "https://project.example/rest/v1/domains";
const keys = { publishableKey: "public", secretKey: "secret" };

/** Returns the key, the address and the token that are sent for a visitor's address. */
async function sent(address: string | undefined, { url = SIGN_IN, bearer = "customer" } = {}) {
  let headers = new Headers();
  const inner: typeof fetch = async (_input, init) => {
    headers = new Headers(init?.headers);
    return new Response();
  };
  const init = { method: "POST", headers: { apikey: "public", Authorization: `Bearer ${bearer}` } };
  await forwardClientAddress(inner, keys, address)(url, init);
  return [headers.get("apikey"), headers.get("Sb-Forwarded-For"), headers.get("Authorization")];
}

test("sends the visitor's address with the secret key and keeps the caller's session", async () => {
  expect(await sent("198.51.100.7")).toEqual(["secret", "198.51.100.7", "Bearer customer"]);
  expect(await sent("2001:db8:1:2::/64")).toEqual(["secret", "2001:db8:1:2::", "Bearer customer"]);
});

test("does not send the publishable key as a token with the secret key", async () => {
  expect(await sent("198.51.100.7", { bearer: "public" })).toEqual(["secret", "198.51.100.7", null]);
});

test.each([undefined, "unknown", "a\r\nb", "198.51.100.7, 1.2.3.4"])(
  "leaves a call for the invalid address %j unchanged",
  async (address) => {
    expect(await sent(address)).toEqual(["public", null, "Bearer customer"]);
  },
);

test("leaves calls to the database unchanged", async () => {
  expect(await sent("198.51.100.7", { url: DATABASE })).toEqual(["public", null, "Bearer customer"]);
});

const visitors = () => createRequestClient({ cookies: { getAll: () => [], setAll() {} }, acceptsSession: () => true });

test.each([
  ["trusted", trustedClient, () => HttpResponse.json({}, { status: 503 })],
  ["public", publicClient, () => HttpResponse.error()],
  ["visitor's", visitors, () => HttpResponse.error()],
])("the %s client reads once, even if that fails", async (_name, client, fail) => {
  Object.assign(env.supabase, keys);
  const answer = vi.fn(fail);
  server.use(http.get("*/rest/v1/posts", answer));
  expect((await client().from("posts").select("slug")).error).not.toBeNull();
  expect(answer).toHaveBeenCalledTimes(1);
});
