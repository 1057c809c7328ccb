import type { MetaFunction } from "@remix-run/node";
import { ComingBox } from "#app/ui/coming-box.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Learning platform for schools",
    description: "This page is being built.",
    isHidden: true,
  });

/** Stands alone, without the site's bar and footer, as the page that will be here. */
export default function StrideComingPage() {
  return (
    <main id="main">
      <ComingBox text="Here schools will read about our learning platform and ask for it." to="/" label="Home" />
    </main>
  );
}
