import { type ReactNode, useEffect, useState } from "react";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Toast } from "#app/ui/feedback/toast.tsx";
import { challengeProblems } from "./challenge-fields.tsx";
import { ErrorSummary, type FieldProblem } from "./error-summary.tsx";
import type { PageForm } from "./use-page-form.ts";

type FieldState = { id: string; label: string; errors: string[] | undefined };
type FormProblemsProps = {
  page: Pick<PageForm, "id" | "problemsRef" | "title" | "message" | "question" | "enhancedReply">;
  fields?: readonly FieldState[];
  /** What to do instead, under the message. */
  children?: ReactNode;
};

/**
 * What stands over a form that came back: the list of its problems, or the sentence for the whole of it. Where the server
 * says so there is a toast too, because with scripts the sentence may be out of sight of whoever has pressed the button.
 * Only that: the sentence has the focus and is read out, so the toast comes without a region that would say it once more.
 */
export function FormProblems({ page, fields = [], children }: FormProblemsProps) {
  const { title, message } = page;
  const problems = [...fields, ...challengeProblems(page.id, page.question)].flatMap(
    ({ id, label, errors }): FieldProblem[] =>
      errors?.[0] === undefined ? [] : [{ fieldId: id, label, message: errors[0] }],
  );
  const toast = page.enhancedReply?.toast;
  const [closed, setClosed] = useState<unknown>();
  // Whoever goes on writing has read it, and it would lie over the form.
  useEffect(() => {
    if (!toast) return;
    const close = () => setClosed(toast);
    addEventListener("input", close, { once: true });
    return () => removeEventListener("input", close);
  }, [toast]);
  return (
    <div ref={page.problemsRef}>
      {/* That a form could not be sent is said even where a field was wrong before. */}
      {message === undefined ? (
        <ErrorSummary lead={title} problems={problems} />
      ) : (
        // biome-ignore lint/a11y/noAutofocus: without scripts it is the only way to bring the reader to what is wrong
        <div tabIndex={-1} autoFocus>
          <Banner kind="bad" title={title ?? message}>
            {title !== undefined && <p>{message}</p>}
            {children}
          </Banner>
        </div>
      )}
      {toast && toast !== closed && <Toast message={{ ...toast, isFailure: true }} onClose={() => setClosed(toast)} />}
    </div>
  );
}
