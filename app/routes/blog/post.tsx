import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { findPost, listOtherPosts } from "#app/blog/posts.table.server.ts";
import { PRIVATE_CACHE, publicPage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { CARD_PICTURE, PictureBox } from "#app/routes/blog/ui/post-card.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Reference } from "#app/ui/feedback/reference.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import blogCss from "#app/ui/styles/areas/blog.css?url";
import postCss from "#app/ui/styles/areas/post.css?url";
import proseCss from "#app/ui/styles/areas/prose.css?url";
import { articleOf } from "./article.server.ts";
import { PostArticle } from "./post-article.tsx";
import { postCard } from "./post-cards.ts";
import { articleMeta } from "./ui/article-meta.ts";
import type { PostCardData } from "./ui/post-card.tsx";
import { LoadingPosts, useIsPostLoading } from "./ui/post-list.tsx";

export const links = () => [
  ...areaSheet("blog", blogCss),
  ...areaSheet("prose", proseCss),
  ...areaSheet("post", postCss),
];

/** A post needs no JavaScript. */
export const handle = { hydrate: "never", areas: "blog prose post" };

export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage();

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data?.post) {
    const title = data?.failure ? "Error" : "Post not found";
    return pageMeta(matches, { title, description: "A post from our blog.", isHidden: true });
  }
  return articleMeta(matches, data.post);
};

/** Source: docs/product/blog-and-projects.md, "Blog". */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { slug = "" } = params;
  const found = await findPost(slug);
  const nothing = { post: null, latest: [], failure: null };
  if (!found.ok) return outagePage(context, { ...nothing, failure: found.message }, PRIVATE_CACHE);
  // For an unknown slug, the cached list of all posts is enough.
  const others = await listOtherPosts(found.value ? slug : "");
  const latest = others.ok ? others.value.map((other) => postCard(other)) : [];
  if (!found.value) return data({ ...nothing, latest }, { status: 404, headers: PRIVATE_CACHE });
  const { isPlain: _isPlain, ...post } = await articleOf(found.value);
  return data({ post, latest, failure: null });
}

export default function PostPage() {
  const { post, latest, failure } = useLoaderData<typeof loader>();
  const isLoading = useIsPostLoading();
  return (
    <div className="page section post">
      {isLoading ? (
        <LoadingPosts what="post" />
      ) : post ? (
        <PostArticle key={post.slug} {...post} />
      ) : (
        <NoPost failure={failure} />
      )}
      <aside>
        {post && <BackBox />}
        {latest.length > 0 && <LatestPosts posts={latest} />}
      </aside>
    </div>
  );
}

/** Shown for a post that does not exist, or that could not be read; then `failure` says why. */
function NoPost({ failure }: { failure: string | null }) {
  const { pathname } = useLocation();
  if (failure === null) {
    return (
      <Empty title="Post not found." titleAs="h1">
        <p>It may have a new address. All posts are in the list.</p>
        <ButtonLink to="/blog">All Posts</ButtonLink>
      </Empty>
    );
  }
  return (
    <Empty title={`Error: ${failure}`} titleAs="h1">
      <p>The fault is ours. Nothing is lost.</p>
      <Reference />
      <ButtonLink to={pathname} reloadDocument>
        Try again
      </ButtonLink>
    </Empty>
  );
}

type LatestPost = Pick<PostCardData, "slug" | "title" | "isoDay" | "day" | "src">;

/** Other posts, beside or below one that was read. */
function LatestPosts({ posts }: { posts: readonly LatestPost[] }) {
  return (
    <section aria-labelledby="latest-posts" className="latest self-start border-t-3 border-ink">
      <h2 id="latest-posts" className="py-3 text-xl">
        Latest Posts
      </h2>
      <ul className="border-t border-line">
        {posts.map(({ slug, title, isoDay, day, src }) => (
          <li key={slug} className="post-card">
            <Link to={`/blog/${slug}`}>
              <PictureBox src={src} box={CARD_PICTURE} isLazy />
              <div>
                <h3>{title}</h3>
                <time className="quiet" dateTime={isoDay}>
                  {day}
                </time>
                <p className="text-sm font-bold">
                  Read more <span aria-hidden="true">→</span>
                </p>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ID = "back";

/** For a page that is never hydrated: goes back to the previous page, if there is one. */
const backScript = `document.getElementById("${ID}").onclick=(event)=>{if(history.length>1){event.preventDefault();history.back()}}`;

/** A link back to the previous page. Without JavaScript, or without a previous page, it leads to the list. */
function BackBox() {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (history.length < 2) return;
    event.preventDefault();
    navigate(-1);
  };
  return (
    <div className="back-box mb-8 flex flex-wrap items-center justify-between gap-3 border-t-3 border-ink pt-4">
      <p>
        <b>Ready to get back in action?</b>
      </p>
      <ButtonLink kind="alt" id={ID} to="/blog" onClick={goBack}>
        Back
      </ButtonLink>
      <script
        nonce={useNonce()}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? backScript : "" }}
      />
    </div>
  );
}
