import { expect, it } from "vitest";
import { chosenSchema, emailOnlySchema, signInSchema, signUpSchema } from "./account-forms.ts";

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

it.each([
  ...["a..b@example.co.ke", ".a@example.co.ke", "a.@example.co.ke", '"a"@example.co.ke', "a(b)@example.co.ke"],
  ...["josé@example.co.ke", "a@münchen.de", "a@-example.co.ke", "a@example..ke", `${"a".repeat(65)}@example.co.ke`],
])("an address that gets no mail, %s, is refused where one is sent, and may sign in", (email) => {
  for (const schema of [emailOnlySchema, signUpSchema]) {
    expect(schema.safeParse({ ...typed, email }).error?.issues).toMatchObject([
      { path: ["email"], message: "Please enter a valid email address" },
    ]);
  }
  expect(signInSchema.safeParse({ email, password: "1" }).success).toBe(true);
});

it.each(["a.b+c@example.co.ke", "O'Neil@EXAMPLE.ke", "a@xn--mnchen-3ya.de", "a-b_c@sub.example.co.ke", "1@a.ke"])(
  "an address that mail servers take, %s, is taken",
  (email) => {
    expect(emailOnlySchema.parse({ email })).toEqual({ email });
  },
);

it("whoever signs in may have any password", () => {
  expect(signInSchema.parse({ email: "a@b", password: "1" })).toEqual({ email: "a@b", password: "1" });
});
