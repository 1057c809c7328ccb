import { useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { FlashArea } from "./flash-area.tsx";

type OverPageProps = {
  /** The id of the heading that names the dialog. */
  labelledBy: string;
  /** The URL of the page below. */
  closeTo: string;
  children: ReactNode;
};

/**
 * Shows a route in a modal `<dialog>` over its parent route. Escape, Close and Back lead to the parent, which keeps its state.
 * Without scripts, and after a reload, the same URL is a full page.
 */
export function OverPage({ labelledBy, closeTo, children }: OverPageProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  useEffect(() => dialog.current?.showModal(), []);
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname && hash === "") dialog.current?.scrollTo(0, 0);
    last.current = pathname;
  }, [pathname, hash]);
  const close = (event: SyntheticEvent) => {
    event.preventDefault();
    navigate(closeTo, { preventScrollReset: true });
  };
  return (
    <dialog ref={dialog} className="over" aria-labelledby={labelledBy} onCancel={close}>
      <div tabIndex={-1} data-arrival="">
        <div className="page over-bar">
          <ButtonLink kind="alt" to={closeTo} preventScrollReset>
            Close
          </ButtonLink>
        </div>
        <FlashArea />
        {children}
      </div>
    </dialog>
  );
}
