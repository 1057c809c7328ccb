import { formatKsh, LOWEST_KSH } from "#app/model/money.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { type ListedEnding, PriceTable } from "./ui/price-table.tsx";

const LINK = "inline-flex min-h-touch items-center";

/** The search page without a result. */
export function Introduction({ popular }: { popular: ListedEnding[] }) {
  return (
    <div className="page section columns">
      <div className="flow">
        <h1>Find your name</h1>
        <p className="lead">
          Type a name above. You see at once if it is free. Names start at <b>{formatKsh(LOWEST_KSH)} a year</b>.
        </p>
        <p className="flex flex-wrap gap-x-4 font-bold">
          <Link to="/domains?q=mamanjeri.co.ke" className={LINK}>
            Try mamanjeri.co.ke
          </Link>
          <Link to="/domains/board" className={LINK}>
            Check several names at once
          </Link>
        </p>
        <h2 className="text-xl">Why do you think you need a domain name?</h2>
        <p className="flex flex-wrap items-center gap-x-2">
          People remember a name, and trust it.
          <Link to="/blog/what-are-tlds-and-why-they-matter-for-your-brand" className={LINK}>
            More About TLDs
          </Link>
        </p>
      </div>
      <div className="flow">
        <PriceTable title="Popular endings" rows={popular}>
          Price per year, from. Press one to check your name with it.
        </PriceTable>
        <p className="actions">
          <ButtonLink to="/domains/pricing">Browse All Domains</ButtonLink>
          <ButtonLink kind="alt" to="/contact">
            Need Help?
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
