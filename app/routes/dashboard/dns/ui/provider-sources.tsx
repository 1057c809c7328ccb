import type { Source } from "#app/model/dns/mail/presets.ts";
import { ExternalLink } from "#app/ui/primitives/external-link.tsx";
import { CheckedOn } from "./checked-on.tsx";

/** Where a provider's values stand, and when they were read there. */
export function ProviderSources({ name, sources }: { name: string; sources: readonly Source[] }) {
  return (
    <div className="quiet sources">
      <p>What we know about {name}, and when we read it:</p>
      <ul>
        {sources.map(({ title, url, checked }) => (
          <li key={url}>
            <ExternalLink href={url} label={title} /> · <CheckedOn day={checked} />
          </li>
        ))}
      </ul>
    </div>
  );
}
