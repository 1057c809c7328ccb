import { useLocation } from "@remix-run/react";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Reference } from "#app/ui/feedback/reference.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** In place of a post that there is not, or that could not be read: `failure` says why. */
export function NoPost({ failure }: { failure: string | null }) {
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
