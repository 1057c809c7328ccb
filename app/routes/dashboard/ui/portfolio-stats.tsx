import { formatKsh, formatUsd } from "#app/model/money.ts";
import type { Portfolio } from "#app/model/portfolio.ts";

/** Statistics of a customer's domains. */
export function PortfolioStats({ portfolio }: { portfolio: Portfolio | undefined }) {
  return (
    <section className="flow" aria-labelledby="statistics">
      <h2 id="statistics">Domain statistics</h2>
      {portfolio === undefined || portfolio.all === 0 ? (
        <p>No stats available</p>
      ) : (
        <dl className="ruled stats">
          <div>
            <dt>Endings</dt>
            <dd>{portfolio.endings.map(({ ending, count }) => `${count}\u00a0×\u00a0${ending}`).join(", ")}</dd>
          </div>
          <div>
            <dt>DNS set up</dt>
            <dd>
              {portfolio.withDns} of {portfolio.all}
            </dd>
          </div>
          <div>
            <dt>All for a year</dt>
            <dd>
              {formatKsh(portfolio.yearly.ksh)}{" "}
              <span className="quiet">≈ US${formatUsd(portfolio.yearly.usdCents)}</span>
              {portfolio.unpriced > 0 && (
                <span className="quiet">, not counting {portfolio.unpriced} not in our list</span>
              )}
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}
