import type { ExpiryState } from "#app/model/expiry.ts";
import { relativeDay } from "#app/model/expiry.ts";
import type { ListedDomain } from "#app/model/listed-domain.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { BreakableName } from "#app/ui/marks/name-row.tsx";
import { Badge } from "./badge.tsx";
import { orderPath } from "./order-path.ts";

/** Written out because a row that is drawn as a card is no row any more to some screen readers. */
const AS = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
};
const COLUMNS = ["Domain Name", "Status", "Expires", "Actions"];
const MARKS: Record<ExpiryState, string> = { expired: "due is-bad", soon: "due is-warn", later: "quiet" };

/** A customer's names with what can be done for each: a table, and on a phone a card for each. */
export function DomainTable({ domains }: { domains: readonly ListedDomain[] }) {
  return (
    <table className="domains" {...AS.table}>
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

function DomainRow({ domain: { name, status, expiry } }: { domain: ListedDomain }) {
  return (
    <tr {...AS.row}>
      <th scope="row" translate="no" {...AS.name}>
        <BreakableName name={name} />
      </th>
      <td {...AS.cell}>
        <Badge kind={status === "active" ? "ok" : "bad"}>{status}</Badge>
      </td>
      <td {...AS.cell}>
        <time dateTime={expiry.iso}>{expiry.words}</time>{" "}
        <span className={MARKS[expiry.state]}>{relativeDay(expiry.daysLeft)}</span>
      </td>
      <td {...AS.cell}>
        <ButtonLink
          kind="alt"
          to={`/dashboard/domains/${name}/dns`}
          preventScrollReset
          aria-label={`DNS settings of ${name}`}
        >
          DNS
        </ButtonLink>
        <ButtonLink kind="alt" to={orderPath("certificate", name)} aria-label={`SSL for ${name}`}>
          SSL
        </ButtonLink>
        <ButtonLink
          kind={expiry.state === "later" ? "alt" : undefined}
          to={orderPath("renew", name)}
          aria-label={`Renew ${name}`}
        >
          Renew
        </ButtonLink>
      </td>
    </tr>
  );
}
