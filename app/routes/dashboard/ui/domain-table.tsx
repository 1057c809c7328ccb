import type { NameRow } from "#app/dashboard/name-rows.ts";
import { BreakableName } from "#app/domains/name-row.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { RowMore, TABLE_ROLES } from "#app/ui/primitives/row-more.tsx";
import { domainPath, orderPath, payPath } from "./domain-path.ts";
import { Badge } from "./providers.tsx";

const COLUMNS = ["Domain Name", "Status", "Is it working?", "Expires", "Actions"];

/**
 * A customer's domains with their state and actions: a table; on a phone three lines for each, which link to the domain. A name
 * whose renewal can be ordered has a tick box.
 */
export function DomainTable({ domains, ticked }: { domains: readonly NameRow[]; ticked: readonly string[] }) {
  return (
    <table className="list names-list" {...TABLE_ROLES.table}>
      <thead {...TABLE_ROLES.group}>
        <tr {...TABLE_ROLES.row}>
          <th {...TABLE_ROLES.header}>
            <span className="visually-hidden">Renew</span>
          </th>
          {COLUMNS.map((title) => (
            <th key={title} scope="col" {...TABLE_ROLES.header}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.group}>
        {domains.map((domain) => (
          <DomainRow key={domain.name} domain={domain} isTicked={ticked.includes(domain.name)} />
        ))}
      </tbody>
    </table>
  );
}

function DomainRow({ domain, isTicked }: { domain: NameRow; isTicked: boolean }) {
  const { name, status, expiry, ends, sights, renewKsh, renewal } = domain;
  const path = domainPath(name);
  const dns = { to: `${path}/dns`, preventScrollReset: true, "aria-label": `DNS settings of ${name}` };
  const mail = { to: `${path}/dns/mail`, "aria-label": `Mail of ${name}` };
  const ssl = { to: orderPath("certificate", name), "aria-label": `SSL of ${name}` };
  const { to, label } = renewalOf(name, renewal);
  const renew = { to, children: label, "aria-label": `${label} ${name}` };
  // "To do" has the buttons. Here what is due comes first under "More".
  const isDue = label === "Pay" || (label === "Renew" && expiry.state !== "later");
  return (
    <tr {...TABLE_ROLES.row}>
      <td className="box" {...TABLE_ROLES.cell}>
        {renewKsh !== undefined && (
          <label>
            <input type="checkbox" name="pick" value={name} defaultChecked={isTicked} aria-label={`Pick ${name}`} />
          </label>
        )}
      </td>
      <th scope="row" translate="no" {...TABLE_ROLES.name}>
        <Link to={path}>
          <BreakableName name={name} />
        </Link>
      </th>
      <td className="state" {...TABLE_ROLES.cell}>
        <Badge kind={status.kind}>{status.word}</Badge>
      </td>
      <td className="sights" {...TABLE_ROLES.cell}>
        {sights.map(({ kind, word }) => (
          <span key={word} className={`word is-${kind}`}>
            {word}
          </span>
        ))}
        {sights.length === 0 && (
          <>
            Website <i /> Mail <i />
          </>
        )}
      </td>
      <td className="expires" {...TABLE_ROLES.cell}>
        <time dateTime={expiry.iso}>{expiry.words}</time>{" "}
        {expiry.state === "later" ? (
          <small>{ends}</small>
        ) : (
          <b className={`word is-${expiry.state === "soon" ? "warn" : "bad"}`}>{ends}</b>
        )}
      </td>
      <td {...TABLE_ROLES.cell}>
        <div className="acts">
          <Link {...dns}>DNS</Link>
          <Link {...ssl}>SSL</Link>
          <Link {...renew} />
          <RowMore label={`More for ${name}`}>
            {isDue && <Link {...renew} />}
            <Link {...dns}>DNS settings</Link>
            <Link {...mail}>Mail</Link>
            <Link {...ssl}>SSL</Link>
            {!isDue && <Link {...renew} />}
          </RowMore>
        </div>
      </td>
    </tr>
  );
}

function renewalOf(name: string, renewal: NameRow["renewal"]): { to: string; label: string } {
  if (renewal?.bill !== undefined) return { to: payPath(renewal.bill), label: "Pay" };
  if (renewal?.state === "ordered") return { to: "/dashboard/orders", label: "Ordered" };
  if (renewal?.state === "elsewhere") return { to: orderPath("transfer", name), label: "Transfer" };
  return { to: orderPath("renew", name), label: "Renew" };
}
