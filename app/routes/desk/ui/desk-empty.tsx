import type { ReactNode } from "react";
import { Mji } from "#app/ui/primitives/skyline.tsx";

/** Shown in place of a list of the desk without entries: the motif of the cloth, one line, and what comes next. */
export function DeskEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="desk-empty cloth spots">
      <Mji />
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
