import { useLocation } from "@remix-run/react";
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Brand } from "#app/platform/brand.ts";
import { ExternalLink, isAt, NavLink } from "#app/ui/primitives/link.tsx";
import type { ServicesDisclosureProps } from "./services-disclosure.tsx";
import { providerLinks, siteLinks } from "./site-links.ts";

type LoadedMenu = { Disclosure: ComponentType<ServicesDisclosureProps>; wasOpen: boolean };

/**
 * The "Services" menu of the header: <details>, until the visitor hovers, focuses or opens it with JavaScript. Then Headless
 * UI is loaded and replaces it in the same state; if it cannot be loaded, <details> stays.
 */
export function ServicesMenu({ brand }: { brand: Brand }) {
  const { key, pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const loaded = useLoadedMenu(box);
  const isCurrent = siteLinks("services").some(({ to }) => isAt(pathname, to));
  const items = <ServiceItems brand={brand} />;
  return (
    <div className="drop" data-enhance="hover" ref={box}>
      {loaded === undefined ? (
        // A new key closes it on every navigation. It may have been opened before hydration.
        <details key={key} suppressHydrationWarning>
          <summary aria-current={isCurrent || undefined}>Services</summary>
          <ul>{items}</ul>
        </details>
      ) : (
        <loaded.Disclosure box={box} label="Services" isCurrent={isCurrent} wasOpen={loaded.wasOpen}>
          {items}
        </loaded.Disclosure>
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

function useLoadedMenu(box: RefObject<HTMLDivElement>): LoadedMenu | undefined {
  const [loaded, setLoaded] = useState<LoadedMenu>();
  useEffect(() => {
    const menu = box.current;
    if (menu === null) return;
    const controller = new AbortController();
    const load = async () => {
      const module = await import("./services-disclosure.tsx").catch(() => undefined);
      if (module === undefined || controller.signal.aborted) return;
      controller.abort();
      const wasOpen = menu.querySelector("[open]") !== null;
      const focused = focusables(menu).indexOf(document.activeElement);
      // Synchronously, so that no key is pressed between the two menus.
      flushSync(() => setLoaded({ Disclosure: module.ServicesDisclosure, wasOpen }));
      const next = focusables(menu)[focused];
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
    menu.addEventListener("pointerenter", load, { signal: controller.signal });
    menu.addEventListener("focusin", load, { signal: controller.signal });
    // Hydration may come after the hover, focus or press that caused it.
    if (menu.matches(":hover,:focus-within") || menu.querySelector("[open]")) load();
    return () => controller.abort();
  }, [box]);
  return loaded;
}

/** The menu's button and links, in both of its versions. */
function focusables(box: HTMLElement): (Element | null)[] {
  return [...box.querySelectorAll("summary,button,a")];
}
