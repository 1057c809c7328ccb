import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, it } from "vitest";
import { chosenSchema, profileSchema, signUpSchema } from "./account-forms.ts";
import { isCommonPassword } from "./common-password.server.ts";

const COMMON = ["password", "12345678", "qwertyuiop", "PassWord1", "iLoveYou", " password123 ", "ｐａｓｓｗｏｒｄ"];
const OTHER = ["sandbox-password", "first password", "mbuzi wa Wanjiku", "password of hers", ""];
const WORDS = ["Many people use this password, so it is among the first that are tried. Please choose another one."];

it.each(COMMON)("%j is common", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

it.each(OTHER)("%j is not", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

it("the 10,000 commonest of eight letters and more are all refused, wherever a password is chosen", () => {
  const long = dictionary["passwords-common"].map(String).filter(({ length }) => length >= 8);
  expect(long.length).toBeGreaterThanOrEqual(10_000);
  for (const password of long) {
    if (!isCommonPassword(password)) throw new Error(password);
  }
});

const errorsOf = (parsed: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  parsed.error?.issues.map(({ path, message }) => [path[0], message]);

it.each(COMMON)("%j is refused at its field", (password) => {
  expect(errorsOf(chosenSchema.safeParse({ password }))).toEqual([["password", ...WORDS]]);
  const person = { name: "Njeri", email: "njeri@example.co.ke" };
  expect(errorsOf(signUpSchema.safeParse({ ...person, password }))).toEqual([["password", ...WORDS]]);
  const profile = { name: "Njeri", currentPassword: "password", newPassword: password };
  expect(errorsOf(profileSchema.safeParse(profile))).toEqual([["newPassword", ...WORDS]]);
});

it("an own one is taken, and one that somebody has already still signs them in", () => {
  expect(chosenSchema.safeParse({ password: "mbuzi wa Wanjiku" }).success).toBe(true);
  expect(profileSchema.safeParse({ name: "Njeri", currentPassword: "password" }).success).toBe(true);
});
