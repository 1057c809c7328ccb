import { formatKsh } from "#app/platform/money.ts";
import { SEARCH_FORM } from "#app/ui/forms/search-form.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

/** An ending of the price list and its lowest price for the first year. */
export type PopularEnding = { tld: string; ksh: number };

const LINK = "inline-flex min-h-touch items-center";

type IntroductionProps = {
  title: string;
  lead: string;
  popular: readonly PopularEnding[];
  terms: string;
  titleAs: "h1" | "h2";
};

/** The search page without a result, or below one that has no similar names. `terms` says how to pay; it may be empty. */
export function Introduction({ title, lead, popular, terms, titleAs: Title }: IntroductionProps) {
  return (
    <div className="page section columns">
      <div className="flow">
        <Title>{title}</Title>
        <p className="lead">{lead}</p>
        <p className="flex flex-wrap gap-x-4 font-bold">
          <Link to="/domains?q=mamanjeri.co.ke" className={LINK}>
            Try mamanjeri.co.ke
          </Link>
          <Link to="/domains/board" className={LINK}>
            Check several names
          </Link>
        </p>
        {terms && (
          <p>
            <Words>{terms}</Words>
          </p>
        )}
        <h2 className="text-xl">Why do you think you need a domain name?</h2>
        <p className="flex flex-wrap items-center gap-x-2">
          People remember a name, and trust it.
          <Link to="/blog/what-are-tlds-and-why-they-matter-for-your-brand" className={LINK}>
            More About TLDs
          </Link>
        </p>
      </div>
      <div className="flow">
        <h2 className="text-xl">Popular endings</h2>
        <p className="text-ink-2">Lowest price per year. Press one to check your name.</p>
        <ul className="ruled">
          {popular.map(({ tld, ksh }) => (
            <li key={tld} className="py-0">
              <button
                type="submit"
                className="flex min-h-12 w-full cursor-pointer items-center justify-between border-0 bg-transparent p-0 text-inherit [font:inherit]"
                form={SEARCH_FORM}
                name="ending"
                value={tld}
              >
                <b>.{tld}</b>
                {formatKsh(ksh)}
              </button>
            </li>
          ))}
        </ul>
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
