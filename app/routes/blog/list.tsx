import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { type BlogView, blogPath, readBlogView } from "#app/blog/blog-view.ts";
import { CATEGORIES, POSTS_PER_PAGE } from "#app/blog/post.ts";
import { listLatestPosts, type PostTeaser } from "#app/blog/posts.table.server.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { PRIVATE_CACHE, publicPage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import blogCss from "#app/ui/styles/areas/blog.css?url";
import { type FoundPosts, findPosts } from "./find-posts.ts";
import { FEED_LINK } from "./ui/article-meta.ts";
import { LoadingPosts, PostList, useIsPostLoading } from "./ui/post-list.tsx";

export const links = () => areaSheet("blog", blogCss);

export const handle = { hydrate: "intent", areas: "blog" };

/** Each page of each category is cached. A search, and a URL that no page links to, are not. */
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

/** Source: docs/product/blog-and-projects.md, "Blog". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const requested = readBlogView(searchParams);
  const limit = requested.query === "" ? undefined : await consume("postSearch", context?.address);
  const waitSeconds = limit?.ok === false ? limit.retryAfterSeconds : undefined;
  const [posts, latest] = await Promise.all([
    waitSeconds === undefined ? findPosts(requested) : undefined,
    // With those of the first page, which are shown already.
    listLatestPosts(POSTS_PER_PAGE + RECENT),
  ]);
  const found: FoundPosts | null = posts?.ok ? posts.value : null;
  const view: BlogView = { ...requested, page: found?.page ?? requested.page };
  const recent = recentPosts(latest.ok ? latest.value : [], found);
  const shown = { view, found, waitSeconds, recent };
  if (waitSeconds !== undefined) {
    return data(shown, { status: 429, headers: { ...PRIVATE_CACHE, "Retry-After": String(waitSeconds) } });
  }
  if (found === null) return outagePage(context, shown, PRIVATE_CACHE);
  const isCacheable = requested.query === "" && found.total > 0 && pathname + search === blogPath(view);
  return data(shown, isCacheable ? {} : { headers: PRIVATE_CACHE });
}

/** Returns the newest posts that are not in the list beside them; if all are, the newest. */
function recentPosts(latest: readonly PostTeaser[], found: FoundPosts | null) {
  const shown = new Set(found?.list.posts.map(({ slug }) => slug));
  const others = latest.filter(({ slug }) => !shown.has(slug));
  return (others.length > 0 ? others : latest).slice(0, RECENT).map(({ slug, title }) => ({ slug, title }));
}

export default function BlogPage() {
  const { view, found, waitSeconds, recent } = useLoaderData<typeof loader>();
  const loadingView = useLoadingView();
  const isLoadingMore = loadingView !== null && loadingView.page > view.page;
  const isPostLoading = useIsPostLoading();
  return (
    <div className="page section grid grid-cols-1 gap-x-[clamp(2rem,5vw,4rem)] gap-y-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,3fr)] lg:grid-rows-[auto_auto_1fr]">
      <h1>Blog</h1>
      <PostSearch query={view.query} isPending={loadingView !== null && loadingView.query !== view.query} />
      <CategoryLinks {...view} />
      {isPostLoading || (loadingView !== null && !isLoadingMore) ? (
        <LoadingPosts what={isPostLoading ? "post" : "posts"} />
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

/** The view that is being loaded; null without one. */
function useLoadingView(): BlogView | null {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname === "/blog";
  return isLoading ? readBlogView(new URLSearchParams(location.search)) : null;
}

const RECENT_LINK = "flex min-h-touch items-center py-2 no-underline hover:underline";

/** The titles of the newest posts, and the link to the feed. */
function RecentPosts({ posts }: { posts: readonly { slug: string; title: string }[] }) {
  return (
    <aside className="recent self-start border-t-3 border-ink lg:col-start-2 lg:row-span-2 lg:row-start-2">
      {posts.length > 0 && (
        <>
          <h2 className="py-3 text-xl">Recent</h2>
          <ul>
            {posts.map(({ slug, title }) => (
              <li key={slug} className="border-t border-line">
                <Link to={`/blog/${slug}`} className={RECENT_LINK}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <a href="/blog/feed.xml" className={`${RECENT_LINK} border-t border-line`}>
        Follow with a feed reader (Atom)
      </a>
    </aside>
  );
}

/** The number of posts that a search found; takes the focus after navigation. Nothing without a search. */
function PostsFound({ view: { query, category }, total }: { view: BlogView; total: number }) {
  if (query === "") return null;
  return (
    <p role="status" tabIndex={-1} data-arrival="" className="found">
      {total === 1 ? "1 post" : `${total} posts`} with “{query}”{category && ` in ${category}`}
    </p>
  );
}

/** Shown for an empty list, with a link to all posts. */
function NoPosts({ view: { query } }: { view: BlogView }) {
  return (
    <Empty title="No posts found">
      <p>
        {query === ""
          ? "We have not written about this yet."
          : "Every word must be in the post. Try fewer words, or part of a word."}
      </p>
      <ButtonLink to="/blog">All Posts</ButtonLink>
    </Empty>
  );
}

/** Shown when the list could not be read or the search limit is reached. Its link retries the first page. */
function PostFailure({ view, waitSeconds }: { view: BlogView; waitSeconds: number | undefined }) {
  const title =
    waitSeconds === undefined
      ? "Something went wrong, hold on a second and try again."
      : "Too many searches. Please wait a minute and try again.";
  return (
    <ReadFailure title={title} retryHref={blogPath({ ...view, page: 1 })}>
      {null}
    </ReadFailure>
  );
}

type PostFilterProps = { category: string; query: string; isPending: boolean };

/** The search form for posts. It keeps the searched words. */
export function PostSearch({ query, isPending }: Pick<PostFilterProps, "query" | "isPending">) {
  return (
    <Form
      method="get"
      action="/blog"
      role="search"
      className="grid max-w-[26rem] grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-2"
    >
      <label htmlFor="post-words" className="col-span-full font-bold">
        Search the posts
      </label>
      <input
        key={query}
        id="post-words"
        name="q"
        className="input"
        defaultValue={query}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
      />
      <Button kind="alt" isPending={isPending}>
        Search
      </Button>
    </Form>
  );
}

/** Links to the categories. Each keeps the search and starts at the first page. */
export function CategoryLinks({ category, query }: Pick<PostFilterProps, "category" | "query">) {
  return (
    <nav aria-label="Categories">
      <ul className="chips -mx-[16px] flex gap-2 overflow-x-auto px-[16px] py-1 md:mx-0 md:px-0">
        {["", ...CATEGORIES].map((name) => (
          <li key={name} className="flex-none">
            <Link
              to={blogPath({ category: name, query })}
              aria-current={name === category ? "page" : undefined}
              className="flex min-h-touch items-center rounded-sm border-2 border-edge px-3 font-medium no-underline hover:underline aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-ground"
            >
              {name || "All Posts"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
