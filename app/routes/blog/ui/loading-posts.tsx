import { useNavigation } from "@remix-run/react";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";

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
