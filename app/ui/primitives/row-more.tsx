import type { MouseEvent, ReactNode } from "react";

/** What else can be done with a row of a list. One is open at a time; whoever goes where one of its links leads has closed it. */
export function RowMore({ label, children }: { label: string; children: ReactNode }) {
  const close = (event: MouseEvent<HTMLDetailsElement>) => {
    if (event.target instanceof Element && event.target.closest("a")) event.currentTarget.open = false;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by its key is clicked, too
    <details className="row-more" name="row-more" onClick={close}>
      <summary aria-label={label}>More</summary>
      <div>{children}</div>
    </details>
  );
}
