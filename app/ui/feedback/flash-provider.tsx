import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { FlashMessage } from "#app/model/flash.ts";

/** The notice of this visit: in the page's HTML as a banner, or, when it came to a page already open, as a toast. */
type Shown = { banner?: FlashMessage | undefined; toast?: FlashMessage | undefined; close: () => void };

const NoticeContext = createContext<Shown>({ close: () => undefined });

export function FlashProvider({ notice, children }: { notice: FlashMessage | undefined; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const [arrival, setArrival] = useState({ id: notice?.id, place, isWithPage: true, isOver: false });
  // Noted while rendering: a notice belongs to the page it came to, and is over once that page is left.
  if (notice?.id !== arrival.id) setArrival({ id: notice?.id, place, isWithPage: false, isOver: false });
  else if (place !== arrival.place && !arrival.isOver) setArrival({ ...arrival, isOver: true });

  const [closedId, setClosedId] = useState<string>();
  const shown = useMemo((): Shown => {
    const close = () => setClosedId(notice?.id);
    if (notice === undefined || notice.id === closedId || arrival.isOver) return { close };
    return arrival.isWithPage ? { banner: notice, close } : { toast: notice, close };
  }, [notice, closedId, arrival]);
  return <NoticeContext.Provider value={shown}>{children}</NoticeContext.Provider>;
}

export function useFlash(): Shown {
  return useContext(NoticeContext);
}
