import type { ReactNode, RefObject } from "react";
import { ErrorSummary, type FieldProblem } from "./error-summary.tsx";
import { Notice } from "./notice.tsx";

type FieldState = { id: string; label: string; errors: string[] | undefined };
type FormProblemsProps = {
  innerRef: RefObject<HTMLDivElement>;
  fields: readonly FieldState[];
  title: string | undefined;
  message: string | undefined;
  /** What to do instead, under the message. */
  children?: ReactNode;
};

/** What stands over a form that came back: the list of its problems, or the sentence for the whole of it. */
export function FormProblems({ innerRef, fields, title, message, children }: FormProblemsProps) {
  const problems = fields.flatMap(({ id, label, errors }): FieldProblem[] =>
    errors?.[0] === undefined ? [] : [{ fieldId: id, label, message: errors[0] }],
  );
  return (
    <div ref={innerRef}>
      {/* That a form could not be sent is said even where a field was wrong before. */}
      {message === undefined ? (
        <ErrorSummary problems={problems} />
      ) : (
        // biome-ignore lint/a11y/noAutofocus: without scripts it is the only way to bring the reader to what is wrong
        <div tabIndex={-1} autoFocus>
          <Notice kind="bad" title={title ?? message}>
            {title !== undefined && <p>{message}</p>}
            {children}
          </Notice>
        </div>
      )}
    </div>
  );
}
