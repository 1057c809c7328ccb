import { z } from "zod";
import { DELETE_REASONS } from "#app/desk/delete-reasons.ts";
import { contactSchema, line, longText } from "./contact.server.ts";
import { isOnlyGreeting } from "./greeting.ts";
import { type PartSide, THREADS_PER_PAGE } from "./thread.ts";

/** The longest text of each form of a thread, in characters. A mail that came may quote all mails before it. */
export const LONGEST_PART: Record<PartSide, number> = { us: 5000, note: 2000, them: 10_000 };

/** The steps of a thread that are only buttons. */
const THREAD_STEPS = ["take", "give-back", "close", "reopen"] as const;
export type ThreadStep = (typeof THREAD_STEPS)[number];

/** How many parts of a thread the page showed. A form without this field counts as made from an older page. */
const partCount = z.coerce.number().int().min(0).catch(-1);

/** A button of a thread, with what its page showed: how many parts it had, and the id of the member of staff who had it. */
export const threadStepSchema = z.object({
  form: z.enum(THREAD_STEPS),
  partCount,
  holder: z.uuid().optional().catch(undefined),
});

const deleteReason = z.enum(
  DELETE_REASONS.map(({ value }) => value),
  { error: "Please choose a reason." },
);
const version = z.iso.datetime({ offset: true });

/** The form that deletes a thread. A form without `expectedVersion` counts as made from an older page. */
export const deleteThreadSchema = z.object({ reason: deleteReason, expectedVersion: version.nullable().catch(null) });

const tickedThread = z
  .string()
  .transform((value) => value.split(" "))
  .pipe(z.tuple([z.uuid(), version]))
  .transform(([id, version]) => ({ id, version }));

/** The form that deletes ticked threads. Each box has the thread's id and version as its value: `tickValue`. */
export const deleteThreadsSchema = z.object({
  reason: deleteReason,
  thread: z
    .array(tickedThread, { error: "Please tick a message." })
    .min(1, "Please tick a message.")
    .max(THREADS_PER_PAGE, `Please tick at most ${THREADS_PER_PAGE} messages.`),
});

const NOTHING = "Please write something.";

/** The form of an answer, of a note, or of what came by mail. */
export function partSchema(side: PartSide) {
  const body = longText(LONGEST_PART[side], NOTHING);
  // The form of an answer begins with a greeting.
  return z.object({ partCount, body: body.refine((typed) => side !== "us" || !isOnlyGreeting(typed), NOTHING) });
}

export const SAVED_ANSWER_LIMITS = { title: 100, body: 5000 };

/**
 * The form of a saved answer. `id` is that of the edited answer, undefined for a new one. `expectedVersion` is the time of its
 * last change.
 */
export const savedAnswerSchema = z.object({
  id: z.uuid().optional(),
  expectedVersion: z.iso.datetime({ offset: true }).optional(),
  title: line(SAVED_ANSWER_LIMITS.title, "Please enter a title."),
  body: longText(SAVED_ANSWER_LIMITS.body, "Please write the answer."),
});

/** What a visitor adds to a thread on its public page. */
export const threadReplySchema = z.object({ message: contactSchema.shape.message, partCount });
