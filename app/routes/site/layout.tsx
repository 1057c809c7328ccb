import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useNavigation, useNavigationType, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { listLatestPosts } from "#app/blog/posts.table.server.ts";
import { Skeleton } from "#app/ui/feedback/empty.tsx";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { FlashArea } from "#app/ui/feedback/flash-area.tsx";
import { useOwnNav, useRootData } from "#app/ui/shell/use-root-data.ts";
import { Frame } from "./ui/frame.tsx";

export { reloadAfterAction as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

const LATEST_POSTS = 3;

/** The pages of an account have no posts in their footer, so none in their data either. */
const OWN = /^\/(dashboard|profile)(\/|$)/i;

export async function loader({ request }: LoaderFunctionArgs) {
  if (OWN.test(new URL(request.url).pathname)) return { latestPosts: [] };
  const posts = await listLatestPosts(LATEST_POSTS);
  // When the database is down, the footer has no posts.
  return { latestPosts: posts.ok ? posts.value.map(({ slug, title }) => ({ slug, title })) : [] };
}

export default function SiteLayout() {
  const { latestPosts } = useLoaderData<typeof loader>();
  const loadingText = useLoadingText();
  useFocusOnArrival();
  return (
    <SiteFrame latestPosts={latestPosts}>
      <FlashArea />
      {/* Hidden, not unmounted: its input stays if the visitor stops the navigation. */}
      <div hidden={loadingText !== undefined}>
        <Outlet />
      </div>
      {loadingText !== undefined && (
        <div className="page section">
          <p role="status">{loadingText}</p>
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
  const nav = useOwnNav();
  // The pages of the blog show the latest posts themselves, and those of an account have their own work.
  const isBlog = useLocation().pathname.startsWith("/blog");
  if (root === undefined) return <main id="main">{children}</main>;
  return (
    <Frame
      brand={root.brand}
      year={root.year}
      latestPosts={isBlog || nav ? [] : latestPosts}
      nav={nav}
      outboxHref={root.outbox}
    >
      {children}
    </Frame>
  );
}

/**
 * Pages with a skeleton while they load: the path, the paths from which the page is reached without a skeleton (the page itself
 * and its dialogs), and the text beside the skeleton.
 */
const SKELETON_PAGES = [
  ["/dashboard", /^\/dashboard($|\/domains)/, ""],
  ["/projects", /^\/projects/, "Loading projects..."],
] as const;

/** Returns the text beside the skeleton of the page that is being loaded; undefined for a page without a skeleton. */
function useLoadingText(): string | undefined {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading") return undefined;
  return SKELETON_PAGES.find(([path, over]) => location.pathname === path && !over.test(pathname))?.[2];
}

/**
 * Moves the focus after a client-side navigation, for screen readers: to the element with `data-arrival`, or to the start of
 * the page. Back and Forward keep the focus.
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
