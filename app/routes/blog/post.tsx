import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findPost, listOtherPosts } from "#app/gateways/posts.server.ts";
import { PERSONAL_PAGE, publicPage } from "#app/http/cache-headers.server.ts";
import { outage } from "#app/http/outage.server.ts";
import { type Post, readingMinutes } from "#app/model/post.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import blogCss from "#app/ui/styles/areas/blog.css?url";
import postCss from "#app/ui/styles/areas/post.css?url";
import proseCss from "#app/ui/styles/areas/prose.css?url";
import { pictureOf } from "./pictures.server.ts";
import { postText } from "./post-text.server.ts";
import { dayOf, shownPost } from "./shown-post.ts";
import { articleMeta } from "./ui/article-meta.ts";
import { BackBox } from "./ui/back-box.tsx";
import { LatestPosts } from "./ui/latest-posts.tsx";
import { LoadingPosts, useIsPostComing } from "./ui/loading-posts.tsx";
import { NoPost } from "./ui/no-post.tsx";
import { FEATURED } from "./ui/picture-box.tsx";
import { PostArticle } from "./ui/post-article.tsx";

export const links = () => [
  ...areaSheet("blog", blogCss),
  ...areaSheet("prose", proseCss),
  ...areaSheet("post", postCss),
];

/** A post is read: nothing on it needs React. */
export const handle = { hydrate: "never", areas: "blog prose post" };

export const headers: HeadersFunction = ({ loaderHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage();

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data?.post) {
    const title = data?.failure ? "Error" : "Post not found";
    return pageMeta(matches, { title, description: "A post from our blog.", isHidden: true });
  }
  return articleMeta(matches, { ...data.post, description: data.post.lead });
};

const NO_EXCERPT = "Read this insightful article...";

/** Source: docs/product.md, "Blog". */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { slug = "" } = params;
  const found = await findPost(slug);
  const nothing = { post: null, latest: [], failure: null };
  if (!found.ok) return outage(context, { ...nothing, failure: found.message }, PERSONAL_PAGE);
  // An address that nobody wrote is not worth a read of its own: all posts are others then.
  const others = await listOtherPosts(found.value ? slug : "");
  const latest = others.ok ? others.value.map((other) => shownPost(other)) : [];
  if (!found.value) return data({ ...nothing, latest }, { status: 404, headers: PERSONAL_PAGE });
  return data({ post: await shownArticle(found.value), latest, failure: null });
}

export default function PostPage() {
  const { post, latest, failure } = useLoaderData<typeof loader>();
  const isComing = useIsPostComing();
  return (
    <div className="page section post">
      {isComing ? (
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

async function shownArticle({ slug, title, excerpt, content, category, imageUrl, createdAt }: Post) {
  return {
    slug,
    title,
    lead: excerpt || NO_EXCERPT,
    category,
    ...dayOf(createdAt),
    minutes: readingMinutes(content),
    src: pictureOf(imageUrl, { ...FEATURED, category }).src,
    html: await postText(content, category),
    publishedAt: createdAt,
  };
}
