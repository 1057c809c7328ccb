import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Does what the browser does when a page is loaded, for pages that come without loading: brings whoever cannot see it to
 * the beginning of the new page, or to the element that says `data-arrival`. Back and Forward keep their place.
 */
export function useFocusOnArrival(): void {
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const type = useNavigationType();
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    if (type === "POP") return;
    const arrival = document.querySelector<HTMLElement>("[data-arrival]") ?? document.getElementById("main");
    arrival?.focus({ preventScroll: true });
  }, [place, type]);
}
