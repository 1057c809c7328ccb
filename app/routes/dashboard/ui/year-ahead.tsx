import type { ExpiryMonth, yearAhead } from "#app/dashboard/portfolio.ts";
import type { ExpiryState } from "#app/domains/expiry.ts";
import { formatKsh } from "#app/platform/money.ts";

const MIDDLE = 18;

/** `label`: the months in words, for screen readers. */
type YearAheadProps = ReturnType<typeof yearAhead> & { label: string };

/**
 * A timeline of the renewals of the next twelve months with their prices, which on a phone stand below it, and the sum. One
 * month alone needs none: the list of names has its date.
 */
export function YearAhead({ months, label, ksh: sum, unpriced }: YearAheadProps) {
  if (months.filter(({ expired, soon, later }) => expired + soon + later > 0).length < 2) return null;
  return (
    <section aria-labelledby="year-ahead">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="year-ahead">The year ahead</h2>
        <p>
          <span className="whitespace-nowrap">{formatKsh(sum)}</span> together
          {unpriced > 0 && `, not counting ${unpriced} not in our list`}
        </p>
      </div>
      <svg className="mt-3 h-14 w-full text-xs lg:h-20" role="img" aria-label={label}>
        <line x2="100%" y1={MIDDLE} y2={MIDDLE} stroke="var(--ink)" strokeWidth="3" />
        {months.map((month, index) => (
          <MonthBead key={month.name} month={month} x={`${((index + 0.5) * 100) / months.length}%`} />
        ))}
      </svg>
      <p className="grid grid-cols-2 gap-x-4 text-sm lg:hidden" aria-hidden="true">
        {months
          .filter(({ ksh }) => ksh > 0)
          .map(({ name, ksh }) => (
            <span key={name} className="flex flex-wrap justify-between border-b border-line py-2">
              {name} <b className="whitespace-nowrap">{formatKsh(ksh)}</b>
            </span>
          ))}
      </p>
    </section>
  );
}

/** The class of a bead, of which it has its colours; a later renewal has those of the cloth. */
const CLASSES: Record<ExpiryState, string> = { expired: "is-bad", soon: "is-warn", later: "" };

/** The most urgent first. */
const STATES: readonly ExpiryState[] = ["expired", "soon", "later"];

/** Expired domains have a square, so that the state is not shown by colour alone. */
function MonthBead({ month, x }: { month: ExpiryMonth; x: string }) {
  const { name, ksh } = month;
  const bead = STATES.find((state) => month[state] > 0);
  return (
    <g
      strokeWidth="3"
      className={bead && CLASSES[bead]}
      fill={bead === "later" ? "var(--cloth)" : "var(--tint, var(--ground))"}
      stroke="var(--mark, var(--ink))"
    >
      {bead === "expired" ? (
        <rect x={x} y={MIDDLE - 10} width="20" height="20" transform="translate(-10)" />
      ) : (
        <circle cx={x} cy={MIDDLE} r={bead ? 10 : 4} />
      )}
      {bead && <circle cx={x} cy={MIDDLE} r="4" fill="var(--mark, var(--print))" stroke="none" />}
      <g className={bead && "font-bold"} fill={bead ? "var(--ink)" : "var(--ink-2)"} stroke="none" textAnchor="middle">
        <text x={x} y="52">
          {name.charAt(0)}
        </text>
        {ksh > 0 && (
          <text x={x} y="72" className="max-lg:hidden">
            {formatKsh(ksh).slice(4)}
          </text>
        )}
      </g>
    </g>
  );
}
