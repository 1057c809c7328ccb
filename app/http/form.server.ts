import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { type AppLoadContext, data } from "@remix-run/node";
import type { z } from "zod/v4";
import type { FormReply } from "#app/model/form-reply.ts";

/** Reads a posted form by its schema. Gives back conform's submission: its value, or messages with what was typed. */
export async function readForm<Schema extends z.ZodType>(request: Request, schema: Schema) {
  return parseWithZod(await request.formData(), { schema });
}

type Refusal = {
  context: AppLoadContext | undefined;
  form: string;
  submission: Submission<unknown, string[], unknown>;
  /** The message for the whole form, and a heading over it. */
  message?: string;
  title?: string;
  question?: FormReply["question"];
  status?: number;
  retryAfterSeconds?: number;
};

/**
 * Gives a form back with its messages and everything that was typed: 400, or the status given.
 * Marks the request as refused, so that the page's title can say so before anything else is read out.
 */
export function refuse({ context, form, submission, message, title, question, status, retryAfterSeconds }: Refusal) {
  if (context) context.isRefused = true;
  const result = submission.reply(message === undefined ? {} : { formErrors: [message] });
  const reply: FormReply = { form, result, title, question };
  return data(reply, {
    status: status ?? 400,
    headers: retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) },
  });
}
