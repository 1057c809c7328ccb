import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { listArticles } from "#app/blog/desk.table.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { hasProjectsWorker } from "#app/projects/projects.api.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { listParts, readArticleKeys } from "./article.server.ts";
import { ArticleList } from "./ui/article-list.tsx";
import { ElsewherePage } from "./ui/elsewhere-page.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Projects",
  description: "Drafts, scheduled and public projects.",
  isHidden: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  if (hasProjectsWorker()) return { parts: null };
  const after = readArticleKeys(new URL(request.url).searchParams, "text");
  const projects = await listArticles("projects", after);
  if (!projects.ok) throw outage(context);
  return { parts: listParts(projects.value, "/desk/projects", after) };
}

export default function ProjectsPage() {
  const { parts } = useLoaderData<typeof loader>();
  if (parts === null) return <ElsewherePage title="Projects" what="the projects" />;
  return <ArticleList title="Projects" path="/desk/projects" newLabel="Add a project" parts={parts} />;
}
