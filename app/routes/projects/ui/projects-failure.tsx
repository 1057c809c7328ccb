import { useEffect, useState, useSyncExternalStore } from "react";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Toast } from "#app/ui/feedback/toast.tsx";

const FAILURE = { title: "Error loading projects", text: "Failed to fetch project data. Please try again later." };

/** Shown when the projects could not be loaded; after client-side navigation also as a toast. */
export function ProjectsFailure({ retryHref, titleAs }: { retryHref: string; titleAs?: "h1" }) {
  const isNew = useIsClientNavigation();
  const [isToastOpen, setIsToastOpen] = useState(false);
  useEffect(() => setIsToastOpen(isNew), [isNew]);
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

/** Whether the component was first rendered in the browser, by a client-side navigation, not hydrated from a document. */
function useIsClientNavigation(): boolean {
  const isDrawnHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useState(isDrawnHere)[0];
}
