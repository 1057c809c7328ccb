import { filterQuery, PAGE_SIZE, type RecordFilter, type RecordPage } from "#app/model/dns/listed-record.ts";

type RecordPagesProps = Pick<RecordPage, "found" | "page" | "pages"> & { path: string; filter: RecordFilter };

/** The pages of a long list: each is a page of the server's. */
export function RecordPages({ found, page, pages, path, filter }: RecordPagesProps) {
  const to = (other: number) => path + filterQuery({ ...filter, page: other });
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav className="pages" aria-label="Pages of records">
      <p>
        {first} to {Math.min(found, page * PAGE_SIZE)} of {found}
      </p>
      {Array.from({ length: pages }, (_, index) => index + 1).map((other) =>
        other === page ? (
          <b key={other} aria-current="page">
            {other}
          </b>
        ) : (
          <a key={other} href={to(other)} aria-label={`Page ${other}`}>
            {other}
          </a>
        ),
      )}
      {page < pages && (
        <a href={to(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  );
}
