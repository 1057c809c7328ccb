import type { ReactNode } from "react";
import { callLink } from "#app/platform/brand.ts";
import type { Day } from "#app/platform/text/nairobi-day.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

export type LegalSection = {
  /** The fragment of the link to it. */
  id: string;
  title: string;
  body: ReactNode;
};

type LegalPageProps = { title: string; intro: ReactNode; updated: Day; sections: readonly LegalSection[] };

/** A legal text: a table of contents, the sections, and the address to write to. */
export function LegalPage({ title, intro, updated, sections }: LegalPageProps) {
  return (
    <div className="page section">
      <article className="prose flow">
        <h1>{title}</h1>
        <p className="quiet">
          Last updated <time dateTime={updated.iso}>{updated.words}</time>
        </p>
        <p className="lead">{intro}</p>
        <nav aria-label="On this page" className="contents">
          <ul>
            {[...sections, CONTACT].map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {[...sections, CONTACT].map((section) => (
          <section key={section.id} className="flow">
            <h2 id={section.id}>{section.title}</h2>
            {section.body}
          </section>
        ))}
      </article>
    </div>
  );
}

const CONTACT: LegalSection = {
  id: "write-to-us",
  title: "Write to us",
  body: <Address />,
};

/** The agency's name, in running text. */
export function AgencyName() {
  return <>{useRootData()?.brand.name ?? "the agency"}</>;
}

function Address() {
  const brand = useRootData()?.brand;
  if (!brand) return null;
  return (
    <p>
      {[brand.name, brand.registration, brand.address].filter(Boolean).join(", ")}
      <br />
      <a className="inline-flex min-h-touch max-w-full items-center wrap-anywhere" href={`mailto:${brand.email}`}>
        {brand.email}
      </a>
      {brand.phone && (
        <>
          <br />
          <a className="inline-flex min-h-touch items-center" href={callLink(brand.phone)}>
            {brand.phone}
          </a>
        </>
      )}
    </p>
  );
}
