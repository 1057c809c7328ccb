import type { ExpiryMonth, Portfolio } from "#app/dashboard/portfolio.ts";
import type { ExpiryState } from "#app/domains/expiry.ts";
import { formatKsh } from "#app/platform/money.ts";

const MIDDLE = 18;

type YearAheadProps = { months: readonly ExpiryMonth[]; portfolio: Portfolio };

/** A timeline of the renewals of the next twelve months, and the price of renewing all domains for a year. */
export function YearAhead({ months, portfolio: { all, yearly, unpriced } }: YearAheadProps) {
  return (
    <section className="flow" aria-labelledby="year-ahead">
      <h2 id="year-ahead">The year ahead</h2>
      <svg className="h-14 w-full" role="img" aria-label={wordsOf(months)}>
        <line x2="100%" y1={MIDDLE} y2={MIDDLE} stroke="var(--ink)" strokeWidth="3" />
        {months.map((month, index) => (
          <MonthBead key={month.name} month={month} x={`${((index + 0.5) * 100) / months.length}%`} />
        ))}
      </svg>
      <p>
        {all === 1 ? "Renewing your name for a year costs " : `Renewing all ${all} names for a year costs `}
        <b className="whitespace-nowrap">{formatKsh(yearly.ksh)}</b>
        {unpriced > 0 && `, not counting ${unpriced} not in our list`}.
      </p>
    </section>
  );
}

const COLOURS: Record<ExpiryState, { fill: string; stroke: string; dot: string }> = {
  expired: { fill: "var(--bad-bg)", stroke: "var(--bad)", dot: "var(--bad)" },
  soon: { fill: "var(--warn-bg)", stroke: "var(--warn)", dot: "var(--warn)" },
  later: { fill: "var(--cloth)", stroke: "var(--ink)", dot: "var(--print)" },
};

/** The most urgent first. */
const STATES: readonly ExpiryState[] = ["expired", "soon", "later"];

/** Expired domains have a square, so that the state is not shown by colour alone. */
function MonthBead({ month, x }: { month: ExpiryMonth; x: string }) {
  const { name } = month;
  const bead = STATES.find((state) => month[state] > 0);
  if (bead === undefined) {
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

const SAID: Record<ExpiryState, string> = { expired: "expired", soon: "due soon", later: "to renew" };

function wordsOf(months: readonly ExpiryMonth[]): string {
  const said = months.flatMap((month) => {
    const parts = STATES.filter((state) => month[state] > 0).map((state) => `${month[state]} ${SAID[state]}`);
    return parts.length === 0 ? [] : [`${month.name}: ${parts.join(" and ")}`];
  });
  const list = said.length > 0 ? said.join(", ") : "nothing to renew";
  return `Renewals of the next twelve months. ${list}.`;
}
