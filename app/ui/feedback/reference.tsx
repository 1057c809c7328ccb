import { useLoaderData } from "@remix-run/react";

/** What a person can tell us of a failure, so that we find it in the log; nothing where the page's loader gave none. */
export function Reference() {
  const reference = referenceOf(useLoaderData());
  return reference === undefined ? null : <p>Reference: {reference}</p>;
}

/** The reference in what a loader gave or threw; undefined where there is none. */
export function referenceOf(data: unknown): string | undefined {
  const has = typeof data === "object" && data !== null && "reference" in data;
  return has && typeof data.reference === "string" ? data.reference : undefined;
}
