import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";
import { UNREADABLE } from "#app/platform/text/text-characters.ts";
import type { FormReply } from "./form-reply.ts";
import { CSRF_TOKEN, isFieldName } from "./form-reply.ts";
import { type FormErrors, OUTAGE } from "./form-result.ts";

/** Marks a form that is shown again after its user signed in; it is not processed. */
const BACK_AGAIN = "backAgain";
const backAgain = z.never({ error: "What you typed is here. Please check it, then send it once more." });

/** Parses a posted form. `longest`: the limits of fields that may be longer than a line. Returns Conform's submission. */
export async function readForm<Schema extends z.ZodType>(request: Request, schema: Schema, longest: FieldLimits = {}) {
  return parseFields(await request.formData(), schema, longest);
}

/** Parses the fields of a form. */
export function parseFields<Schema extends z.ZodType>(typed: FormData, schema: Schema, longest: FieldLimits = {}) {
  for (const name of [...typed.keys()]) if (!isFieldName(name) || name === CSRF_TOKEN) typed.delete(name);
  const invalid = checkFieldLimits(typed, longest);
  return parseWithZod(typed, { schema: typed.has(BACK_AGAIN) ? backAgain : (invalid ?? schema) });
}

type Rejection = FormErrors & {
  context: AppLoadContext | undefined;
  form: string;
  submission: Submission<unknown, string[], unknown>;
  toast?: FormReply["toast"];
  challenge?: FormReply["challenge"];
  stamp?: string;
  draft?: string;
  /** Fields that are never sent back, such as passwords. */
  hideFields?: string[];
};

/**
 * Re-renders a form with its messages and the user's input. `status` is 400 by default; for an outage (503) a message with the
 * request's reference is added. Marks the request as refused, so that the page title says so.
 */
export function rejectForm({
  context,
  form,
  submission,
  message,
  title,
  fieldErrors,
  hideFields,
  status = 400,
  retryAfterSeconds,
  ...rest
}: Rejection) {
  if (context) Object.assign(context, { isRefused: true, givenBack: form });
  const reference = status === OUTAGE && context?.requestId ? [`Reference: ${context.requestId}`] : [];
  // If there is no title but a reference, the message becomes the title, and the reference is shown below.
  const messages = [message ?? [], reference].flat();
  const heading = title ?? (messages.length > 1 ? messages.shift() : undefined);
  const result = submission.reply({
    ...(messages.length === 0 ? {} : { formErrors: messages }),
    ...(fieldErrors === undefined ? {} : { fieldErrors }),
    ...(hideFields === undefined ? {} : { hideFields }),
  });
  const about = heading === undefined ? {} : { title: heading };
  const reply: FormReply = { form, result, ...about, ...hiddenFieldsOf(submission), ...rest };
  if (BACK_AGAIN in submission.payload) reply.title = "You are signed in again";
  return data(reply, {
    status,
    headers: retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) },
  });
}

/** Re-renders a form with the user's input and no message, because the user asked only for what the page adds up. */
export function showFormAgain(form: string, submission: Submission<unknown, string[], unknown>) {
  return data<FormReply>({ form, result: submission.reply() });
}

/** Returns the stamp, which is old enough to be valid at once, and the sealed draft of another form. */
function hiddenFieldsOf({
  payload: { stamp, draft },
}: Submission<unknown, string[], unknown>): Pick<FormReply, "stamp" | "draft"> {
  return {
    ...(typeof stamp === "string" && stamp !== "" ? { stamp } : {}),
    ...(typeof draft === "string" && draft !== "" ? { draft } : {}),
  };
}

/** The most characters of each field that may exceed one line; Infinity if the schema checks the length. */
export type FieldLimits = Readonly<Record<string, number>>;

const LINE = 300;

/** Hidden fields. Users cannot correct them, so a value that is too long is dropped. */
const NOT_TYPED: FieldLimits = {
  stamp: LINE,
  turnstileToken: 2048,
  draft: 48_000,
  priceFingerprint: 500,
  expectedVersion: LINE,
  expectedExpiry: LINE,
  expectedKsh: LINE,
  expectedNumber: LINE,
  expectedState: LINE,
  partCount: LINE,
  from: 2048,
  challenge: 600,
  website_2: LINE,
  shownType: LINE,
  file: LINE,
};

/**
 * Finds texts in a form that are too long or contain a NUL, which PostgreSQL rejects. Returns undefined if no text is;
 * otherwise a schema that fails with a message at each such field. Source: docs/product/forms.md, "Forms".
 */
export function checkFieldLimits(typed: FormData, longest: FieldLimits) {
  const problems = new Map<string, string>();
  for (const [name, value] of [...typed]) {
    const limit = longest[name] ?? NOT_TYPED[name] ?? LINE;
    const message = typeof value === "string" ? problemOf(value, limit) : undefined;
    if (message === undefined) continue;
    if (name in NOT_TYPED) typed.delete(name);
    else problems.set(name, message);
  }
  if (problems.size === 0) return undefined;
  return z.unknown().transform((input, context): never => {
    for (const [field, message] of problems) context.issues.push({ code: "custom", path: [field], message, input });
    return z.NEVER;
  });
}

/**
 * Returns the message for a text that is too long or unreadable. A line break counts as one character, as in the browser,
 * although it is sent as two.
 */
function problemOf(text: string, limit: number): string | undefined {
  if (limit === Number.POSITIVE_INFINITY) return undefined;
  if (text.includes("\0")) return UNREADABLE;
  if (text.replaceAll("\r\n", "\n").length <= limit) return undefined;
  return `Please use at most ${limit.toLocaleString("en-US")} characters.`;
}
