import { useLocation } from "@remix-run/react";
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Brand } from "#app/model/brand.ts";
import { ExternalLink } from "#app/ui/primitives/external-link.tsx";
import { isAt, NavLink } from "#app/ui/primitives/link.tsx";
import type { ServicesDisclosureProps } from "./services-disclosure.tsx";
import { providerLinks, siteLinks } from "./site-links.ts";

type Arrived = { Disclosure: ComponentType<ServicesDisclosureProps>; wasOpen: boolean };

/**
 * The bar's "Services" menu: <details>, until somebody who runs scripts points at it, focuses or opens it. Then Headless
 * UI is loaded and takes over as it finds it; if it cannot be loaded, <details> stays.
 */
export function ServicesMenu({ brand }: { brand: Brand }) {
  const { key, pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const arrived = useArrival(box);
  const isCurrent = siteLinks("services").some(({ to }) => isAt(pathname, to));
  const items = <ServiceItems brand={brand} />;
  return (
    <div className="drop" data-enhance="hover" ref={box}>
      {arrived === undefined ? (
        // A new key closes it on every navigation; it may have been opened before React arrived.
        <details key={key} suppressHydrationWarning>
          <summary aria-current={isCurrent || undefined}>Services</summary>
          <ul>{items}</ul>
        </details>
      ) : (
        <arrived.Disclosure box={box} label="Services" isCurrent={isCurrent} wasOpen={arrived.wasOpen}>
          {items}
        </arrived.Disclosure>
      )}
    </div>
  );
}

function ServiceItems({ brand }: { brand: Brand }) {
  return (
    <>
      {siteLinks("services").map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to}>{label}</NavLink>
        </li>
      ))}
      {providerLinks(brand).map((link) => (
        <li key={link.href}>
          <ExternalLink {...link} />
        </li>
      ))}
    </>
  );
}

function useArrival(box: RefObject<HTMLDivElement>): Arrived | undefined {
  const [arrived, setArrived] = useState<Arrived>();
  useEffect(() => {
    const place = box.current;
    if (place === null) return;
    const end = new AbortController();
    const load = async () => {
      const module = await import("./services-disclosure.tsx").catch(() => undefined);
      if (module === undefined || end.signal.aborted) return;
      end.abort();
      const wasOpen = place.querySelector("[open]") !== null;
      const focused = focusables(place).indexOf(document.activeElement);
      // At once, so that no key is pressed between the one menu and the other.
      flushSync(() => setArrived({ Disclosure: module.ServicesDisclosure, wasOpen }));
      const next = focusables(place)[focused];
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
    place.addEventListener("pointerenter", load, { signal: end.signal });
    place.addEventListener("focusin", load, { signal: end.signal });
    // React may come after the pointer, the focus or the press that called it.
    if (place.matches(":hover,:focus-within") || place.querySelector("[open]")) load();
    return () => end.abort();
  }, [box]);
  return arrived;
}

/** The menu's button and links, in either of its two forms. */
function focusables(box: HTMLElement): (Element | null)[] {
  return [...box.querySelectorAll("summary,button,a")];
}
