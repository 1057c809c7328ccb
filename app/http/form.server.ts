import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";
import { isFieldName } from "#app/model/field-name.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { type FormErrors, OUTAGE } from "#app/model/form-result.ts";
import { checkFieldLimits, type FieldLimits } from "./field-limits.server.ts";

/** The field of a form that comes back after its sender has signed in again: it is shown, not carried out. */
const BACK_AGAIN = "backAgain";
const backAgain = z.never({ error: "What you typed is here. Please check it, then send it once more." });

/**
 * Reads a posted form by its schema. `longest` names the fields that may be longer than a line (unfit-fields.server.ts).
 * Gives back conform's submission: its value, or messages with what was typed.
 */
export async function readForm<Schema extends z.ZodType>(request: Request, schema: Schema, longest: FieldLimits = {}) {
  return readTyped(await request.formData(), schema, longest);
}

/** The same of the fields of a form. */
export function readTyped<Schema extends z.ZodType>(typed: FormData, schema: Schema, longest: FieldLimits = {}) {
  for (const name of [...typed.keys()]) if (!isFieldName(name)) typed.delete(name);
  const unfit = checkFieldLimits(typed, longest);
  return parseWithZod(typed, { schema: typed.has(BACK_AGAIN) ? backAgain : (unfit ?? schema) });
}

type Refusal = FormErrors & {
  context: AppLoadContext | undefined;
  form: string;
  submission: Submission<unknown, string[], unknown>;
  toast?: FormReply["toast"];
  question?: FormReply["question"];
  stamp?: string;
  draft?: string;
  /** Fields whose text never goes back: passwords. */
  hideFields?: string[];
};

/**
 * Gives a form back with its messages and everything that was typed: 400, or the status given. A failure that is not the
 * reader's comes with the reference of its lines in the log.
 * Marks the request as refused, so that the page's title can say so before anything else is read out.
 */
export function refuse({
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
}: Refusal) {
  if (context) Object.assign(context, { isRefused: true, givenBack: form });
  const reference = status === OUTAGE && context?.requestId ? [`Reference: ${context.requestId}`] : [];
  // Without a heading the sentence becomes one, and the reference stands under it.
  const said = [message ?? [], reference].flat();
  const heading = title ?? (said.length > 1 ? said.shift() : undefined);
  const result = submission.reply({
    ...(said.length === 0 ? {} : { formErrors: said }),
    ...(fieldErrors === undefined ? {} : { fieldErrors }),
    ...(hideFields === undefined ? {} : { hideFields }),
  });
  const about = heading === undefined ? {} : { title: heading };
  const reply: FormReply = { form, result, ...about, ...sentAlong(submission), ...rest };
  if (BACK_AGAIN in submission.payload) reply.title = "You are signed in again";
  return data(reply, {
    status,
    headers: retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * What a refused form came with and goes back with: its stamp, which is older than a new one and so valid at once, and
 * what was typed in another form, sealed.
 */
function sentAlong({
  payload: { stamp, draft },
}: Submission<unknown, string[], unknown>): Pick<FormReply, "stamp" | "draft"> {
  return {
    ...(typeof stamp === "string" && stamp !== "" ? { stamp } : {}),
    ...(typeof draft === "string" && draft !== "" ? { draft } : {}),
  };
}
