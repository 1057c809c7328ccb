import type { ReactNode } from "react";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";

type ElsewherePageProps = { title: string; what: string };

/** Shown in place of a page whose data is kept by a worker of the agency. */
export function ElsewherePage({ title, what }: ElsewherePageProps) {
  return (
    <div className="page sheet app flow">
      <DeskHead title={title} />
      <DeskEmpty title={`Another service keeps ${what}`}>
        <p>This list comes from another service. Ask the administrator to change it.</p>
      </DeskEmpty>
    </div>
  );
}

type PreviewSectionProps = { isUnsaved: boolean; isPlain?: boolean; children: ReactNode };

/**
 * The article as readers see it, or would see it. `isPlain`: the text is too long or too deeply nested, so its markdown is
 * shown as plain paragraphs.
 */
export function PreviewSection({ isUnsaved, isPlain = false, children }: PreviewSectionProps) {
  return (
    <section className="flow" id="preview" aria-label="Preview">
      <p className="quiet">{isUnsaved ? "Preview of what you typed. It is not saved yet." : "Preview"}</p>
      {isPlain && (
        <Banner kind="warn" title="Readers see plain paragraphs">
          <p>The text is very long, or has too many quotes or tables in each other.</p>
        </Banner>
      )}
      {children}
    </section>
  );
}
