import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Landscape } from "#app/ui/primitives/landscape.tsx";

type ErrorPageProps = {
  title: string;
  /** One plain sentence: what happened, and what became of what was typed. */
  text: string;
  /** What a person can tell us, so that we find the failure in the log. */
  requestId?: string | undefined;
  /** The page to ask for again; left out where asking again cannot help. */
  retryHref?: string | undefined;
  home?: WayHome | undefined;
};

/** Where somebody finds the way again: the site's first page, or that of their account. */
export type WayHome = { to: string; label: string };
export const HOME: WayHome = { to: "/", label: "Home" };
export const DASHBOARD: WayHome = { to: "/dashboard", label: "Dashboard" };

/** The body of a page that could not be shown. No saying and no joke beside an error. */
export function ErrorPage({ title, text, requestId, retryHref, home = HOME }: ErrorPageProps) {
  return (
    <div className="whole cloth">
      <div className="page section">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {requestId !== undefined && <p>Reference: {requestId}</p>}
        <p className="actions">
          {retryHref !== undefined && (
            <ButtonLink to={retryHref} reloadDocument>
              Try again
            </ButtonLink>
          )}
          <ButtonLink to={home.to} reloadDocument kind={retryHref === undefined ? undefined : "alt"}>
            {home.label}
          </ButtonLink>
        </p>
      </div>
      <Landscape hasBus={false} />
    </div>
  );
}
