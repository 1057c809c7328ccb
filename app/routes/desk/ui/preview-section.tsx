import type { ReactNode } from "react";
import { Banner } from "#app/ui/feedback/banner.tsx";

type PreviewSectionProps = { isUnsaved: boolean; isPlain?: boolean; children: ReactNode };

/** What readers see, or would see. `isPlain`: the text is too long or nested, so that its markdown is not read. */
export function PreviewSection({ isUnsaved, isPlain = false, children }: PreviewSectionProps) {
  return (
    <section className="flow border-t-3 border-ink pt-5" id="preview" aria-label="Preview">
      <p className="font-bold">{isUnsaved ? "Preview of what you typed. It is not saved yet." : "Preview"}</p>
      {isPlain && (
        <Banner kind="warn" title="Readers see plain paragraphs">
          <p>The text is very long, or has too many quotes or tables in each other.</p>
        </Banner>
      )}
      {children}
    </section>
  );
}
