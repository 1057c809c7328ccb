import { useLoaderData } from "@remix-run/react";

/** The request id of a failed page, by which a user's report is found in the log; nothing if the loader returned none. */
export function Reference() {
  const reference = referenceOf(useLoaderData());
  return reference === undefined ? null : <p>Reference: {reference}</p>;
}

/** Returns the request id in data that a loader returned or threw, or undefined. */
export function referenceOf(data: unknown): string | undefined {
  const has = typeof data === "object" && data !== null && "reference" in data;
  return has && typeof data.reference === "string" ? data.reference : undefined;
}
