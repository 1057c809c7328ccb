import { Link } from "@remix-run/react";
import { type ListedDomain, renewalsBefore } from "#app/model/listed-domain.ts";
import type { Bead, YearAhead as Year } from "#app/model/portfolio.ts";
import { BreakableName } from "#app/ui/marks/name-row.tsx";
import { orderPath } from "./order-path.ts";

const MIDDLE = 18;
/** More would say the same as the list of names below. */
const MAX_LISTED = 9;

/** The next twelve months as a thread with a bead for each month of renewals, and under it the list of their days. */
export function YearAhead({ months, until, domains }: Year & { domains: readonly ListedDomain[] }) {
  const renewals = renewalsBefore(domains, until);
  return (
    <section className="flow" aria-labelledby="year-ahead">
      <h2 id="year-ahead">The year ahead</h2>
      <svg className="thread" role="img" aria-label={wordsOf(months)}>
        <line x2="100%" y1={MIDDLE} y2={MIDDLE} stroke="var(--ink)" strokeWidth="3" />
        {months.map(({ name, bead }, index) => (
          <Month key={name} name={name} bead={bead} x={`${((index + 0.5) * 100) / months.length}%`} />
        ))}
      </svg>
      {renewals.length > 0 && (
        <ul className="renewals">
          {renewals.slice(0, MAX_LISTED).map(({ name, expiry }) => (
            <li key={name}>
              <time dateTime={expiry.iso}>{expiry.words.slice(0, -" 2027".length)}</time>
              <span translate="no">
                <BreakableName name={name} />
              </span>
              {expiry.state === "soon" && (
                <Link to={orderPath("renew", name)} aria-label={`Renew ${name}`}>
                  Renew
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {renewals.length > MAX_LISTED && (
        <p className="quiet">And {renewals.length - MAX_LISTED} more, in the list below.</p>
      )}
    </section>
  );
}

const COLOURS: Record<Exclude<Bead, "none">, { fill: string; stroke: string; dot: string }> = {
  expired: { fill: "var(--bad-bg)", stroke: "var(--bad)", dot: "var(--bad)" },
  soon: { fill: "var(--warn-bg)", stroke: "var(--warn)", dot: "var(--warn)" },
  later: { fill: "var(--cloth)", stroke: "var(--ink)", dot: "var(--print)" },
};

/** A square is for what has expired, so that it is not told by its colour alone. */
function Month({ name, bead, x }: { name: string; bead: Bead; x: string }) {
  if (bead === "none") {
    return (
      <>
        <circle cx={x} cy={MIDDLE} r="4" fill="var(--ground)" stroke="var(--ink)" strokeWidth="3" />
        <Letter x={x} name={name} />
      </>
    );
  }
  const { fill, stroke, dot } = COLOURS[bead];
  return (
    <>
      {bead === "expired" ? (
        <rect
          x={x}
          y={MIDDLE - 10}
          width="20"
          height="20"
          transform="translate(-10)"
          fill={fill}
          stroke={stroke}
          strokeWidth="3"
        />
      ) : (
        <circle cx={x} cy={MIDDLE} r="10" fill={fill} stroke={stroke} strokeWidth="3" />
      )}
      <circle cx={x} cy={MIDDLE} r="4" fill={dot} />
      <Letter x={x} name={name} isBold />
    </>
  );
}

function Letter({ x, name, isBold = false }: { x: string; name: string; isBold?: boolean }) {
  return (
    <text
      x={x}
      y="52"
      textAnchor="middle"
      fill={isBold ? "var(--ink)" : "var(--ink-2)"}
      fontSize="12"
      fontWeight={isBold ? 700 : 400}
    >
      {name.charAt(0)}
    </text>
  );
}

const SAID: Record<Bead, string> = { none: "", expired: "expired", soon: "due soon", later: "to renew" };

function wordsOf(months: Year["months"]): string {
  const said = months.flatMap(({ name, bead, count }) => (bead === "none" ? [] : [`${name}: ${count} ${SAID[bead]}`]));
  const list = said.length > 0 ? said.join(", ") : "nothing to renew";
  return `Renewals of the next twelve months. ${list}.`;
}
