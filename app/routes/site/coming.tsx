import type { MetaFunction } from "@remix-run/node";
import { ComingBox } from "#app/ui/coming-box.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Coming soon", description: "This page is being built.", isHidden: true });

/** A page that the site links to and that is not built yet. */
export default function ComingPage() {
  return <ComingBox text="You can search for a name and write to us already." to="/" label="Search a name" />;
}
