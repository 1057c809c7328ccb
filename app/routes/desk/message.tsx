import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { deleteThread, findDeletion, findThread, moveThread, type Thread } from "#app/contact/desk.table.server.ts";
import { addPart } from "#app/contact/reply.server.ts";
import { listSavedAnswers } from "#app/contact/saved-answers.table.server.ts";
import {
  deleteThreadSchema,
  LONGEST_PART,
  partSchema,
  type ThreadStep,
  threadStepSchema,
} from "#app/contact/thread-forms.server.ts";
import { listWaitingThreads, readThreadList, threadListPath } from "#app/contact/thread-list.server.ts";
import { nextRow } from "#app/desk/next-row.ts";
import { lateWords } from "#app/desk/trail.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { gone, idOf } from "./id-of.ts";
import { answersOf, threadView } from "./thread-view.server.ts";
import { DELETE_FORM } from "./ui/delete-thread-forms.tsx";
import { Panes } from "./ui/panes.tsx";
import { STEPS_FORM } from "./ui/thread-forms.tsx";
import { ThreadList } from "./ui/thread-list.tsx";
import { ThreadPane, ThreadSide } from "./ui/thread-pane.tsx";

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
  const { searchParams } = new URL(request.url);
  const now = nowDate();
  const [thread, saved, list] = await Promise.all([
    threadOr404(params.id, context),
    listSavedAnswers(),
    readThreadList(searchParams, now),
  ]);
  const answers = answersOf(saved, searchParams.get("use"));
  return data({ view: threadView(thread, staff.id, now), list, answers });
}

/** Takes, gives back, closes, reopens or deletes a thread, or adds an answer, a note or what came by mail. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const typed = await request.formData();
  if (typed.get("form") === DELETE_FORM) return remove(staff, idOf(params.id), typed, context);
  const thread = await threadOr404(params.id, context);
  if (thread.kind !== "visitor") throw data(null, { status: 404 });
  const form = String(typed.get("form"));
  if (form !== "answer" && form !== "note" && form !== "came") {
    const submission = parseFields(typed, threadStepSchema);
    const posted = { context, form: STEPS_FORM, submission };
    if (submission.status !== "success") return rejectForm({ ...posted, message: "This button is not known." });
    const { form: step, partCount, holder } = submission.value;
    const waiting = step === "close" ? await listWaitingThreads() : [];
    const moved = await moveThread(staff, thread.id, step, { partCount, holder });
    if (!moved.ok) return rejectForm({ ...posted, message: moved.message, status: statusOf(moved) });
    return step === "close" ? toNext(thread, step, nextRow(waiting, thread.id, staff.id)) : toThread(thread, step);
  }
  const side = SIDES[form];
  const submission = parseFields(typed, partSchema(side), { body: LONGEST_PART[side] });
  const posted = { context, form, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const waiting = form === "answer" ? await listWaitingThreads() : [];
  const added = await addPart(staff, thread, { ...submission.value, side });
  if (!added.ok) return rejectForm({ ...posted, message: added.message, status: statusOf(added) });
  return form === "answer" ? toNext(thread, form, nextRow(waiting, thread.id, staff.id)) : toThread(thread, form);
}

/** Deletes a thread. The same form sent again finds it deleted by the same person, so the thread itself is not read. */
async function remove(staff: Staff, id: string, typed: FormData, context: AppLoadContext | undefined) {
  const submission = parseFields(typed, deleteThreadSchema);
  const posted = { context, form: DELETE_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { expectedVersion, reason } = submission.value;
  const waiting = await listWaitingThreads();
  const deleted = await deleteThread(staff, id, expectedVersion, reason);
  if (!deleted.ok && deleted.status === 404) throw data(null, { status: 404 });
  if (!deleted.ok) return rejectForm({ ...posted, message: deleted.message, status: statusOf(deleted) });
  const next = nextRow(waiting, id, staff.id);
  return redirectWithFlash(next === undefined ? "/desk/messages" : `/desk/messages/${next}`, {
    about: DELETE_FORM,
    title: "The message is deleted",
  });
}

/** After its answer a thread needs nothing more from staff, so the next one opens. */
function toNext({ id, subject }: Thread, done: keyof typeof DONE, next: string | undefined) {
  return redirectWithFlash(next === undefined ? "/desk/messages" : `/desk/messages/${next}`, {
    about: done,
    title: `${DONE[done]}: ${subject}`,
    ...(next === undefined && { text: "No other message waits for you." }),
    next: { to: `/desk/messages/${id}`, label: "Back to it" },
  });
}

function toThread({ id }: Thread, done: keyof typeof DONE) {
  return redirectWithFlash(`/desk/messages/${id}`, { about: done, title: DONE[done] });
}

async function threadOr404(id: string | undefined, context: AppLoadContext | undefined): Promise<Thread> {
  const found = await findThread(idOf(id));
  if (!found.ok) throw outage(context);
  if (found.value !== null) return found.value;
  const last = context?.posted && (await findDeletion(id ?? ""));
  throw gone(context, last?.ok ? lateWords(last.value, "deleted it", nowDate(), "It was deleted.") : undefined);
}

export default function MessagePage() {
  const { view, list, answers } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="item"
      back={{ href: threadListPath(list.filter, list.words, undefined), label: "All messages" }}
      list={<ThreadList list={list} current={view.thread.id} />}
      item={<ThreadPane view={view} answers={answers} headingAs="h1" />}
      side={<ThreadSide view={view} />}
    />
  );
}
