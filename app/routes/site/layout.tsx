import { Outlet, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { listLatestPosts } from "#app/gateways/posts.server.ts";
import { FailurePage } from "#app/ui/feedback/failure-page.tsx";
import { FlashArea } from "#app/ui/feedback/flash-area.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { useIsOwn } from "#app/ui/shell/use-is-own.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { Frame } from "./ui/frame.tsx";
import { useComing } from "./ui/use-coming.ts";
import { useFocusOnArrival } from "./ui/use-focus-on-arrival.ts";

export { reloadAfterAction as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

const LATEST_POSTS = 3;

export async function loader() {
  const posts = await listLatestPosts(LATEST_POSTS);
  // The footer does without its posts when the database is down; the page is not worth less for it.
  return { latestPosts: posts.ok ? posts.value.map(({ slug, title }) => ({ slug, title })) : [] };
}

export default function SiteLayout() {
  const { latestPosts } = useLoaderData<typeof loader>();
  const coming = useComing();
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
