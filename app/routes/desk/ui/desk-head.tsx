import type { ReactNode } from "react";

/** `as`: "h2" beside an item, whose title is the page's heading. `children`: the main action, or the fold with the search. */
type DeskHeadProps = { title: string; as?: "h1" | "h2"; children?: ReactNode };

/** The head of a list: what it lists and the one main action, on one line. */
export function DeskHead({ title, as: Heading = "h1", children }: DeskHeadProps) {
  return (
    <div className="desk-head">
      <Heading className="desk-title wrap-anywhere" dir="auto">
        {title}
      </Heading>
      {children}
    </div>
  );
}
