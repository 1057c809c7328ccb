import type { Portfolio } from "#app/dashboard/portfolio.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";

/** Statistics of a customer's domains. */
export function PortfolioStats({ portfolio }: { portfolio: Portfolio | undefined }) {
  return (
    <section className="flow" aria-labelledby="statistics">
      <h2 id="statistics">Domain statistics</h2>
      {portfolio === undefined || portfolio.all === 0 ? (
        <p>No stats available</p>
      ) : (
        <dl className="ruled">
          <div className="flex flex-wrap gap-x-4 py-2">
            <dt className="flex-[0_1_6rem] font-normal text-ink-2">Endings</dt>
            <dd className="min-w-0 flex-[1_1_8rem] font-bold wrap-anywhere">
              {portfolio.endings.map(({ ending, count }) => `${count}\u00a0×\u00a0${ending}`).join(", ")}
            </dd>
          </div>
          <div className="flex flex-wrap gap-x-4 py-2">
            <dt className="flex-[0_1_6rem] font-normal text-ink-2">DNS set up</dt>
            <dd className="min-w-0 flex-[1_1_8rem] font-bold wrap-anywhere">
              {portfolio.withDns} of {portfolio.all}
            </dd>
          </div>
          <div className="flex flex-wrap gap-x-4 py-2">
            <dt className="flex-[0_1_6rem] font-normal text-ink-2">All for a year</dt>
            <dd className="min-w-0 flex-[1_1_8rem] font-bold wrap-anywhere">
              {formatKsh(portfolio.yearly.ksh)}{" "}
              <span className="quiet font-normal">≈ US${formatUsd(portfolio.yearly.usdCents)}</span>
              {portfolio.unpriced > 0 && (
                <span className="quiet font-normal">, not counting {portfolio.unpriced} not in our list</span>
              )}
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
