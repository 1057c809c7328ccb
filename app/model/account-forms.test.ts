import { expect, it } from "vitest";
import { chosenSchema, signInSchema, signUpSchema } from "./account-forms.ts";

const typed = { name: "Njeri", email: "njeri@example.co.ke", password: "a good password" };
const messages = (schema: typeof signUpSchema, changes: object) =>
  schema.safeParse({ ...typed, ...changes }).error?.issues.map(({ path, message }) => `${path}: ${message}`);

it("takes a name, an e-mail address and a password, outer spaces of the first two aside", () => {
  expect(signUpSchema.parse({ name: " Njeri ", email: " njeri@example.co.ke ", password: " spaces count " })).toEqual({
    name: "Njeri",
    email: "njeri@example.co.ke",
    password: " spaces count ",
  });
});

it.each([
  [{ name: " " }, "name: Please enter your name"],
  [{ email: "" }, "email: Please enter your email address"],
  [{ email: "njeri" }, "email: Please enter a valid email address"],
  [{ email: `${"a".repeat(250)}@b.ke` }, "email: Please enter a valid email address"],
  [{ password: "" }, "password: Please enter your password"],
  [{ password: "1234567" }, "password: Password must be at least 8 characters"],
  [{ password: "a".repeat(73) }, "password: Password must be at most 72 characters"],
  [{ password: "é".repeat(37) }, "password: Password must be at most 72 characters"],
  [{ email: ["a@b", "c@d"] }, "email: Please send this field once"],
  [{ name: "a\u0000b" }, "name: This text has characters that cannot be sent"],
])("for %j it says %s", (changes, message) => {
  expect(messages(signUpSchema, changes)).toEqual([message]);
});

it.each(["mbuzi wa", "a".repeat(72), "é".repeat(36)])("the password %s is long and short enough", (password) => {
  expect(chosenSchema.parse({ password })).toEqual({ password });
});

it("whoever signs in may have any password", () => {
  expect(signInSchema.parse({ email: "a@b", password: "1" })).toEqual({ email: "a@b", password: "1" });
});
