import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { listLatestPosts } from "#app/gateways/posts.server.ts";
import { PERSONAL_PAGE, publicPage } from "#app/http/cache-headers.server.ts";
import { outage } from "#app/http/outage.server.ts";
import { type BlogView, blogPath, readBlogView } from "#app/model/blog-view.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import blogCss from "#app/ui/styles/areas/blog.css?url";
import { take } from "#app/use-cases/limits.server.ts";
import { type PostsOfView, postsOfView } from "./posts-of-view.ts";
import { FEED_LINK } from "./ui/article-meta.ts";
import { LoadingPosts, useIsPostComing } from "./ui/loading-posts.tsx";
import { CategoryLinks, PostSearch } from "./ui/post-filter.tsx";
import { PostList } from "./ui/post-list.tsx";
import { NoPosts, PostFailure, PostsFound } from "./ui/post-notices.tsx";
import { RecentPosts } from "./ui/recent-posts.tsx";

export const links = () => areaSheet("blog", blogCss);

export const handle = { hydrate: "intent", areas: "blog" };

/** Each page of each category is everybody's. A search, and an address that nobody links to, are not kept. */
export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage(["q", "category", "page"]);

const TITLE = "Blog";
const DESCRIPTION = "Names, mail, hosting and schools online, in plain words for busy people.";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { category = "", query = "" } = data?.view ?? {};
  const title = query === "" ? [category, TITLE].filter(Boolean).join(" – ") : `“${query}” in the blog`;
  const isHidden = query !== "" || !data?.found?.total;
  const page = { title, description: DESCRIPTION, isHidden, path: blogPath({ category }) };
  return [...pageMeta(matches, page), FEED_LINK];
};

const RECENT = 3;

/** Source: docs/product.md, "Blog". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const asked = readBlogView(searchParams);
  const limit = asked.query === "" ? undefined : await take("postSearch", context?.address);
  const waitSeconds = limit?.ok === false ? limit.retryAfterSeconds : undefined;
  const [posts, latest] = await Promise.all([
    waitSeconds === undefined ? postsOfView(asked) : undefined,
    listLatestPosts(RECENT),
  ]);
  const found: PostsOfView | null = posts?.ok ? posts.value : null;
  const view: BlogView = { ...asked, page: found?.page ?? asked.page };
  const recent = latest.ok ? latest.value.map(({ slug, title }) => ({ slug, title })) : [];
  const shown = { view, found, waitSeconds, recent };
  if (waitSeconds !== undefined) {
    return data(shown, { status: 429, headers: { ...PERSONAL_PAGE, "Retry-After": String(waitSeconds) } });
  }
  if (found === null) return outage(context, shown, PERSONAL_PAGE);
  const isUsual = asked.query === "" && found.total > 0 && pathname + search === blogPath(view);
  return data(shown, isUsual ? {} : { headers: PERSONAL_PAGE });
}

export default function BlogPage() {
  const { view, found, waitSeconds, recent } = useLoaderData<typeof loader>();
  const coming = useComingView();
  const isLoadingMore = coming !== null && coming.page > view.page;
  const isPostComing = useIsPostComing();
  return (
    <div className="page section grid grid-cols-1 gap-x-[clamp(2rem,5vw,4rem)] gap-y-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,3fr)] lg:grid-rows-[auto_auto_1fr]">
      <h1>Blog</h1>
      <PostSearch query={view.query} isPending={coming !== null && coming.query !== view.query} />
      <CategoryLinks {...view} />
      {isPostComing || (coming !== null && !isLoadingMore) ? (
        <LoadingPosts what={isPostComing ? "post" : "posts"} />
      ) : found === null ? (
        <PostFailure view={view} waitSeconds={waitSeconds} />
      ) : (
        <section aria-label="Posts">
          <PostsFound view={view} total={found.total} />
          {found.total === 0 ? (
            <NoPosts view={view} />
          ) : (
            <PostList view={view} list={found.list} isLoadingMore={isLoadingMore} />
          )}
        </section>
      )}
      <RecentPosts posts={recent} />
    </div>
  );
}

/** The view that somebody has gone on to and that is not here yet. */
function useComingView(): BlogView | null {
  const { state, location } = useNavigation();
  const isComing = state === "loading" && location.pathname === "/blog";
  return isComing ? readBlogView(new URLSearchParams(location.search)) : null;
}
