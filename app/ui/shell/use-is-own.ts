import { useMatches } from "@remix-run/react";

/** Whether the page is one of a customer's account: its layout's handle says so. */
export function useIsOwn(): boolean {
  return useMatches().some(({ handle }) => typeof handle === "object" && handle !== null && "isOwn" in handle);
}
