import type { Suggestions } from "#app/model/suggestions.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { NameRow } from "#app/ui/marks/name-row.tsx";
import type { SuggestedName } from "./look-up-names.ts";
import { useSuggestions } from "./use-suggestions.ts";

const KINDS: Record<SuggestedName["kind"], string> = { personal: "Personal", related: "Related", generic: "Generic" };

type CloseToItProps = {
  /** Names close to what was searched. */
  given: Suggestions;
  /** What stands in the search field, once it is something else. */
  typed: string | undefined;
};

/** Names close to the one that is searched, each with a link that checks it; with scripts they check themselves. */
export function CloseToIt({ given, typed }: CloseToItProps) {
  const { about, names } = useSuggestions(given, typed);
  const label = about.slice(0, about.indexOf("."));
  return (
    <>
      <p className="visually-hidden" role="status">
        {summary(about, names)}
      </p>
      {names.length > 0 && (
        <section className="flow" aria-labelledby="close-to-it">
          <h2 id="close-to-it">Close to {about === given.about ? "it" : about}</h2>
          <ul className="rows">
            {names.map(({ kind, name, answer, isChecking }) => (
              <NameRow key={name} name={name} note={KINDS[kind]} answer={answer} isChecking={isChecking} />
            ))}
          </ul>
          <p>
            <ButtonLink kind="alt" to={`/domains/board?name=${encodeURIComponent(label)}`}>
              <span className="wrap-anywhere">See {label} with every ending</span>
            </ButtonLink>
          </p>
        </section>
      )}
    </>
  );
}

/** Said once, when all are checked: eight announcements would drown the search. */
function summary(about: string, names: SuggestedName[]): string {
  if (names.length === 0 || names.some(({ answer }) => answer === undefined)) return "";
  const free = names.filter(({ answer }) => answer?.kind === "available").length;
  return `Of ${names.length} names close to ${about}, ${free} are free.`;
}
