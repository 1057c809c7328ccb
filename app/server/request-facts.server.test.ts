import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { isPersonal } from "./request-facts.server.ts";

it.each([
  ["no cookie", {}, false],
  ["a session", { cookie: "sb-auth-token=base64-x" }, true],
  ["a session in chunks", { cookie: "a=1; sb-auth-token.0=base64-x" }, true],
  ["a flash message", { cookie: "flash=x" }, true],
  ["a password reset", { cookie: "recovery=x" }, true],
  ["the code verifier of a sign-up", { cookie: "sb-auth-token-code-verifier=x" }, false],
  ["another site's cookie", { cookie: "_ga=1; flashed=2" }, false],
  ["an authorization header", { authorization: "Bearer x" }, true],
])("says of a request with %s (%j) whether it is personal: %s", (_what, headers, expected) => {
  expect(isPersonal({ headers } as unknown as IncomingMessage)).toBe(expected);
});
