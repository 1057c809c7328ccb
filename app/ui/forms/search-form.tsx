import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { DidYouMean } from "./did-you-mean.tsx";
import { FieldError } from "./field.tsx";
import { AS_TYPED } from "./input-props.ts";

type SearchFormProps = {
  /**
   * "hero": the large form of a hero. "bar": the slim form above a result; its label, and on phones its button's word, are
   * visually hidden.
   */
  variant: "hero" | "bar";
  /** The query as the user typed it. */
  defaultValue?: string;
  /** The error of the query. */
  error?: string | undefined;
  /** Corrected names, offered as links. */
  instead?: string[] | undefined;
  /** The hint for an empty query. */
  hint?: string | undefined;
  /** Added to a name that is typed without an ending, instead of "com". */
  ending?: string | undefined;
  isPending: boolean;
  /** Called with the field's value on each change, and once after hydration with what was typed before. */
  onType?: (text: string) => void;
};

const ID = "name-to-search";
/** The id of its error or hint, of which a page has one. */
const NOTE = `${ID}-error`;

/** The form's id, for buttons outside it. */
export const SEARCH_FORM = "search";

/** The search for a domain name; its result is at /domains?q=…. The server validates the text. */
export function SearchForm({
  variant,
  defaultValue,
  error,
  instead,
  hint,
  ending,
  isPending,
  onType,
}: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current.value !== (defaultValue ?? "")) onType?.(field.current.value);
  }, [defaultValue, onType]);
  return (
    <Form id={SEARCH_FORM} method="get" action="/domains" role="search" className="search">
      <label htmlFor={ID} className={variant === "bar" ? "visually-hidden" : undefined}>
        Which name do you want?
      </label>
      {hint && <p id={NOTE}>{hint}</p>}
      {error && <FieldError id={NOTE}>{error}</FieldError>}
      <DidYouMean names={instead} />
      {ending && <input type="hidden" name="default-ending" value={ending} />}
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
          autoComplete="off"
          {...AS_TYPED}
          aria-invalid={error !== undefined || undefined}
          {...((error ?? hint) && { "aria-describedby": NOTE, autoFocus: true, "data-arrival": "" })}
        />
        <Button isPending={isPending} pendingLabel={<span className="search-word">Searching</span>}>
          <Icon name="search" />
          <span className="search-word">Search</span>
        </Button>
      </div>
    </Form>
  );
}
