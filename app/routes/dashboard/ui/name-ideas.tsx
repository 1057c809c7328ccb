import type { Suggestion } from "#app/model/suggestions.ts";
import { NameRow } from "#app/ui/primitives/name-row.tsx";

/** Suggested names, each with a link that checks it. */
export function NameIdeas({ names }: { names: readonly Suggestion[] }) {
  return (
    <section className="flow" aria-labelledby="ideas">
      <h2 id="ideas">Suggestions</h2>
      {names.length === 0 ? (
        <p>No suggestions yet.</p>
      ) : (
        <ul className="rows ideas">
          {names.map(({ name, listed }) => (
            <NameRow key={name} name={name} note="Made from your name" listed={listed} />
          ))}
        </ul>
      )}
    </section>
  );
}
