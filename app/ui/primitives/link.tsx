import { useLinkClickHandler, useLocation } from "@remix-run/react";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import { isFastByScripts } from "#app/ui/shell/at-hand.ts";

export type LinkProps = Omit<ComponentPropsWithoutRef<"a">, "href" | "target"> & {
  /** An address of this site, from its first "/" on. */
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
    if (!event.defaultPrevented && !reloadDocument && isFastByScripts(to)) follow(event);
  };
}

/** On the server a link is its address and no more: what follows one is the browser's affair (decision 035). */
const useClick = import.meta.env.SSR ? () => undefined : useFollow;

/** A link to a page of ours. With scripts the page comes without being loaded whole, where that is faster. */
export function Link({ to, replace, preventScrollReset, reloadDocument, onClick, children, ...rest }: LinkProps) {
  const click = useClick({ to, replace, preventScrollReset, reloadDocument, onClick });
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  );
}

/** The same, marked on its page and on those below it; with `end` on its page alone. */
export function NavLink({ end, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  return <Link {...rest} aria-current={isAt(pathname, rest.to, end) ? "page" : undefined} />;
}

/** Whether a path is this address or, without `end`, one below it. Routes take small letters and capitals alike. */
export function isAt(pathname: string, to: string, end = false): boolean {
  const [here, there] = [pathname.toLowerCase(), to.toLowerCase()];
  return here === there || (!end && here.startsWith(`${there}/`));
}
