import { useNavigation } from "@remix-run/react";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";

/** In place of posts, or of a post, that somebody has gone on to. */
export function LoadingPosts({ what }: { what: "posts" | "post" }) {
  return (
    <div>
      <p role="status">{`Loading ${what}...`}</p>
      <Skeleton />
    </div>
  );
}

/** Whether a post was asked for, and is not here yet, while another page of the blog is open. */
export function useIsPostLoading(): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname.startsWith("/blog/");
}
