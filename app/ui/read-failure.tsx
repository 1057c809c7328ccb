import { ButtonLink } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** A part of a page that could not be read, while the rest stands: says so, with a way to ask again. */
export function ReadFailure({ title, retryHref }: { title: string; retryHref: string }) {
  return (
    <Notice kind="warn" title={title}>
      <p>Nothing is lost. What you have with us goes on working.</p>
      <p className="pt-2">
        <ButtonLink kind="alt" to={retryHref} reloadDocument>
          Retry
        </ButtonLink>
      </p>
    </Notice>
  );
}
