import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { NAMES_A_PAGE, type NamesPage } from "#app/dashboard/names-page.ts";
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

type DomainListProps = { list: NamesPage; filter: string };

/** A customer's domains with a filter. With JavaScript a list of one page is filtered as the user types. */
export function DomainList({ list, filter }: DomainListProps) {
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
  const { names, isWhole, all, found } = list;
  const shown = isWhole ? filterDomains(names, typed) : names;
  const count = isWhole ? shown.length : found;
  const wanted = isWhole ? typed : list.filter;
  return (
    <>
      <div className="tools">
        <h2 id="your-domains">Your Domains</h2>
        <p role="status" className="quiet">
          {count === all ? namesOf(all) : `${count} of ${namesOf(all)}`}
        </p>
        <Form method="get" action="/dashboard" preventScrollReset reloadDocument={!isWhole} className="find">
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
        <Empty title={`No domains match “${wanted.trim()}”.`}>
          <ButtonLink kind="alt" to="/dashboard" preventScrollReset reloadDocument={!isWhole}>
            Show all
          </ButtonLink>
        </Empty>
      )}
      {!isWhole && shown.length > 0 && <PageLinks {...list} />}
    </>
  );
}

/**
 * Which rows the page has, and links to the pages before and after. Not the Pager of the desk: the gate of script bytes is
 * full.
 */
function PageLinks({ names, found, before, previous, next }: NamesPage) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 pt-2">
      <p className="quiet">
        The earliest end first: {before + 1} to {before + names.length} of {found}
      </p>
      <p className="actions">
        {previous !== null && (
          <a className="link" href={previous} rel="prev">
            Previous {NAMES_A_PAGE}
          </a>
        )}
        {next !== null && (
          <a className="link" href={next} rel="next">
            Next {NAMES_A_PAGE}
          </a>
        )}
      </p>
    </div>
  );
}

function namesOf(count: number): string {
  return count === 1 ? "1 name" : `${count} names`;
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
