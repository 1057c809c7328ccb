import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type BlogView, blogPath } from "#app/blog/blog-view.ts";
import { Skeleton } from "#app/ui/feedback/empty.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Spinner } from "#app/ui/primitives/icons.tsx";
import { Jina } from "#app/ui/primitives/landscape.tsx";
import { PostCard, type PostCardData } from "./post-card.tsx";

export type PostListData = {
  posts: PostCardData[];
  /** The index of the first post of the last page; null if there is only one page. */
  next: number | null;
  /** The page before these posts, with newer ones; null if there is none. */
  newerPage: number | null;
  /** The page after these posts, with older ones; null if there is none. */
  olderPage: number | null;
};

type PostListProps = { view: BlogView; list: PostListData; isLoadingMore: boolean };

/** The posts of a view, the newest featured, and a link to more. */
export function PostList({ view, list, isLoadingMore }: PostListProps) {
  const { posts, next, newerPage, olderPage } = useAppended(list, `${view.category} ${view.query}`);
  const hasFeatured = view.query === "" && newerPage === null;
  return (
    <div className="posts" aria-busy={isLoadingMore}>
      {newerPage !== null && (
        <ButtonLink kind="alt" to={blogPath({ ...view, page: newerPage })}>
          Newer posts
        </ButtonLink>
      )}
      <ul>
        {posts.map((post, index) => (
          <PostCard key={post.slug} post={post} isFeatured={hasFeatured && index === 0} isNext={index === next} />
        ))}
      </ul>
      {olderPage !== null && <LoadMore to={blogPath({ ...view, page: olderPage })} isPending={isLoadingMore} />}
      {olderPage === null && view.query === "" && (
        <Jina
          saying="Chema chajiuza, kibaya chajitembeza"
          gloss="What is good sells itself; what is bad goes from door to door"
        />
      )}
    </div>
  );
}

/**
 * A link to the pages so far and one more. Without JavaScript it jumps to the first new post. With JavaScript the scroll
 * position stays, and Back leaves the list.
 */
function LoadMore({ to, isPending }: { to: string; isPending: boolean }) {
  const [place, setPlace] = useState("#next");
  useEffect(() => setPlace(""), []);
  return (
    <ButtonLink kind="alt" to={to + place} replace={place === ""} preventScrollReset>
      {isPending ? (
        <>
          Loading
          <Spinner />
        </>
      ) : (
        "Load More"
      )}
    </ButtonLink>
  );
}

/** Appends the list to the posts shown before, which the server no longer sends with older pages. */
function useAppended(list: PostListData, about: string): PostListData {
  const before = useRef({ list, about });
  const shown = before.current.about === about ? appended(before.current.list, list) : list;
  useEffect(() => {
    before.current = { list: shown, about };
  });
  return shown;
}

function appended(before: PostListData, list: PostListData): PostListData {
  const from = before.posts.findIndex(({ slug }) => slug === list.posts[0]?.slug);
  if (from <= 0) return list;
  return {
    ...list,
    posts: [...before.posts.slice(0, from), ...list.posts],
    next: list.next === null ? null : list.next + from,
    newerPage: before.newerPage,
  };
}

/** Shown while posts, or a post, are being loaded. */
export function LoadingPosts({ what }: { what: "posts" | "post" }) {
  return (
    <div>
      <p role="status">{`Loading ${what}...`}</p>
      <Skeleton />
    </div>
  );
}

/** Returns whether a post is being loaded from another page of the blog. */
export function useIsPostLoading(): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname.startsWith("/blog/");
}
