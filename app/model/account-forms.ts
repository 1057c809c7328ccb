import { z } from "zod";
import { isCommonPassword } from "./common-password.server.ts";
import { toPhoneNumber } from "./phone.server.ts";
import { UNREADABLE, UNREADABLE_TEXT } from "./unsendable.ts";

const MIN_PASSWORD = 8;
/** bcrypt reads no more; two long passwords with the same beginning would be one. In bytes of UTF-8. */
const MAX_PASSWORD_BYTES = 72;
const MAX_EMAIL = 254;
const MAX_NAME = 100;

const EMAIL = "Please enter a valid email address";
const REQUIRED = {
  name: "Please enter your name",
  email: "Please enter your email address",
  password: "Please enter your password",
};

/** The address of whoever signs in: anything with an @ in it, since the auth service knows its accounts. */
const emailField = text(REQUIRED.email)
  .trim()
  .min(1, { error: REQUIRED.email, abort: true })
  .max(MAX_EMAIL, { error: EMAIL, abort: true })
  .regex(/^[^\s@]+@[^\s@]+$/, { error: EMAIL, abort: true });

/**
 * The address of whoever gets a mail. What the auth service or a mail server is sure to refuse is refused here: there it would
 * come out only where there is a mail to send, which would tell who has an account.
 */
const mailedField = emailField.refine(canHaveMail, { error: EMAIL, abort: true });

const isShortEnough = (password: string) => new TextEncoder().encode(password).length <= MAX_PASSWORD_BYTES;
const TOO_LONG = "Password must be at most 72 characters";
const isOwn = (password: string) => !isCommonPassword(password);
const TOO_COMMON = "Many people use this password, so it is among the first that are tried. Please choose another one.";

const newPasswordField = text(REQUIRED.password)
  .min(MIN_PASSWORD, {
    error: ({ input }) => (input === "" ? REQUIRED.password : "Password must be at least 8 characters"),
    abort: true,
  })
  .refine(isShortEnough, { error: TOO_LONG, abort: true })
  .refine(isOwn, { error: TOO_COMMON, abort: true });

const nameField = text(REQUIRED.name)
  .trim()
  .min(1, { error: REQUIRED.name, abort: true })
  .max(MAX_NAME, { error: `Please use at most ${MAX_NAME} characters`, abort: true })
  .refine((name) => !/[\p{Cc}\uFFFD]/u.test(name), {
    error: "This text has characters that cannot be sent",
    abort: true,
  });

/** Messages are the catalogue's where it has one (docs/product.md, "Accounts"). */
export const signInSchema = z.object({
  email: emailField,
  password: text(REQUIRED.password).min(1, { error: REQUIRED.password }),
});
export const signUpSchema = z.object({ name: nameField, email: mailedField, password: newPasswordField });
export const emailOnlySchema = z.object({ email: mailedField });
/** What is chosen behind a mailed link: a password, and by whoever is new a name if they like. */
export const chosenSchema = z.object({ password: newPasswordField, name: nameField.optional() });

const PHONE = "Please enter a phone number, such as 0712 345 678";

const profileName = z
  .string()
  .trim()
  .max(MAX_NAME, { error: `Please use at most ${MAX_NAME} characters` })
  .optional();
/** How good a new password is otherwise, the auth service says. */
const wantedPassword = z.string().refine(isShortEnough, { error: TOO_LONG, abort: true }).refine(isOwn, {
  error: TOO_COMMON,
});

/** Who somebody is. The phone number comes out in the international form (E.164). */
export const youSchema = z.object({
  name: profileName,
  phone: z
    .string()
    .max(50, PHONE)
    .transform((typed, context) => {
      const number = toPhoneNumber(typed);
      if (number === undefined) context.issues.push({ code: "custom", message: PHONE, input: typed });
      return number;
    })
    .optional(),
});

/** A new password, and the one that it takes the place of. */
export const newPasswordSchema = z.object({
  currentPassword: z.string({ error: "Please enter your current password" }),
  newPassword: z.string({ error: "Please enter a new password" }).pipe(wantedPassword),
});

/**
 * The profile over a page: name and password in one form. The password is changed only when both are there; a new one
 * alone is a mistake, a current one alone was filled in by the browser.
 */
export const profileSchema = z
  .object({ name: profileName, currentPassword: z.string().optional(), newPassword: wantedPassword.optional() })
  .refine(({ currentPassword, newPassword }) => !newPassword || currentPassword, {
    path: ["currentPassword"],
    error: "Please enter your current password too",
  });

/** The form that asks for the account to be closed. */
export const closingSchema = z.object({
  reason: z
    .string()
    .overwrite((text) => text.replace(/\r\n?/g, "\n").trim())
    .refine((text) => !UNREADABLE_TEXT.test(text), { error: UNREADABLE })
    .optional(),
  password: z.string({ error: "Please enter your password" }),
});

function text(required: string) {
  return z.string({ error: ({ input }) => (input === undefined ? required : "Please send this field once") });
}

/** What `<input type="email">` takes, and the auth service too, without dots that mail servers refuse (RFC 5321, 4.1.2: Dot-string). */
function canHaveMail(email: string): boolean {
  const [local = "", host = ""] = email.split("@");
  const isDotString = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i.test(local) && !/^\.|\.\.|\.$/.test(local);
  return isDotString && host.split(".").every((label) => /^[a-z0-9-]{1,63}$/i.test(label) && !/^-|-$/.test(label));
}
