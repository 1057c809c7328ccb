import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { canSendIssues } from "#app/newsletter/issue-run.server.ts";
import { listIssues, MOST_ISSUES, type NewsletterIssue } from "#app/newsletter/issues.table.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { ArticleList, type ArticleRow, type ListPart } from "./ui/article-list.tsx";
import { ElsewherePage } from "./ui/elsewhere-page.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Newsletter",
  description: "Issues: drafts and what was sent.",
  isHidden: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  if (!canSendIssues().isOurList) return { parts: null };
  const issues = await listIssues();
  if (!issues.ok) throw outage(context);
  const listed = issues.value.slice(0, MOST_ISSUES);
  const isWhole = issues.value.length <= MOST_ISSUES;
  const part = (heading: string, ...states: string[]): ListPart => ({
    ...{ heading, isWhole },
    rows: listed.filter(({ state }) => states.includes(state)).map(rowOf),
  });
  const sent = part("Sent", "sent");
  if (!isWhole) sent.note = `The list has the newest ${MOST_ISSUES} issues. Older ones are kept, and not listed.`;
  return { parts: [part("Going out", "sending", "stopped"), part("Drafts", "draft"), sent] };
}

function rowOf({ id, title, state, sent, left_to_go, updated_at, finished_at }: NewsletterIssue): ArticleRow {
  const at = nairobiTime(new Date(finished_at ?? updated_at));
  if (state === "draft") return { id, title, words: `Draft, saved ${at}` };
  if (state === "sent") return { id, title, words: `To ${sent}, ${at}` };
  return { id, title, words: `${state === "stopped" ? "Stopped" : "Going out"}: ${sent} sent, ${left_to_go} to go` };
}

export default function NewsletterPage() {
  const { parts } = useLoaderData<typeof loader>();
  if (parts === null) return <ElsewherePage title="Newsletter" what="the list of subscribers" />;
  return <ArticleList title="Newsletter" path="/desk/newsletter" newLabel="Write an issue" parts={parts} />;
}
