import { useEffect, useState } from "react";
import { NameRow } from "#app/domains/name-row.tsx";
import type { Suggestions } from "#app/domains/suggestions.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { checkSuggestions, type Shown, type SuggestedName, withoutChecking } from "./check-suggestions.ts";

const NOTES = { personal: "From your name", related: "Longer name" };

type SuggestionListProps = {
  /** The suggestions for the searched name. */
  given: Suggestions;
  /** The text of the search field, if it differs from the search. */
  typed: string | undefined;
};

/**
 * Suggested names, each with a link that checks it. With JavaScript they are checked automatically. The same name with other
 * endings has its own list, Kenyan endings first.
 */
export function SuggestionList({ given, typed }: SuggestionListProps) {
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
          <p className="pt-4 wrap-anywhere">
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
        {names.map(({ kind, name, listed, lookup, isChecking }) => (
          <NameRow
            key={name}
            name={name}
            note={kind === "generic" ? (listed?.use ?? "") : NOTES[kind]}
            listed={listed}
            lookup={lookup}
            isChecking={isChecking}
          />
        ))}
      </ul>
    </>
  );
}

/** The heading of the suggested names: similar to the searched name, similar to the typed name, or for the customer. */
function titleOf(about: string, searched: string): string {
  if (about === "") return "Suggestions for you";
  return about === searched ? "Similar names" : `Similar to ${about}`;
}

/** For screen readers, announced once when all names are checked. */
function summary(about: string, names: SuggestedName[]): string {
  if (names.length === 0 || names.some(({ lookup }) => lookup === undefined)) return "";
  const free = names.filter(({ lookup }) => lookup?.kind === "available").length;
  const unused = names.filter(({ lookup }) => lookup?.kind === "by-hand" && lookup.isUnused).length;
  return `Of ${names.length} names${about === "" ? " for you" : ` similar to ${about}`}, ${free} are free, and nobody uses ${unused} yet.`;
}

/** Returns the suggestions for the search, or for `typed` if it differs. Checks them, and stops when the input changes. */
function useSuggestions(given: Suggestions, typed: string | undefined): Shown {
  const [shown, setShown] = useState<Shown>(given);
  useEffect(() => {
    const controller = new AbortController();
    void checkSuggestions({ given, typed, signal: controller.signal, show: setShown });
    return () => {
      controller.abort();
      setShown(withoutChecking);
    };
  }, [given, typed]);
  return shown;
}
