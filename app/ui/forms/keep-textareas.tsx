import { type ReactNode, useLayoutEffect } from "react";

type Typed = { text: string; start: number; end: number };

const typed = new Map<HTMLTextAreaElement, Typed>();

/**
 * Notes what stands in every textarea, now and as somebody types on. React 18 writes the server's text over it when it
 * takes over a textarea that came filled in; inputs it leaves alone.
 */
export function noteTextareas(): void {
  for (const area of document.querySelectorAll("textarea")) keep(area);
  document.addEventListener("input", note, true);
}

function note({ target }: Event): void {
  if (target instanceof HTMLTextAreaElement) keep(target);
}

function keep(area: HTMLTextAreaElement): void {
  typed.set(area, { text: area.value, start: area.selectionStart, end: area.selectionEnd });
}

/** Puts it back once React has taken over, with the cursor where it was. */
export function KeepTextareas({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.removeEventListener("input", note, true);
    for (const [area, { text, start, end }] of typed) {
      if (area.value === text) continue;
      area.value = text;
      area.setSelectionRange(start, end);
    }
    typed.clear();
  }, []);
  return children;
}
