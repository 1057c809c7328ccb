import { useRouteLoaderData } from "@remix-run/react";
import type { RootData } from "#app/root.tsx";

/** What every page knows: brand, flash message, the sandbox's outbox. Undefined when the root itself failed to load. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}
