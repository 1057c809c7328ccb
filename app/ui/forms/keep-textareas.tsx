import { type ReactNode, useLayoutEffect } from "react";

type Typed = { text: string; start: number; end: number };

const typed = new Map<HTMLTextAreaElement, Typed>();

/**
 * Records the value of every textarea until hydration. React 18 overwrites a prefilled textarea with the server's text when it
 * hydrates; it leaves inputs alone.
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

/** Restores the values and the cursor after hydration. */
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
