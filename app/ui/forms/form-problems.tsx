import { type ReactNode, useEffect, useState } from "react";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Toast } from "#app/ui/feedback/toast.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { challengeProblems } from "./challenge-fields.tsx";
import { CsrfToken } from "./csrf-token.tsx";
import type { PageForm } from "./use-page-form.ts";

type FieldProblem = { fieldId: string; label: string; message: string };
type FieldState = { id: string; label: string; errors: string[] | undefined };
type FormProblemsProps = {
  page: Pick<PageForm, "id" | "problemsRef" | "title" | "message" | "challenge" | "enhancedData">;
  fields?: readonly FieldState[];
  /** An alternative, such as an e-mail address, under the message. */
  children?: ReactNode;
};

/**
 * The errors above a form that the server refused: the error summary, or one message for the whole form. If the server asks for
 * it there is a toast too, because the message may be out of sight after an enhanced submit. The toast has no live region:
 * the message gets the focus and is read out already.
 */
export function FormProblems({ page, fields = [], children }: FormProblemsProps) {
  const { title, message } = page;
  const problems = [...fields, ...challengeProblems(page.id, page.challenge)].flatMap(
    ({ id, label, errors }): FieldProblem[] =>
      errors?.[0] === undefined ? [] : [{ fieldId: id, label, message: errors[0] }],
  );
  const toast = page.enhancedData?.toast;
  const [closed, setClosed] = useState<unknown>();
  // A user who types again has read the toast, and it would cover the form.
  useEffect(() => {
    if (!toast) return;
    const close = () => setClosed(toast);
    addEventListener("input", close, { once: true });
    return () => removeEventListener("input", close);
  }, [toast]);
  return (
    <>
      <CsrfToken />
      <div ref={page.problemsRef}>
        {/* A failure to send is shown even if fields are invalid, too. */}
        {message === undefined ? (
          <ErrorSummary lead={title} problems={problems} />
        ) : (
          // biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to move focus to the error
          <div tabIndex={-1} autoFocus>
            <Banner kind="bad" title={title ?? message}>
              {title !== undefined && <p>{message}</p>}
              {children}
            </Banner>
          </div>
        )}
        {toast && toast !== closed && (
          <Toast message={{ ...toast, isFailure: true }} onClose={() => setClosed(toast)} />
        )}
      </div>
    </>
  );
}

type ErrorSummaryProps = { lead?: string | undefined; problems: FieldProblem[] };

/** "There is a problem", the error of the whole form, and a link to each invalid field; nothing if there are no errors. */
function ErrorSummary({ lead, problems }: ErrorSummaryProps) {
  const [first] = problems;
  if (first === undefined) return null;
  const titleId = `${first.fieldId}-problem`;
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to move focus to the errors
    <div className="banner is-bad" role="alert" tabIndex={-1} autoFocus aria-labelledby={titleId}>
      <Icon name="warning" />
      <div>
        <h2 className="banner-title" id={titleId}>
          There is a problem
        </h2>
        {lead !== undefined && <p>{lead}</p>}
        <ul>
          {problems.map(({ fieldId, label, message }) => (
            <li key={fieldId}>
              <a href={`#${fieldId}`}>
                {/* What to enter names the field already. */}
                {message.startsWith("Please enter") ? "" : label.endsWith("?") ? label : `${label}:`} {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
