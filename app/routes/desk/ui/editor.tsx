import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { ariaFor, type FieldAbout, FieldGroup } from "#app/ui/forms/field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { EditorScript } from "./editor-script.tsx";
import { Writers } from "./writers.tsx";

type EditorProps = {
  /** The id of the form. */
  formId: string;
  isPreviewFirst: boolean;
  write: ReactNode;
  /** Null if nothing was saved yet. */
  preview: ReactNode | null;
  /** Whether the preview always shows what is saved, because the page cannot show anything else. */
  isSavedOnly?: boolean;
  /** The buttons below both. */
  bar: ReactNode;
};

/** A form and its preview: side by side on a wide screen, two tabs on a phone (radio buttons and `:has`, without scripts). */
export function Editor({ formId, isPreviewFirst, write, preview, isSavedOnly = false, bar }: EditorProps) {
  const seen = preview ?? (
    <p className="quiet">
      No preview yet. It shows what readers will see. {isSavedOnly ? "Save first." : "You need not save first."}
    </p>
  );
  return (
    <Writers instead={seen}>
      <div className="editor">
        <fieldset className="editor-tabs" aria-label="View">
          <label>
            <input
              className="visually-hidden"
              type="radio"
              name="view"
              id="view-write"
              defaultChecked={!isPreviewFirst}
            />
            Write
          </label>
          {/* Without scripts the tab asks the site to show what was typed (desk.css shows one of the two). */}
          {!isSavedOnly && (
            <button type="submit" form={formId} name="form" value="preview">
              Preview
            </button>
          )}
          <label>
            <input
              className="visually-hidden"
              type="radio"
              name="view"
              id="view-preview"
              defaultChecked={isPreviewFirst}
            />
            Preview
          </label>
        </fieldset>
        <div className="editor-write">{write}</div>
        {/* On a wide screen it scrolls by itself, also by the arrow keys. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 */}
        <div className="editor-preview flow" tabIndex={0}>
          {/* Where the script runs, the preview follows by itself (desk.css). */}
          {!isSavedOnly && (
            <p className="preview-now">
              <Button form={formId} name="form" value="preview" kind="alt">
                Preview what I typed
              </Button>
            </p>
          )}
          {seen}
        </div>
      </div>
      {bar}
      <EditorScript />
    </Writers>
  );
}

/** What each button puts before and after the selected text. */
const TOOLS = [
  ["Bold", "**", "**", "M6 3h5a3.500 3.500 0 0 1 0 7H6zM6 10h6a3.500 3.500 0 0 1 0 7H6z"],
  ["Heading", "\n## ", "\n", "M4 3v14M16 3v14M4 10h12"],
  ["Link", "[", "](https://)", "M8 12l4-4M6 9l-2 2a3.500 3.500 0 0 0 5 5l2-2M14 11l2-2a3.500 3.500 0 0 0-5-5L9 6"],
  ["List", "\n- ", "", "M7 5h11M7 10h11M7 15h11M2 5h2M2 10h2M2 15h2"],
  ["Quote", "\n> ", "\n", "M3 3v14M8 6h10M8 10h10M8 14h6"],
  ["Table", "\n\n| ", " | Price |\n|---|---|\n|  |  |\n", "M2 4h16v12H2zM2 8h16M2 12h16M8 4v12"],
  ["Picture", "![", "](/pictures/post-names.svg)", "M2 4h16v12H2zM2 14l5-5 4 4 3-3 4 4M13 7h1"],
] as const;

/** The title of an article: one line that wraps and grows, so that a phone shows all of it. */
export function TitleField({ label, error, ...area }: FieldAbout & ComponentPropsWithoutRef<"textarea">) {
  const about = { id: area.id, label, hint: undefined, error, isOptional: undefined };
  return (
    <FieldGroup {...about}>
      <textarea {...area} {...ariaFor(about)} className="input title-field" rows={1} placeholder={label} />
    </FieldGroup>
  );
}

/** A text in Markdown. The script of the desk shows the buttons that put Markdown into it. */
export function MarkdownField({ label, hint, error, ...area }: FieldAbout & ComponentPropsWithoutRef<"textarea">) {
  const about = { id: area.id, label, hint, error, isOptional: undefined };
  return (
    <FieldGroup {...about}>
      <div className="markdown">
        <Toolbar to={area.id} />
        <textarea {...area} {...ariaFor(about)} className="input" placeholder={label} />
      </div>
    </FieldGroup>
  );
}

function Toolbar({ to }: { to: string }) {
  return (
    <div className="markdown-tools" role="toolbar" aria-label="Formatting" aria-controls={to} hidden>
      {TOOLS.map(([label, before, after, path]) => (
        <button key={label} type="button" title={label} aria-label={label} data-before={before} data-after={after}>
          <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d={path} />
          </svg>
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}
