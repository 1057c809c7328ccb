import { Outlet, useLoaderData, useLocation, useNavigation, useNavigationType, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { listLatestPosts } from "#app/gateways/posts.server.ts";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { FlashArea } from "#app/ui/feedback/flash-area.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { useIsOwn } from "#app/ui/shell/use-is-own.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { Frame } from "./ui/frame.tsx";

export { reloadAfterAction as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

const LATEST_POSTS = 3;

export async function loader() {
  const posts = await listLatestPosts(LATEST_POSTS);
  // The footer does without its posts when the database is down; the page is not worth less for it.
  return { latestPosts: posts.ok ? posts.value.map(({ slug, title }) => ({ slug, title })) : [] };
}

export default function SiteLayout() {
  const { latestPosts } = useLoaderData<typeof loader>();
  const coming = useLoadingText();
  useFocusOnArrival();
  return (
    <SiteFrame latestPosts={latestPosts}>
      <FlashArea />
      {/* Kept, unseen: were it given up, what was typed in it would be lost when the visitor changes their mind. */}
      <div hidden={coming !== undefined}>
        <Outlet />
      </div>
      {coming !== undefined && (
        <div className="page section">
          <p role="status">{coming}</p>
          <Skeleton />
        </div>
      )}
    </SiteFrame>
  );
}

export function ErrorBoundary() {
  return (
    <SiteFrame latestPosts={[]}>
      <FailurePage error={useRouteError()} />
    </SiteFrame>
  );
}

function SiteFrame({ latestPosts, children }: { latestPosts: { slug: string; title: string }[]; children: ReactNode }) {
  const root = useRootData();
  const isOwn = useIsOwn();
  // The blog shows them beside its posts.
  const isBlog = useLocation().pathname.startsWith("/blog");
  if (root === undefined) return <main id="main">{children}</main>;
  return (
    <Frame
      brand={root.brand}
      year={root.year}
      latestPosts={isBlog ? [] : latestPosts}
      isOwn={isOwn}
      outboxHref={root.outbox}
    >
      {children}
    </Frame>
  );
}

/** Pages that are awaited with a skeleton: address, addresses that lie over it, and the words beside the skeleton. */
const SKELETON_PAGES = [
  ["/dashboard", /^\/dashboard($|\/domains)/, ""],
  ["/projects", /^\/projects/, "Loading projects..."],
] as const;

/** What stands beside the skeleton of a page that was asked for and is not here yet; undefined when there is none to show. */
function useLoadingText(): string | undefined {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading") return undefined;
  return SKELETON_PAGES.find(([path, over]) => location.pathname === path && !over.test(pathname))?.[2];
}

/**
 * Does what the browser does when a page is loaded, for pages that come without loading: brings whoever cannot see it to
 * the beginning of the new page, or to the element that says `data-arrival`. Back and Forward keep their place.
 */
function useFocusOnArrival(): void {
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const type = useNavigationType();
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    if (type === "POP") return;
    const arrival = document.querySelector<HTMLElement>("[data-arrival]") ?? document.getElementById("main");
    arrival?.focus({ preventScroll: true });
  }, [place, type]);
}
