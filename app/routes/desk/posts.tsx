import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { listArticles } from "#app/blog/desk.table.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { listParts, readArticleKeys } from "./article.server.ts";
import { ArticleList } from "./ui/article-list.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Posts",
  description: "The blog: drafts, scheduled and public posts.",
  isHidden: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const after = readArticleKeys(new URL(request.url).searchParams, "uuid");
  const posts = await listArticles("posts", after);
  if (!posts.ok) throw outage(context);
  return { parts: listParts(posts.value, "/desk/posts", after) };
}

export default function PostsPage() {
  const { parts } = useLoaderData<typeof loader>();
  return <ArticleList title="Posts" path="/desk/posts" newLabel="Write a post" parts={parts} />;
}
