import { useRouteLoaderData } from "@remix-run/react";
import type { Brand } from "#app/platform/brand.ts";
import { callLink } from "#app/platform/brand.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Landscape } from "#app/ui/primitives/landscape.tsx";

type ErrorPageProps = {
  title: string;
  /** One plain sentence: what happened, and whether the user's input is kept. */
  text: string;
  /** The request id, by which a user's report is found in the log. */
  requestId?: string | undefined;
  /** The URL of the "Try again" button; left out where a retry cannot help. */
  retryHref?: string | undefined;
  home?: WayHome | undefined;
};

/** The link away from an error page: to the home page or to the dashboard. */
export type WayHome = { to: string; label: string };
export const HOME: WayHome = { to: "/", label: "Home" };
export const DASHBOARD: WayHome = { to: "/dashboard", label: "Dashboard" };

/** The body of a page that failed. It has no saying and no bus: they do not belong beside an error. */
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
        <Help />
      </div>
      <Landscape hasBus={false} />
    </div>
  );
}

/** Whom to ask when a retry does not help. It does not call `useRootData`, because the root imports this page. */
function Help() {
  const phone = useRouteLoaderData<{ brand: Brand }>("root")?.brand.phone;
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      Still stuck?
      {phone && (
        <a className={HELP_LINK} href={callLink(phone)}>
          Call {phone}
        </a>
      )}
      <a className={HELP_LINK} href="/contact">
        Write to us
      </a>
    </p>
  );
}

const HELP_LINK = "inline-flex min-h-touch items-center font-bold";
