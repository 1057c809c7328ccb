import type { Suggestions } from "#app/model/suggestions.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { NameRow } from "#app/ui/primitives/name-row.tsx";
import type { SuggestedName } from "./look-up-names.ts";
import { useSuggestions } from "./use-suggestions.ts";

const NOTES = { personal: "From your name", related: "With one more word" };

type CloseToItProps = {
  /** Names close to what was searched. */
  given: Suggestions;
  /** What stands in the search field, once it is something else. */
  typed: string | undefined;
};

/**
 * Names close to the one that is searched, each with a link that checks it; with scripts they check themselves. The same name
 * with other endings stands by itself, Kenyan ones first.
 */
export function CloseToIt({ given, typed }: CloseToItProps) {
  const { about, names } = useSuggestions(given, typed);
  const label = about.slice(0, about.indexOf("."));
  const endings = names.filter(({ kind }) => kind === "generic");
  const kenyan = endings.filter(({ name }) => name.endsWith(".ke"));
  const others = endings.filter((one) => !kenyan.includes(one));
  const words = names.filter((one) => !endings.includes(one));
  const of = about === given.about ? "" : ` of ${label}`;
  return (
    <>
      <p className="visually-hidden" role="status">
        {summary(about, names)}
      </p>
      {endings.length > 0 && (
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Names title={`Kenyan endings${of}`} names={kenyan} />
          <Names title={`Other endings${of}`} names={others} />
          <p className="pt-4">
            <ButtonLink kind="alt" to={`/domains/board?name=${encodeURIComponent(label)}`}>
              <span>See {label} with every ending</span>
            </ButtonLink>
          </p>
        </div>
      )}
      {words.length > 0 && (
        <div>
          <Names title={titleOf(about, given.about)} names={words} />
        </div>
      )}
    </>
  );
}

function Names({ title, names }: { title: string; names: SuggestedName[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul className="rows" aria-label={title}>
        {names.map(({ kind, name, listed, answer, isChecking }) => (
          <NameRow
            key={name}
            name={name}
            note={kind === "generic" ? (listed?.use ?? "") : NOTES[kind]}
            listed={listed}
            answer={answer}
            isChecking={isChecking}
          />
        ))}
      </ul>
    </>
  );
}

/** Above the names that are not another ending: close to the searched name, to what is typed now, or, before both, to nothing. */
function titleOf(about: string, searched: string): string {
  if (about === "") return "Suggestions for you";
  return `Close to ${about === searched ? "it" : about}`;
}

/** Said once, when all are checked: eight announcements would drown the search. */
function summary(about: string, names: SuggestedName[]): string {
  if (names.length === 0 || names.some(({ answer }) => answer === undefined)) return "";
  const free = names.filter(({ answer }) => answer?.kind === "available").length;
  const unused = names.filter(({ answer }) => answer?.kind === "by-hand" && answer.isUnused).length;
  return `Of ${names.length} names${about === "" ? " for you" : ` close to ${about}`}, ${free} are free, and nobody uses ${unused} yet.`;
}
