import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { filterDomains, type ListedDomain } from "#app/domains/listed-domain.ts";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { useHistoryNavigations } from "#app/ui/forms/use-history-navigations.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { DomainTable } from "./domain-table.tsx";

const ID = "name-to-find";

/** A customer's domains with a filter. With JavaScript the list is filtered as the user types. */
export function DomainList({ domains, filter }: { domains: readonly ListedDomain[]; filter: string }) {
  const field = useRef<HTMLInputElement>(null);
  const place = `${useHistoryNavigations()} ${filter}`;
  const lastPlace = useRef(place);
  const [typed, setTyped] = useState(filter);
  useEffect(() => {
    if (!field.current) return;
    // Keeps what was typed before hydration. A new filter in the URL replaces it.
    if (lastPlace.current !== place) field.current.value = filter;
    lastPlace.current = place;
    setTyped(field.current.value);
  }, [place, filter]);
  const shown = filterDomains(domains, typed);
  return (
    <>
      <div className="tools">
        <h2 id="your-domains">Your Domains</h2>
        <p role="status" className="quiet">
          {shown.length === domains.length ? countOf(domains) : `${shown.length} of ${countOf(domains)}`}
        </p>
        <Form method="get" action="/dashboard" preventScrollReset className="find">
          <label htmlFor={ID} className="visually-hidden">
            Find one of your names
          </label>
          <input
            ref={field}
            id={ID}
            name="q"
            className="input"
            defaultValue={filter}
            onInput={(event) => setTyped(event.currentTarget.value)}
            placeholder="Find a name"
            enterKeyHint="search"
            maxLength={LONGEST_TYPED}
            {...AS_TYPED}
            // Keeps the focus after a client-side navigation.
            data-arrival={filter === "" ? undefined : ""}
          />
          <Button kind="alt">Find</Button>
        </Form>
      </div>
      {shown.length > 0 ? (
        <DomainTable domains={shown} />
      ) : (
        <Empty title={`No domains match “${typed.trim()}”.`}>
          <ButtonLink kind="alt" to="/dashboard" preventScrollReset>
            Show all
          </ButtonLink>
        </Empty>
      )}
    </>
  );
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? "1 name" : `${length} names`;
}
