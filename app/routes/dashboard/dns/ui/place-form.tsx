import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

type PlaceFormProps = {
  here: string;
  provider: string | null;
  typed: string;
  at: string;
  error: string;
  live: string;
  /** The words of the line that opens the form, and the hint of its field. */
  title: string;
  hint: string;
};

/**
 * The form that chooses the name which the page is about, folded until there is such a name. It loads the page again, with the
 * name in its URL.
 */
export function PlaceForm({ here, provider, typed, at, error, live, title, hint }: PlaceFormProps) {
  return (
    <details className="fold" open={typed !== ""} key={typed}>
      <summary className="wrap-anywhere">{title}</summary>
      <form method="get" action={here} className="form">
        {provider !== null && <input type="hidden" name="with" value={provider} />}
        <Field
          {...AS_TYPED}
          id="at"
          name="at"
          label="Name"
          hint={hint}
          error={error || undefined}
          defaultValue={error ? typed : at}
          maxLength={LONGEST_TYPED}
          enterKeyHint="go"
        />
        <Button kind="alt">Show this name</Button>
        {live !== "" && (
          <p>
            <Link to={live}>Is {at} live?</Link>
          </p>
        )}
      </form>
    </details>
  );
}

/**
 * Returns the URL of a page that connects a service, with the provider and the name below the domain; empty values are left
 * out.
 */
export function placePath(page: string, provider: string | null, at: string): string {
  const query = new URLSearchParams({ ...(provider && { with: provider }), ...(at && { at }) });
  return query.size > 0 ? `${page}?${query}` : page;
}
