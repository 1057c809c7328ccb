import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { LONGEST_TYPED } from "#app/model/longest-url.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { AS_TYPED } from "./as-typed.ts";
import { DidYouMean } from "./did-you-mean.tsx";
import { FieldError } from "./field.tsx";

type SearchFormProps = {
  /** "hero": the big one on cloth. "bar": the slim one above an answer, its label and, on phones, its word unseen. */
  variant: "hero" | "bar";
  /** What was searched, as it was typed. */
  defaultValue?: string;
  /** What is wrong with what was typed. */
  error?: string | undefined;
  /** Names that may have been meant, to search with one press. */
  instead?: string[] | undefined;
  /** What to type, when nothing was. */
  hint?: string | undefined;
  isPending: boolean;
  /** Told what stands in the field, at each change; also what was typed before the page's scripts arrived. */
  onType?: (text: string) => void;
};

const ID = "name-to-search";

/** The form's own id: a button elsewhere on the page may belong to it. */
export const SEARCH_FORM = "search";

/** Asks for a name and shows the answer at /domains?q=…; any text may be sent, the server says what is wrong with it. */
export function SearchForm({ variant, defaultValue, error, instead, hint, isPending, onType }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current.value !== (defaultValue ?? "")) onType?.(field.current.value);
  }, [defaultValue, onType]);
  return (
    <Form id={SEARCH_FORM} method="get" action="/domains" role="search" className="search">
      <label htmlFor={ID} className={variant === "bar" ? "visually-hidden" : undefined}>
        Which name do you want?
      </label>
      {hint !== undefined && <p id={`${ID}-hint`}>{hint}</p>}
      {error !== undefined && <FieldError id={`${ID}-error`}>{error}</FieldError>}
      <DidYouMean names={instead} />
      <div className="search-row">
        <input
          id={ID}
          ref={field}
          name="q"
          onInput={(event) => onType?.(event.currentTarget.value)}
          className="input"
          defaultValue={defaultValue}
          placeholder="e.g. mamanjeri.co.ke"
          inputMode="url"
          enterKeyHint="search"
          maxLength={LONGEST_TYPED}
          {...AS_TYPED}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined ? `${ID}-error` : hint !== undefined ? `${ID}-hint` : undefined}
          {...((error ?? hint) === undefined ? {} : { autoFocus: true, "data-arrival": "" })}
        />
        <Button isPending={isPending} pendingLabel={<span className="search-word">Searching</span>}>
          <Icon name="search" />
          <span className="search-word">Search</span>
        </Button>
      </div>
    </Form>
  );
}
