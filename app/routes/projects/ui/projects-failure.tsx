import { useEffect, useState, useSyncExternalStore } from "react";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Toast } from "#app/ui/feedback/toast.tsx";

const FAILURE = { title: "Error loading projects", text: "Failed to fetch project data. Please try again later." };

/** Shown when the projects could not be loaded; after client-side navigation also as a toast. */
export function ProjectsFailure({ retryHref, titleAs }: { retryHref: string; titleAs?: "h1" }) {
  const isClientNavigation = useIsClientNavigation();
  const [isToastOpen, setIsToastOpen] = useState(false);
  useEffect(() => setIsToastOpen(isClientNavigation), [isClientNavigation]);
  return (
    <>
      <ReadFailure kind="bad" title={FAILURE.title} titleAs={titleAs} retryHref={retryHref}>
        {FAILURE.text}
      </ReadFailure>
      <Toast message={isToastOpen ? { ...FAILURE, isFailure: true } : null} onClose={() => setIsToastOpen(false)} />
    </>
  );
}

const never = () => () => {};

/**
 * Returns whether the component was first rendered in the browser, after a client-side navigation, and not hydrated from HTML.
 */
function useIsClientNavigation(): boolean {
  const isFirstRenderInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useState(isFirstRenderInBrowser)[0];
}
