import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, it } from "vitest";
import { chosenSchema, emailOnlySchema, profileSchema, signInSchema, signUpSchema } from "./schema.server.ts";

const typed = { name: "Njeri", email: "njeri@example.co.ke", password: "a good password" };
type Parsed = { error?: { issues: { path: PropertyKey[]; message: string }[] } };
const messages = ({ error }: Parsed) => error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
const signUpMessages = (changes: object) => messages(signUpSchema.safeParse({ ...typed, ...changes }));

it("accepts a name, an e-mail address and a password, and trims the first two", () => {
  const spaced = { name: " Njeri ", email: " njeri@example.co.ke ", password: " spaces count " };
  expect(signUpSchema.parse(spaced)).toEqual({ ...typed, password: " spaces count " });
});

it.each([
  [{ name: " " }, "name: Please enter your name"],
  [{ email: "" }, "email: Please enter your email address"],
  [{ email: "njeri" }, "email: Please enter a valid email address"],
  [{ password: "" }, "password: Please enter your password"],
  [{ password: "1234567" }, "password: Password must be at least 8 characters"],
  [{ password: "é".repeat(37) }, "password: Password must be at most 72 characters"],
  [{ name: "a\u0000b" }, "name: This text has characters that cannot be sent"],
])("rejects %j with the message %j", (changes, message) => {
  expect(signUpMessages(changes)).toEqual([message]);
});

it.each(["mbuzi wa", "a".repeat(72), "é".repeat(36), "sandbox-password"])("accepts the new password %j", (password) => {
  expect(chosenSchema.parse({ password })).toEqual({ password });
});

const COMMON = "Many people use this password, so thieves try it first. Please choose another one.";

it.each(["12345678", "PassWord1", " password123 ", "ｐａｓｓｗｏｒｄ"])(
  "rejects the common password %j in every form that sets one",
  (password) => {
    expect(messages(chosenSchema.safeParse({ password }))).toEqual([`password: ${COMMON}`]);
    expect(signUpMessages({ password })).toEqual([`password: ${COMMON}`]);
    const profile = { name: "Njeri", currentPassword: "password", newPassword: password };
    expect(messages(profileSchema.safeParse(profile))).toEqual([`newPassword: ${COMMON}`]);
  },
);

it("rejects at least the 10,000 most common passwords", () => {
  const common = dictionary["passwords-common"].map(String).filter(({ length }) => length >= 8 && length <= 72);
  expect(common.length).toBeGreaterThanOrEqual(10_000);
  expect(common.filter((password) => chosenSchema.safeParse({ password }).success)).toEqual([]);
});

it("accepts any current password, also a common one", () => {
  expect(signInSchema.parse({ email: "a@b", password: "1" })).toEqual({ email: "a@b", password: "1" });
  expect(profileSchema.safeParse({ name: "Njeri", currentPassword: "password" }).success).toBe(true);
});

it.each([
  ...["a..b@example.co.ke", ".a@example.co.ke", '"a"@example.co.ke', "a(b)@example.co.ke", "josé@example.co.ke"],
  ...["a@münchen.de", "a@-example.co.ke", "a@example..ke", `${"a".repeat(65)}@example.co.ke`],
])("rejects the undeliverable address %s in forms that send a mail, and accepts it at sign-in", (email) => {
  for (const schema of [emailOnlySchema, signUpSchema]) {
    expect(messages(schema.safeParse({ ...typed, email }))).toEqual(["email: Please enter a valid email address"]);
  }
  expect(signInSchema.safeParse({ email, password: "1" }).success).toBe(true);
});

it.each(["a.b+c@example.co.ke", "O'Neil@EXAMPLE.ke", "a@xn--mnchen-3ya.de", "1-b_c@sub.a.ke"])(
  "accepts the deliverable address %s",
  (email) => {
    expect(emailOnlySchema.parse({ email })).toEqual({ email });
  },
);
