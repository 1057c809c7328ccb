import type { ServiceRow } from "#app/dashboard/service-rows.server.ts";
import { Badge } from "#app/routes/dashboard/ui/providers.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** Services, each with its state and one button. Their pages have no scripts, so links load documents. */
export function ServiceLines({ rows }: { rows: readonly ServiceRow[] }) {
  return (
    <ul className="lines">
      {rows.map(({ id, to, what, display, tone, word, about, next }) => (
        <li key={id} className={`is-${tone}`}>
          <div>
            <p className="what">
              <a href={to} translate="no">
                {display}
              </a>
              <Badge kind={tone}>{word}</Badge>
            </p>
            <p>{about}</p>
          </div>
          <ButtonLink
            kind={next.isMain ? undefined : "alt"}
            to={next.to}
            aria-label={`${next.label}: ${what}, ${display}`}
            reloadDocument
          >
            {next.label}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
