import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";

/** The state of a menu. `close` moves the focus to its button, or to the given element. */
type Menu = { isOpen: boolean; close: (focus?: HTMLElement) => void };

/**
 * Adds to Headless UI's disclosure: hover, arrow keys, Home, End, type-ahead, Escape, and closing on a press or focus outside
 * and on navigation. Takes the element around the button and its links.
 */
export function useMenu(box: RefObject<HTMLElement>, isOpen: boolean, close: Menu["close"]): void {
  const menu = useRef<Menu>({ isOpen, close });
  useLayoutEffect(() => {
    menu.current = { isOpen, close };
  });
  const { key } = useLocation();
  const page = useRef(key);
  useEffect(() => {
    if (page.current !== key && box.current !== null) closeMenu(box.current, menu.current);
    page.current = key;
  }, [key, box]);
  useEffect(() => (box.current === null ? undefined : addListeners(box.current, menu)), [box]);
}

/** Closes without moving the focus, unless it is in the list. */
function closeMenu(box: HTMLElement, { isOpen, close }: Menu): void {
  if (isOpen) close(linkFocused(box) < 0 ? document.body : undefined);
}

function linksOf(box: HTMLElement): HTMLAnchorElement[] {
  return [...box.querySelectorAll("a")];
}

function linkFocused(box: HTMLElement): number {
  const links: (Element | null)[] = linksOf(box);
  return links.indexOf(document.activeElement);
}

function addListeners(box: HTMLElement, menu: RefObject<Menu>): () => void {
  const controller = new AbortController();
  const listen = { signal: controller.signal };
  const close = () => menu.current !== null && closeMenu(box, menu.current);
  const closeIfOutside = (place: EventTarget | null) => place instanceof Node && !box.contains(place) && close();
  const pointer = followPointer(box, () => menu.current?.isOpen === true, close);
  box.addEventListener("pointerenter", pointer.enter, listen);
  box.addEventListener("pointerleave", pointer.leave, listen);
  box.addEventListener("click", pointer.press, { ...listen, capture: true });
  box.addEventListener(
    "keydown",
    followKeys(box, () => menu.current?.isOpen === true),
    listen,
  );
  box.addEventListener("focusout", ({ relatedTarget }) => closeIfOutside(relatedTarget), listen);
  document.addEventListener("pointerdown", ({ target }) => closeIfOutside(target), listen);
  // On the document, because a menu opened by hover must close without moving the pointer (WCAG 1.4.13).
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close(), listen);
  return () => {
    controller.abort();
    pointer.stop();
  };
}

function followPointer(box: HTMLElement, isOpen: () => boolean, close: () => void) {
  let isByHover = false;
  const timer = hoverTimer(
    () => {
      if (isOpen()) return;
      // A press by script does not move the focus: the visitor may be typing elsewhere.
      box.querySelector("button")?.click();
      isByHover = true;
    },
    // Does not close while the keyboard focus is in the list.
    () => linkFocused(box) < 0 && close(),
  );
  // The pointer may have entered before this was loaded.
  if (box.matches(":hover") && matchMedia("(hover: hover)").matches) timer.enter();
  return {
    stop: timer.stop,
    enter: ({ pointerType }: PointerEvent) => pointerType === "mouse" && timer.enter(),
    leave: ({ pointerType }: PointerEvent) => pointerType === "mouse" && timer.leave(),
    press(event: MouseEvent) {
      const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
      if (!event.isTrusted || !isOnButton) return;
      timer.stop();
      // A press right after the hover must not close the menu.
      if (isByHover && isOpen()) event.stopPropagation();
      isByHover = false;
    },
  };
}

function followKeys(box: HTMLElement, isOpen: () => boolean) {
  const find = typeAhead();
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isOpen()) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      flushSync(() => box.querySelector("button")?.click());
    }
    const links = linksOf(box);
    const current = linkFocused(box);
    const words = links.map((link) => link.textContent ?? "");
    const next = step(event.key, current, links.length) ?? find(event.key, words, current);
    if (next === undefined) return;
    event.preventDefault();
    links[next]?.focus();
  };
}

function step(key: string, current: number, count: number): number | undefined {
  if (key === "ArrowDown") return (current + 1) % count;
  if (key === "ArrowUp") return (Math.max(current, 0) + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

/** How long the pointer hovers before a menu opens, and is away before it closes. Source: docs/product/site.md, "Menus". */
const HOVER_OPEN_MS = 100;
const HOVER_GRACE_MS = 300;
/** The pause after which the typed letters are forgotten. */
const TYPE_AHEAD_MS = 1_000;

/** Opens and closes a menu as the pointer enters and leaves; only its last move counts. */
export function hoverTimer(open: () => void, close: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (act: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  return {
    enter: () => wait(open, HOVER_OPEN_MS),
    leave: () => wait(close, HOVER_GRACE_MS),
    stop: () => clearTimeout(timer),
  };
}

/**
 * Finds items by their first letters. Takes a key, the items' texts and the index of the current item (-1 for none). Returns
 * the index of the next item that begins with the typed letters, or undefined. Repeating one letter cycles through the items
 * that begin with it.
 */
export function typeAhead() {
  let typed = "";
  let last = Number.NEGATIVE_INFINITY;
  return (key: string, words: string[], current: number): number | undefined => {
    if (performance.now() - last >= TYPE_AHEAD_MS) typed = "";
    // A space alone presses a button or scrolls the page.
    if (key.length !== 1 || (key === " " && typed === "")) return undefined;
    last = performance.now();
    typed += key.toLowerCase();
    const isOneLetter = [...typed].every((letter) => letter === typed[0]);
    const search = isOneLetter ? key.toLowerCase() : typed;
    const start = isOneLetter ? current + 1 : Math.max(current, 0);
    const order = words.map((_word, place) => (start + place) % words.length);
    return order.find((place) => words[place]?.toLowerCase().startsWith(search));
  };
}
