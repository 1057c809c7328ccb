import type { ServiceRow } from "#app/dashboard/service-rows.server.ts";
import { Badge } from "#app/routes/dashboard/ui/providers.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/**
 * Services, each with its state and one button; only the most urgent button is solid. Their pages have no scripts, so links
 * load documents.
 */
export function ServiceLines({ rows }: { rows: readonly ServiceRow[] }) {
  const first = rows.findIndex(({ next }) => next.isMain);
  return (
    <ul className="lines needs">
      {rows.map(({ id, to, what, display, tone, word, terms, next }, index) => (
        <li key={id} className={`is-${tone}`}>
          <div>
            <p className="what">
              <a href={to} className="wrap-anywhere" translate="no">
                {display}
              </a>
              <Badge kind={tone}>{word}</Badge>
            </p>
            <div>
              <p className="font-bold">{what}</p>
              <p>
                {terms.map((term) => (
                  <span key={term} className="mr-3 inline-flex">
                    {term}
                  </span>
                ))}
              </p>
            </div>
          </div>
          <ButtonLink
            kind={index === first ? undefined : "alt"}
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
