import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";
import type { Refusal as ServiceRefusal } from "#app/model/answer.ts";
import { isFieldName } from "#app/model/field-name.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { type Longest, refuseUnfit } from "./unfit-fields.server.ts";

/** The field of a form that comes back after its sender has signed in again: it is shown, not carried out. */
const BACK_AGAIN = "backAgain";
const backAgain = z.never({ error: "What you typed is here. Please check it, then send it once more." });

/**
 * Reads a posted form by its schema. `longest` names the fields that may be longer than a line (unfit-fields.server.ts).
 * Gives back conform's submission: its value, or messages with what was typed.
 */
export async function readForm<Schema extends z.ZodType>(request: Request, schema: Schema, longest: Longest = {}) {
  return readTyped(await request.formData(), schema, longest);
}

/** The same of the fields of a form. */
export function readTyped<Schema extends z.ZodType>(typed: FormData, schema: Schema, longest: Longest = {}) {
  for (const name of [...typed.keys()]) if (!isFieldName(name)) typed.delete(name);
  const unfit = refuseUnfit(typed, longest);
  return parseWithZod(typed, { schema: typed.has(BACK_AGAIN) ? backAgain : (unfit ?? schema) });
}

type Refusal = {
  context: AppLoadContext | undefined;
  form: string;
  submission: Submission<unknown, string[], unknown>;
  /** The message for the whole form, and a heading over it. */
  message?: string;
  title?: string;
  toast?: FormReply["toast"];
  question?: FormReply["question"];
  stamp?: string;
  draft?: string;
  carry?: FormReply["carry"];
  /** Messages at fields, beside those of the schema. */
  fieldErrors?: Record<string, string[]>;
  /** Fields whose text never goes back: passwords. */
  hideFields?: string[];
  status?: number;
  retryAfterSeconds?: number | undefined;
};

/** Why a form is refused, and how that is told, whichever form it is. */
export type Why = Omit<Refusal, "context" | "form" | "submission">;

const OUTAGE = 503;

/**
 * The status of a page whose form a service has refused: 4xx where its reader can do something about it, 503 for an outage,
 * a lost answer or a service that does not let us in. Never 502 or 504: a CDN puts a page of its own in the place of these,
 * and what was typed is gone. Source: docs/product.md, "Forms".
 */
export function statusOf({ status, isUnknown = false }: Pick<ServiceRefusal, "status" | "isUnknown">): number {
  if (isUnknown || status === 0 || status >= 500 || status === 401 || status === 403) return OUTAGE;
  return [409, 413, 429].includes(status) ? status : 400;
}

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
