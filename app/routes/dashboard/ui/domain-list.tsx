import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { relativeDay } from "#app/domains/expiry.ts";
import { BreakableName } from "#app/domains/name-row.tsx";
import { filterDomains, type ListedDomain, labelsOf } from "#app/domains/owned-domain.ts";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { useHistoryNavigations } from "#app/ui/forms/use-history-navigations.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { RowMore, TABLE_ROLES } from "#app/ui/primitives/row-more.tsx";
import { domainPath, orderPath } from "./domain-path.ts";
import { Badge } from "./providers.tsx";

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

const COLUMNS = ["Domain Name", "Status", "Expires", "SSL", "Actions"];

/** A customer's domains with their actions: a table; on a phone two lines for each, which link to the domain. */
export function DomainTable({ domains }: { domains: readonly ListedDomain[] }) {
  return (
    <table className="list names-list" {...TABLE_ROLES.table}>
      <colgroup>
        <col className="col-name" />
        <col className="col-state" />
        <col />
        <col className="col-ssl" />
        <col className="col-acts" />
      </colgroup>
      <thead {...TABLE_ROLES.group}>
        <tr {...TABLE_ROLES.row}>
          {COLUMNS.map((title) => (
            <th key={title} scope="col" {...TABLE_ROLES.header}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.group}>
        {domains.map((domain) => (
          <DomainRow key={domain.name} domain={domain} />
        ))}
      </tbody>
    </table>
  );
}

function DomainRow({ domain }: { domain: ListedDomain }) {
  const { name, expiry, hasSsl } = domain;
  const path = domainPath(name);
  const dns = { to: `${path}/dns`, preventScrollReset: true, "aria-label": `DNS settings of ${name}` };
  const mail = { to: `${path}/dns/mail`, "aria-label": `Mail of ${name}` };
  const ssl = { to: orderPath("certificate", name), "aria-label": `${hasSsl ? "SSL on" : "Add SSL"}: ${name}` };
  const renew = { to: orderPath("renew", name), "aria-label": `Renew ${name}` };
  return (
    <tr {...TABLE_ROLES.row}>
      <th scope="row" translate="no" {...TABLE_ROLES.name}>
        <Link to={path}>
          <BreakableName name={name} />
        </Link>
      </th>
      <td className="state-cell" {...TABLE_ROLES.cell}>
        {labelsOf(domain).map(({ kind, word }) => (
          <Badge key={word} kind={kind}>
            {word}
          </Badge>
        ))}
      </td>
      <td className="expires" {...TABLE_ROLES.cell}>
        <time dateTime={expiry.iso}>{expiry.words}</time> <small>{relativeDay(expiry.daysLeft)}</small>
      </td>
      <td className="ssl" {...TABLE_ROLES.cell}>
        <Link {...ssl} className={hasSsl ? "on" : undefined}>
          {hasSsl ? "SSL on" : "Add SSL"}
        </Link>
      </td>
      <td {...TABLE_ROLES.cell}>
        <div className="acts">
          <Link {...dns}>DNS</Link>
          <Link {...mail}>Mail</Link>
          <ButtonLink kind="alt" {...renew}>
            Renew
          </ButtonLink>
          <RowMore label={`More for ${name}`}>
            <Link {...dns}>DNS settings</Link>
            <Link {...mail}>Mail</Link>
            <Link {...ssl}>{hasSsl ? "SSL on" : "Add SSL"}</Link>
            <Link {...renew}>Renew</Link>
          </RowMore>
        </div>
      </td>
    </tr>
  );
}
