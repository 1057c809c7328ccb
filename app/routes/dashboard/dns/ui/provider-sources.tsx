import type { Source } from "#app/dns/mail/mail-preset.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { ExternalLink } from "#app/ui/primitives/link.tsx";

/** The documents that a provider's values come from, and when they were read. */
export function ProviderSources({ sources }: { sources: readonly Source[] }) {
  return (
    <details className="quiet sources">
      <summary>Sources</summary>
      <ul>
        {sources.map(({ title, url, checked }) => (
          <li key={url}>
            <ExternalLink href={url} label={title} /> · <CheckedOn day={checked} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The day on which a document was last read. Takes an ISO 8601 date. */
function CheckedOn({ day }: { day: string }) {
  return <time dateTime={day}>{dateOf(dayNumber(new Date(day))).words}</time>;
}
