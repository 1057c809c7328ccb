import { relativeDay } from "#app/domains/expiry.ts";
import { type ListedDomain, labelsOf } from "#app/domains/listed-domain.ts";
import { BreakableName } from "#app/domains/name-row.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { RowMore, TABLE_ROLES } from "#app/ui/primitives/row-more.tsx";
import { Badge } from "./badge.tsx";
import { domainPath, orderPath } from "./domain-path.ts";

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
