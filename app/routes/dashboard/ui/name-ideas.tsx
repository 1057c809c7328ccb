import { NameRow } from "#app/domains/name-row.tsx";
import type { Suggestion } from "#app/domains/suggestions.ts";

/** Suggested names, each with a link that checks it. */
export function NameIdeas({ names }: { names: readonly Suggestion[] }) {
  return (
    <section className="flow" aria-labelledby="ideas">
      <h2 id="ideas">Suggestions</h2>
      {names.length === 0 ? (
        <p>No suggestions yet.</p>
      ) : (
        <ul className="rows border-t-3 border-t-ink">
          {names.map(({ name, listed }) => (
            <NameRow key={name} name={name} note="Made from your name" listed={listed} />
          ))}
        </ul>
      )}
    </section>
  );
}
