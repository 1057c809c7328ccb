import type { ReactNode } from "react";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { type Fact, Facts } from "./desk-facts.tsx";
import { DeskHead } from "./desk-head.tsx";
import type { ArticlePage } from "./use-article.ts";

type PublishCheckProps = {
  noun: string;
  action: string;
  page: ArticlePage;
  /** `path`: of the public page. `day`: when it will be public; "" for now. */
  check: { path: string; day: string };
  facts: readonly Fact[];
  /** The article as readers will see it. */
  children: ReactNode;
};

/** Shows what readers will see before it is public. Its form has all that was typed, so that nothing is lost on the way back. */
export function PublishCheck({ noun, action, page, check: { path, day }, facts, children }: PublishCheckProps) {
  const host = useRootData()?.origin.replace(/^https?:\/\//, "") ?? "";
  const common: Fact[] = [
    { label: "Title", value: String(page.fields.title?.initialValue ?? "") },
    { label: "Address", value: host + path },
    { label: "Public", value: day === "" ? "As soon as you publish" : `From ${day}` },
  ];
  const typed = Object.values(page.fields).map(({ name, initialValue }) => [name, String(initialValue ?? "")] as const);
  const hidden = [...typed, ["expectedVersion", page.carry.expectedVersion ?? ""] as const, ["sure", "yes"] as const];
  return (
    <div className="page sheet app flow">
      <DeskHead title={`Publish this ${noun}?`} />
      <p>Nothing is public yet. This is what readers will see. The address cannot be changed afterwards.</p>
      <div className="editor">
        <Facts facts={[...common, ...facts]} />
        <section className="editor-preview flow" aria-label={`The ${noun}`}>
          {children}
        </section>
      </div>
      <form method="post" action={action} className="save-bar">
        <CsrfToken />
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="form" value="write" kind="alt">
          Back to writing
        </Button>
        <Button name="form" value="publish" data-key="e">
          {day === "" ? "Publish now" : "Publish then"}
        </Button>
      </form>
    </div>
  );
}
