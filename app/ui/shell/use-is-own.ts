import { useMatches } from "@remix-run/react";

/** Returns whether the page belongs to the customer's account. The handle of its layout has `isOwn`. */
export function useIsOwn(): boolean {
  return useMatches().some(({ handle }) => typeof handle === "object" && handle !== null && "isOwn" in handle);
}
