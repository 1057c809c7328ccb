import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { deleteThreads, findThread } from "#app/contact/desk.table.server.ts";
import { listSavedAnswers } from "#app/contact/saved-answers.table.server.ts";
import { threadFilterOf } from "#app/contact/thread.ts";
import { deleteThreadsSchema } from "#app/contact/thread-forms.server.ts";
import { readThreadList, threadListPath } from "#app/contact/thread-list.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage, outagePage } from "#app/platform/http/outage.server.ts";
import { failure } from "#app/platform/result.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { answersOf, threadView } from "./thread-view.server.ts";
import { DELETE_FORM } from "./ui/delete-thread-forms.tsx";
import { Panes } from "./ui/panes.tsx";
import { ThreadList } from "./ui/thread-list.tsx";
import { ThreadPane, ThreadSide } from "./ui/thread-pane.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Messages", description: "What visitors wrote to us.", isHidden: true });

/**
 * Lists messages by `state`, with the words `q`, and the first of them, which a wide screen shows beside the list. With
 * `select`, each message has a box to tick instead.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const now = nowDate();
  const list = await readThreadList(new URL(request.url).searchParams, now);
  // The failure page keeps a form that was sent; the page of a list has no place for it.
  if (list.rows === null && list.isSelecting) throw outage(context);
  if (list.rows === null) return outagePage(context, { list, first: null, answers: answersOf(failure(0, ""), null) });
  const answers = answersOf(await listSavedAnswers(), null);
  const [row] = list.isSelecting ? [] : list.rows;
  // Without its first message the page is still of use.
  const thread = row && (await findThread(row.id));
  return data({
    list,
    answers,
    first: thread?.ok && thread.value !== null ? threadView(thread.value, staff.id, now) : null,
  });
}

/** Deletes the ticked messages, except those that a colleague has or to which something was added. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const submission = await readForm(request, deleteThreadsSchema);
  const posted = { context, form: DELETE_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { thread, reason } = submission.value;
  const done = await deleteThreads(staff, thread, reason);
  if (!done.ok) return rejectForm({ ...posted, message: done.message, status: statusOf(done) });
  const { deleted, kept } = done.value;
  const { searchParams } = new URL(request.url);
  return redirectWithFlash(threadListPath(threadFilterOf(searchParams.get("state")), "", undefined), {
    about: DELETE_FORM,
    title: deleted === 1 ? "1 message is deleted" : `${deleted} messages are deleted`,
    ...(kept > 0 && { text: `Kept: ${kept}. A colleague has them, or something was added. Look at them first.` }),
  });
}

export default function MessagesPage() {
  const { list, first, answers } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="list"
      back={{ href: "/desk/messages", label: "All messages" }}
      list={<ThreadList list={list} current={first?.thread.id ?? ""} headingAs="h1" />}
      item={first && <ThreadPane view={first} answers={answers} headingAs="h2" />}
      side={first && <ThreadSide view={first} />}
    />
  );
}
