import { dictionary } from "@zxcvbn-ts/language-common";
import { z } from "zod";
import { cleanInput, cleanLine, cleanMailbox } from "#app/platform/text/clean-line.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { toPhoneNumber } from "#app/platform/text/phone.server.ts";
import { UNREADABLE, UNREADABLE_TEXT } from "#app/platform/text/text-characters.ts";

const MIN_PASSWORD = 8;
/** Bytes of UTF-8. bcrypt ignores the rest, so two long passwords with the same beginning would be equal. */
const MAX_PASSWORD_BYTES = 72;
const MAX_EMAIL = 254;
const MAX_NAME = 100;

const EMAIL = "Please enter a valid email address";
const REQUIRED = {
  name: "Please enter your name",
  email: "Please enter your email address",
  password: "Please enter your password",
};

/** The address at sign-in: anything with an @ in it. The auth service decides whether the account exists. */
const emailField = text(REQUIRED.email)
  .overwrite(cleanMailbox)
  .min(1, { error: REQUIRED.email, abort: true })
  .max(MAX_EMAIL, { error: EMAIL, abort: true })
  .regex(/^[^\s@]+@[^\s@]+$/, { error: EMAIL, abort: true });

/**
 * An address that gets a mail. Rejects what the auth service or a mail server would certainly reject: a later failure would
 * appear only if there is a mail to send, and so reveal which addresses have an account.
 */
const mailedField = emailField.refine(isMailbox, { error: EMAIL, abort: true });

const isShortEnough = (password: string) => new TextEncoder().encode(password).length <= MAX_PASSWORD_BYTES;
const TOO_LONG = "Password must be at most 72 characters";
const isUncommon = (password: string) => !isCommonPassword(password);
const TOO_COMMON = "Many people use this password, so thieves try it first. Please choose another one.";

const newPasswordField = text(REQUIRED.password)
  .min(MIN_PASSWORD, {
    error: ({ input }) => (input === "" ? REQUIRED.password : "Password must be at least 8 characters"),
    abort: true,
  })
  .refine(isShortEnough, { error: TOO_LONG, abort: true })
  .refine(isUncommon, { error: TOO_COMMON, abort: true });

const nameField = text(REQUIRED.name)
  .overwrite(cleanLine)
  .min(1, { error: REQUIRED.name, abort: true })
  .max(MAX_NAME, { error: `Please use at most ${MAX_NAME} characters`, abort: true })
  .refine((name) => !/[\p{Cc}\uFFFD]/u.test(name), {
    error: "This text has characters that cannot be sent",
    abort: true,
  });

/** The messages are those of docs/product/accounts.md, "Accounts". */
export const signInSchema = z.object({
  email: emailField,
  password: text(REQUIRED.password).min(1, { error: REQUIRED.password }),
});
/** A code of an authenticator app, or a printed code. The limit leaves room for spaces. */
export const stepSchema = z.object({
  code: text("Please type the code").overwrite(cleanInput).min(1, { error: "Please type the code" }).max(40),
});
/** The password and the code by which the owner proves that they may change the second step. */
export const stepGuardSchema = stepSchema.extend({
  password: text(REQUIRED.password).min(1, { error: REQUIRED.password }),
});
export const signUpSchema = z.object({ name: nameField, email: mailedField, password: newPasswordField });
/** Another address of an account; `confirms` if somebody else asked for it. */
export const addressSchema = z.object({ email: mailedField, confirms: z.string().optional() });
export const emailOnlySchema = z.object({ email: mailedField });
/** The form behind a mailed link: a new password, and optionally a name for a new account. */
export const chosenSchema = z.object({ password: newPasswordField, name: nameField.optional() });

const PHONE = "Please enter a phone number, such as 0712 345 678";

const profileName = z
  .string()
  .overwrite(cleanLine)
  .max(MAX_NAME, { error: `Please use at most ${MAX_NAME} characters` })
  .optional();
/** The auth service enforces the other password rules. */
const newPassword = z.string().refine(isShortEnough, { error: TOO_LONG, abort: true }).refine(isUncommon, {
  error: TOO_COMMON,
});

/** Name and phone number of the profile. Returns the phone number in E.164 form. */
export const youSchema = z.object({
  name: profileName,
  phone: z
    .string()
    .overwrite(cleanInput)
    .max(50, PHONE)
    .transform((typed, context) => {
      const number = toPhoneNumber(typed);
      if (number === undefined) context.issues.push({ code: "custom", message: PHONE, input: typed });
      return number;
    })
    .optional(),
});

/** The account that staff make for a customer. Returns the phone number in E.164 form. */
export const inviteSchema = z.object({ email: mailedField, name: nameField, phone: youSchema.shape.phone });

/** The second address of the profile, which gets copies of bills. */
export const contactSchema = z.object({ contact: mailedField });

/** A new password and the current one. */
export const newPasswordSchema = z.object({
  currentPassword: z.string({ error: "Please enter your current password" }),
  newPassword: z.string({ error: "Please enter a new password" }).pipe(newPassword),
});

/**
 * The whole profile in one form, for clients without the separate forms. The password changes only if both passwords are
 * there. A new password alone is an error. A current password alone is ignored, because browsers fill it in.
 */
export const profileSchema = z
  .object({ name: profileName, currentPassword: z.string().optional(), newPassword: newPassword.optional() })
  .refine(({ currentPassword, newPassword }) => !newPassword || currentPassword, {
    path: ["currentPassword"],
    error: "Please enter your current password too",
  });

/** The form that requests account deletion. */
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

let known: ReadonlySet<string> | undefined;

/**
 * Returns whether a password is on a list of 49,000 leaked ones, which includes the 10,000 most common and which attackers try
 * first. Case is ignored. The list is parsed at the first use. Source: docs/product/accounts.md, "Accounts".
 */
function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary["passwords-common"].map(String).filter(({ length }) => length >= MIN_PASSWORD));
  return known.has(password.normalize("NFKC").trim().toLowerCase());
}
