import type { HeadersFunction } from "@remix-run/node";
import { publicPage } from "#app/platform/http/cache-headers.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

/** This page needs no scripts. A page with a form or another interaction uses "intent". */
export const handle = { hydrate: "never" };

/** The page is the same for everybody, so it may be cached. */
export const headers: HeadersFunction = () => publicPage();

export const meta = staticMeta({ title: "About us", description: "The people who answer when you write to us." });

export default function AboutPage() {
  return (
    <div className="page section flow">
      <h1>About us</h1>
      <p className="lead">Three people in Nairobi.</p>
    </div>
  );
}
