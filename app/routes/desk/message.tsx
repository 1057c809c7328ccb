import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findThread, moveThread, type Thread } from "#app/contact/desk.table.server.ts";
import { addPart } from "#app/contact/reply.server.ts";
import { listSavedAnswers } from "#app/contact/saved-answers.table.server.ts";
import { KIND_WORDS, stateWords } from "#app/contact/thread.ts";
import { LONGEST_PART, partSchema, type ThreadStep, threadStepSchema } from "#app/contact/thread-forms.server.ts";
import { whenWords } from "#app/desk/trail.ts";
import { ORDER_NAMES } from "#app/domains/order-kinds.ts";
import { orderStateWord } from "#app/orders/desk-list.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { STEPS_FORM, ThreadForms } from "./ui/thread-forms.tsx";
import { ThreadHeader, ThreadText } from "./ui/thread-text.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Message", description: "A message and its answers.", isHidden: true });

/** The forms of a new part, with the side that each adds to. */
const SIDES = { answer: "us", note: "note", came: "them" } as const;
const DONE: Record<ThreadStep | keyof typeof SIDES, string> = {
  take: "You have it now",
  "give-back": "Given back",
  close: "Closed",
  reopen: "Open again",
  answer: "The answer is on its way",
  note: "The note is added",
  came: "Added: it is open again",
};

/** A message with its answers. `use` in the query is the id of a saved answer, which fills the form. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const [thread, saved] = await Promise.all([threadOr404(params.id, context), listSavedAnswers()]);
  const use = new URL(request.url).searchParams.get("use");
  return data({ ...shown(thread, staff.id), ...chosenOf(saved.ok ? saved.value : [], use) });
}

/** Takes, gives back, closes or reopens a thread, or adds an answer, a note or what came by mail. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context);
  const thread = await threadOr404(params.id, context);
  if (thread.kind !== "visitor") throw data(null, { status: 404 });
  const typed = await request.formData();
  const form = String(typed.get("form"));
  if (form !== "answer" && form !== "note" && form !== "came") {
    const submission = parseFields(typed, threadStepSchema);
    const posted = { context, form: STEPS_FORM, submission };
    if (submission.status !== "success") return rejectForm({ ...posted, message: "This button is not known." });
    const { form: step, partCount, holder } = submission.value;
    const moved = await moveThread(staff, thread.id, step, { partCount, holder });
    if (!moved.ok) return rejectForm({ ...posted, message: moved.message, status: statusOf(moved) });
    return toThread(thread, step);
  }
  const side = SIDES[form];
  const submission = parseFields(typed, partSchema(side), { body: LONGEST_PART[side] });
  const posted = { context, form, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const added = await addPart(staff, thread, { ...submission.value, side });
  if (!added.ok) return rejectForm({ ...posted, message: added.message, status: statusOf(added) });
  return toThread(thread, form);
}

function toThread({ id }: Thread, done: keyof typeof DONE) {
  return redirectWithFlash(`/desk/messages/${id}`, { about: done, title: DONE[done] });
}

async function threadOr404(id: string | undefined, context: AppLoadContext | undefined): Promise<Thread> {
  if (!z.uuid().safeParse(id).success) throw data(null, { status: 404 });
  const found = await findThread(id ?? "");
  if (!found.ok) throw outage(context);
  if (found.value === null) throw data(null, { status: 404 });
  return found.value;
}

function chosenOf(saved: readonly { id: string; title: string; body: string }[], use: string | null) {
  const chosen = saved.find(({ id }) => id === use);
  return { saved: saved.map(({ id, title }) => ({ id, title })), use: chosen?.id ?? "", answer: chosen?.body ?? "" };
}

/** Returns what the page shows of a thread, with times in Nairobi. */
function shown(thread: Thread, me: string) {
  const now = nowDate();
  const when = (at: string) => whenWords(new Date(at), now);
  const { id, kind, name, email, phone, subject, message, domain, state, partCount, taken, account, isFailed, userId } =
    thread;
  const parts = [{ id: 0, side: "them" as const, author: null, body: message, at: thread.at }, ...thread.parts];
  return {
    thread: {
      id,
      name,
      email,
      phone: phone === null ? null : { e164: phone, words: shownNumber(phone) },
      subject,
      domain,
      isFailed,
      parts: parts.map(({ at, ...part }) => ({ ...part, when: when(at) })),
    },
    isThread: kind === "visitor",
    state,
    about: kind === "visitor" ? stateWords(state, taken?.name ?? null) : KIND_WORDS[kind],
    forms: { id, state, partCount, taken: taken && { ...taken, isMe: taken.id === me, when: when(taken.at) } },
    account: account && {
      ...account,
      isSignedIn: account.id === userId,
      orders: account.orders.map(({ id, kind, domain, status, at }) => ({
        id,
        words: `${ORDER_NAMES[kind]} of ${domain}, ${orderStateWord(status)}, ${dateOf(dayNumber(new Date(at))).words}`,
      })),
    },
  };
}

export default function MessagePage() {
  const { thread, isThread, about, forms, account, saved, use, answer } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <ThreadHeader {...thread} about={about} />
      <div className="columns">
        <ThreadText {...thread} account={account} />
        {isThread && <ThreadForms {...forms} saved={saved} use={use} answer={answer} />}
      </div>
    </div>
  );
}
