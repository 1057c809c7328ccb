import type { Recommendation } from "#app/platform/settings/proof-settings.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { FIRST_CELL, NEXT_CELL } from "./cells.ts";

export type ShownProof = {
  /** `picture`: a path of this site. */
  recommendations: Recommendation[];
  /** Short facts: the accreditation, the company, the year, the people. */
  facts: string[];
};

/** What speaks for the agency. Only what its settings say; nothing without them. */
export function Proof({ recommendations, facts }: ShownProof) {
  if (recommendations.length + facts.length === 0) return null;
  return (
    <section aria-label="Who we are">
      {recommendations.length > 0 && (
        <>
          <h2 className="mb-4">Shops on their own name</h2>
          <ul className="ruled lg:grid lg:grid-cols-3">
            {recommendations.map((one, index) => (
              <Cell key={one.who} {...one} isFirst={index === 0} />
            ))}
          </ul>
        </>
      )}
      <ul className="flex flex-wrap gap-x-8 gap-y-1 pt-3">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-2">
            <Icon name="check" className="mt-0.5 text-ok" />
            {fact}
          </li>
        ))}
      </ul>
    </section>
  );
}

const FACE = "size-18 border-2 border-ink object-cover lg:size-24";

function Cell({ words, who, site, picture, isFirst }: Recommendation & { isFirst: boolean }) {
  return (
    <li className={`flex gap-4 ${isFirst ? FIRST_CELL : NEXT_CELL}`}>
      {picture === undefined ? (
        // The first letter of the name, as in the menu of an account.
        <span
          className={`cloth spots grid flex-none place-items-center text-[2rem] font-black ${FACE}`}
          aria-hidden="true"
        >
          {[...who][0]}
        </span>
      ) : (
        <img
          className={`flex-none ${FACE}`}
          src={picture}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
        />
      )}
      <div className="min-w-0">
        <blockquote className="m-0 text-lg/[1.4] font-medium">“{words}”</blockquote>
        <p className="mt-1 text-sm font-bold text-ink-2">{who}</p>
        {site !== undefined && (
          <a className="text-sm wrap-anywhere" href={site}>
            {new URL(site).hostname.replace(/^www\./, "")}
          </a>
        )}
      </div>
    </li>
  );
}
