import { ReadFailure } from "#app/ui/messages/read-failure.tsx";

/** Stands where projects would be, when their list could not be had. */
export function ProjectsFailure({ retryHref, titleAs }: { retryHref: string; titleAs?: "h1" }) {
  return (
    <ReadFailure kind="bad" title="Error loading projects" titleAs={titleAs} retryHref={retryHref}>
      Failed to fetch project data. Please try again later.
    </ReadFailure>
  );
}
