import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { FlashMessage } from "#app/platform/http/flash-message.ts";

/** The flash message: a banner if it came with the page's HTML, a toast if it came to an open page. */
type Shown = { banner?: FlashMessage | undefined; toast?: FlashMessage | undefined; close: () => void };

const FlashContext = createContext<Shown>({ close: () => undefined });

export function FlashProvider({ message, children }: { message: FlashMessage | undefined; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const [arrival, setArrival] = useState({ id: message?.id, place, isWithPage: true, isOver: false });
  // Set while rendering: a message belongs to the page it came to and ends when the user leaves that page.
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
