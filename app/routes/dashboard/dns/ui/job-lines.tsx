import type { JobLine } from "#app/model/dns/job-line.ts";
import { Badge } from "#app/routes/dashboard/ui/badge.tsx";
import { UndoForm } from "#app/ui/forms/undo-form.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** The history of a zone: what was asked for, when, what became of it, and a button where it can be taken back. */
export function JobLines({ lines, path }: { lines: readonly JobLine[]; path: string }) {
  return (
    <ul className="rows">
      {lines.map(({ id, title, when, outcome, canUndo }) => (
        <li key={id}>
          <div className="py-2">
            <Link className="grid min-h-touch" to={`${path}/${id}`}>
              <span className="row-name">{title}</span>
            </Link>
            <p>
              <Badge kind={outcome.kind}>{outcome.words}</Badge>{" "}
              <time className="quiet" dateTime={when.iso}>
                {when.words}
              </time>
            </p>
            {outcome.note !== null && <p className="quiet">{outcome.note}</p>}
          </div>
          {canUndo && <UndoForm to={`${path}/${id}`} of={title} />}
        </li>
      ))}
    </ul>
  );
}
