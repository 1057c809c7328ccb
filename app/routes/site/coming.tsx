import type { MetaFunction } from "@remix-run/node";
import { ButtonLink } from "#app/ui/button.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Coming soon", description: "This page is being built.", isHidden: true });

/** A page that the site links to and that is not built yet: never a dead end. */
export default function ComingPage() {
  return (
    <section className="page section flow">
      <h1>This page is being built</h1>
      <p className="lead">You can search for a name and write to us already.</p>
      <p>
        <ButtonLink to="/">Search a name</ButtonLink>
      </p>
    </section>
  );
}
