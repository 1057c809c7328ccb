import { NameRow } from "#app/ui/marks/name-row.tsx";

/** Names that may suit a customer, each with a link that checks it; without any the panel says so. */
export function NameIdeas({ names }: { names: readonly string[] }) {
  return (
    <section className="flow" aria-labelledby="ideas">
      <h2 id="ideas">Suggestions</h2>
      {names.length === 0 ? (
        <p>No suggestions yet.</p>
      ) : (
        <ul className="rows">
          {names.map((name) => (
            <NameRow key={name} name={name} note="Made from your name" />
          ))}
        </ul>
      )}
    </section>
  );
}
