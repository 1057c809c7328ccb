import { useRouteLoaderData } from "@remix-run/react";
import type { RootData } from "#app/root.tsx";

/** Returns the root loader's data: brand, flash message and the sandbox's outbox. Undefined if the root failed to load. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}
