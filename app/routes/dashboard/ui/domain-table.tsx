import { relativeDay } from "#app/domains/expiry.ts";
import { type ListedDomain, labelsOf } from "#app/domains/listed-domain.ts";
import { BreakableName } from "#app/domains/name-row.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { AS, RowMore } from "#app/ui/primitives/row-more.tsx";
import { Badge } from "./badge.tsx";
import { domainPath, orderPath } from "./domain-path.ts";

const COLUMNS = ["Domain Name", "Status", "Expires", "SSL", "Actions"];

/** A customer's domains with their actions: a table; on a phone two lines for each, which link to the domain. */
export function DomainTable({ domains }: { domains: readonly ListedDomain[] }) {
  return (
    <table className="list names-list" {...AS.table}>
      <colgroup>
        <col className="col-name" />
        <col className="col-state" />
        <col />
        <col className="col-ssl" />
        <col className="col-acts" />
      </colgroup>
      <thead {...AS.group}>
        <tr {...AS.row}>
          {COLUMNS.map((title) => (
            <th key={title} scope="col" {...AS.header}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.group}>
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
    <tr {...AS.row}>
      <th scope="row" translate="no" {...AS.name}>
        <Link to={path}>
          <BreakableName name={name} />
        </Link>
      </th>
      <td className="state-cell" {...AS.cell}>
        {labelsOf(domain).map(({ kind, word }) => (
          <Badge key={word} kind={kind}>
            {word}
          </Badge>
        ))}
      </td>
      <td className="expires" {...AS.cell}>
        <time dateTime={expiry.iso}>{expiry.words}</time> <small>{relativeDay(expiry.daysLeft)}</small>
      </td>
      <td className="ssl" {...AS.cell}>
        <Link {...ssl} className={hasSsl ? "on" : undefined}>
          {hasSsl ? "SSL on" : "Add SSL"}
        </Link>
      </td>
      <td {...AS.cell}>
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
