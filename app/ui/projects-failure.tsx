import { ButtonLink } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Stands where projects would be, when their list could not be had. */
export function ProjectsFailure({ retryHref, titleAs }: { retryHref: string; titleAs?: "h1" }) {
  return (
    <Notice kind="bad" title="Error loading projects" titleAs={titleAs}>
      <p>Failed to fetch project data. Please try again later.</p>
      <p className="pt-2">
        <ButtonLink kind="alt" to={retryHref} reloadDocument>
          Retry
        </ButtonLink>
      </p>
    </Notice>
  );
}
