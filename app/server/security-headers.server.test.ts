import { expect, it } from "vitest";
import { ADDRESSES } from "#app/routes/addresses.ts";
import { securityHeaders } from "./security-headers.server.ts";

const policyOf = (url: string) => securityHeaders(url)["Referrer-Policy"];
const linked = ADDRESSES.filter(({ path }) => path.includes(":token")).map(({ path }) =>
  path.replace(":token", "abcdefghijklmnopqrstuvwxyz"),
);

it.each([
  ...linked,
  "/newsletter/confirm?token=abc",
  "/newsletter/unsubscribe?a=1&token=abc",
  "/stride/confirm?token=abc",
  "/auth/confirm?token_hash=abc&type=recovery",
  "/login/again?redirectTo=%2F&by=abc",
  "/login/step.data?by=abc",
])("tells no other site the address %s, which has a token", (url) => {
  expect(policyOf(url)).toBe("same-origin");
});

it("leaves other pages their policy, with which a site learns where its visitors come from", () => {
  for (const url of ["/", "/contact?domain=a.com", "/domains?q=token", "/pay", "/threads/x", "/?mytoken=x"])
    expect(policyOf(url)).toBe("strict-origin-when-cross-origin");
});
