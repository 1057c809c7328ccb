import { type BlogView, blogPath } from "#app/model/blog-view.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** What a search has found, said where somebody who cannot see the page arrives. Nothing without a search. */
export function PostsFound({ view: { query, category }, total }: { view: BlogView; total: number }) {
  if (query === "") return null;
  return (
    <p role="status" tabIndex={-1} data-arrival="" className="found">
      {total === 1 ? "1 post" : `${total} posts`} with “{query}”{category && ` in ${category}`}
    </p>
  );
}

/** The list when nothing is in it, with the way to where something is. */
export function NoPosts({ view: { query } }: { view: BlogView }) {
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

/** The list could not be read, or too much was asked. Retry begins at the first page. */
export function PostFailure({ view, waitSeconds }: { view: BlogView; waitSeconds: number | undefined }) {
  const title =
    waitSeconds === undefined
      ? "Something went wrong, hold on a second and try again."
      : "Too many searches at once. Please wait a minute and try again.";
  return (
    <ReadFailure title={title} retryHref={blogPath({ ...view, page: 1 })}>
      {null}
    </ReadFailure>
  );
}
