import { Icon } from "#app/ui/primitives/icons.tsx";

export type FieldProblem = { fieldId: string; label: string; message: string };

type ErrorSummaryProps = { lead?: string | undefined; problems: FieldProblem[] };

/** "There is a problem", the error of the whole form, and a link to each invalid field; nothing if there are no errors. */
export function ErrorSummary({ lead, problems }: ErrorSummaryProps) {
  const [first] = problems;
  if (first === undefined) return null;
  const titleId = `${first.fieldId}-problem`;
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to move focus to the errors
    <div className="notice is-bad" role="alert" tabIndex={-1} autoFocus aria-labelledby={titleId}>
      <Icon name="warning" />
      <div>
        <h2 className="notice-title" id={titleId}>
          There is a problem
        </h2>
        {lead !== undefined && <p>{lead}</p>}
        <ul>
          {problems.map(({ fieldId, label, message }) => (
            <li key={fieldId}>
              <a href={`#${fieldId}`}>
                {label.endsWith("?") ? label : `${label}:`} {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
