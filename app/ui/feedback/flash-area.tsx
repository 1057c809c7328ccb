import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { FlashMessage } from "#app/platform/http/flash-message.ts";
import { UndoForm } from "#app/ui/forms/undo-form.tsx";
import { UnshownProblems } from "#app/ui/forms/unshown-problems.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Banner } from "./banner.tsx";
import { Toast } from "./toast.tsx";

/**
 * Shows the flash message: as a banner if it came with the page's HTML, as a toast if the page was already open. Shows nothing
 * for a message that stands beside its form (inline-flash.tsx). Above it stand the errors of a form that the page does not
 * have.
 */
export function FlashArea() {
  const flash = useFlash();
  const [banner, toast] = [flash.banner, flash.toast].map((one) => (one?.isInline ? undefined : one));
  const message = toast && {
    title: toast.title,
    text: toast.text,
    isFailure: toast.isUnsure ?? false,
    button: <Buttons {...toast} />,
  };
  return (
    <>
      {import.meta.env.SSR && <UnshownProblems />}
      {banner && (
        <div className="page pt-4">
          <Banner kind={banner.isUnsure ? "warn" : "ok"} title={banner.title}>
            {banner.text && <p>{banner.text}</p>}
            <Buttons {...banner} />
          </Banner>
        </div>
      )}
      <Toast message={message ?? null} onClose={flash.close} />
    </>
  );
}

/** The link to the next step, and the button that undoes the change that the message reports. */
function Buttons({ next, undo }: FlashMessage) {
  return (
    <>
      {next && (
        <Link className="link" to={next.to}>
          {next.label}
        </Link>
      )}
      {undo !== undefined && <UndoForm to={undo} />}
    </>
  );
}

/** The flash message: a banner if it came with the page's HTML, a toast if it came to an open page. */
type Shown = { banner?: FlashMessage | undefined; toast?: FlashMessage | undefined; close: () => void };

const FlashContext = createContext<Shown>({ close: () => undefined });

export function FlashProvider({ message, children }: { message: FlashMessage | undefined; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const [arrival, setArrival] = useState({ id: message?.id, place, isWithPage: true, isOver: false });
  // The state is set while rendering: a message belongs to the page on which it arrived, and ends when the user leaves that
  // page.
  if (message?.id !== arrival.id) setArrival({ id: message?.id, place, isWithPage: false, isOver: false });
  else if (place !== arrival.place && !arrival.isOver) setArrival({ ...arrival, isOver: true });

  const [closedId, setClosedId] = useState<string>();
  const shown = useMemo((): Shown => {
    const close = () => setClosedId(message?.id);
    if (message === undefined || message.id === closedId || arrival.isOver) return { close };
    return arrival.isWithPage ? { banner: message, close } : { toast: message, close };
  }, [message, closedId, arrival]);
  return <FlashContext.Provider value={shown}>{children}</FlashContext.Provider>;
}

export function useFlash(): Shown {
  return useContext(FlashContext);
}
