import { useLinkClickHandler, useLocation } from "@remix-run/react";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import { isClientNavigationFast } from "#app/ui/shell/loaded-routes.ts";

export type LinkProps = Omit<ComponentPropsWithoutRef<"a">, "href" | "target"> & {
  /** A path of this site, beginning with "/"; it may have a query and a fragment. */
  to: string;
  /** Replaces the current entry of the browser's history. */
  replace?: boolean;
  /** Keeps the scroll position on the next page. */
  preventScrollReset?: boolean;
  /** Loads the next page as a document. */
  reloadDocument?: boolean;
};

type Navigation = Pick<LinkProps, "to" | "replace" | "preventScrollReset" | "reloadDocument" | "onClick">;

function useLinkClick({ to, replace, preventScrollReset, reloadDocument, onClick }: Navigation) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, preventScrollReset });
  return (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && !reloadDocument && isClientNavigationFast(to)) follow(event);
  };
}

/** A link within the site. It navigates by scripts if that is as fast as loading the document (decision 051). */
export function Link({ to, replace, preventScrollReset, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const click = useLinkClick({ to, replace, preventScrollReset, reloadDocument, onClick });
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  );
}

/** A link that has `aria-current` on its own page and on pages below it; if `end` is set, only on its own page. */
export function NavLink({ end, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  return <Link {...rest} aria-current={isAt(pathname, rest.to, end) ? "page" : undefined} />;
}

/**
 * Returns whether a path is the link's path (`to`) or below it; with `end`, only whether it is the link's path. Case is
 * ignored, as in routes.
 */
export function isAt(pathname: string, to: string, end = false): boolean {
  const [here, there] = [pathname.toLowerCase(), to.toLowerCase()];
  return here === there || (!end && here.startsWith(`${there}/`));
}

/** A link to another site that opens in a new tab and says so to screen readers. */
export function ExternalLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
