import { useLinkClickHandler, useLocation } from "@remix-run/react";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import { isClientNavigationFast } from "#app/ui/shell/at-hand.ts";

export type LinkProps = Omit<ComponentPropsWithoutRef<"a">, "href" | "target"> & {
  /** A path of this site, beginning with "/"; it may have a query and a fragment. */
  to: string;
  /** Takes the place of the page it leaves in the browser's history. */
  replace?: boolean;
  /** The next page stays scrolled as far as this one. */
  preventScrollReset?: boolean;
  /** The browser loads the next page whole. */
  reloadDocument?: boolean;
};

type Going = Pick<LinkProps, "to" | "replace" | "preventScrollReset" | "reloadDocument" | "onClick">;

function useFollow({ to, replace, preventScrollReset, reloadDocument, onClick }: Going) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, preventScrollReset });
  return (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && !reloadDocument && isClientNavigationFast(to)) follow(event);
  };
}

/** A link within the site. Scripts show the next page where that is faster than loading its document (decision 051). */
export function Link({ to, replace, preventScrollReset, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const click = useFollow({ to, replace, preventScrollReset, reloadDocument, onClick });
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  );
}

/** A link that says it is current on its page and on pages below it; with `end` on its page alone. */
export function NavLink({ end, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  return <Link {...rest} aria-current={isAt(pathname, rest.to, end) ? "page" : undefined} />;
}

/** Returns whether a path is this address or, without `end`, below it. Routes ignore the case of letters. */
export function isAt(pathname: string, to: string, end = false): boolean {
  const [here, there] = [pathname.toLowerCase(), to.toLowerCase()];
  return here === there || (!end && here.startsWith(`${there}/`));
}
