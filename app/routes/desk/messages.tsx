import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findThread } from "#app/contact/desk.table.server.ts";
import { listSavedAnswers } from "#app/contact/saved-answers.table.server.ts";
import { readThreadList } from "#app/contact/thread-list.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { failure } from "#app/platform/result.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { answersOf, threadView } from "./thread-view.server.ts";
import { Panes } from "./ui/panes.tsx";
import { ThreadList } from "./ui/thread-list.tsx";
import { ThreadPane, ThreadSide } from "./ui/thread-pane.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Messages", description: "What visitors wrote to us.", isHidden: true });

/** Lists messages by `state`, with the words `q`, and the first of them, which a wide screen shows beside the list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const now = nowDate();
  const list = await readThreadList(new URL(request.url).searchParams, now);
  if (list.rows === null) return outagePage(context, { list, first: null, answers: answersOf(failure(0, ""), null) });
  const answers = answersOf(await listSavedAnswers(), null);
  const [row] = list.rows;
  // Without its first message the page is still of use.
  const thread = row && (await findThread(row.id));
  return data({
    list,
    answers,
    first: thread?.ok && thread.value !== null ? threadView(thread.value, staff.id, now) : null,
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
