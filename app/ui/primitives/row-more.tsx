import type { MouseEvent, ReactNode } from "react";

/** The "More" menu of a list row. Only one menu is open at a time. Following a link in a menu closes it. */
export function RowMore({ label, children }: { label: string; children: ReactNode }) {
  const close = (event: MouseEvent<HTMLDetailsElement>) => {
    if (event.target instanceof Element && event.target.closest("a")) event.currentTarget.open = false;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is activated by the keyboard fires a click, too
    <details className="row-more" name="row-more" onClick={close}>
      <summary aria-label={label}>More</summary>
      <div>{children}</div>
    </details>
  );
}

/** ARIA roles of tables. Some screen readers lose the native roles when CSS changes `display`, as it does on phones. */
export const TABLE_ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
};
