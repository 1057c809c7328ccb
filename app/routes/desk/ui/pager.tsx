type PagerProps = { page: number; hasNext: boolean; size: number; href: (page: number) => string };

/** Links to the page before and the page after of a list of the desk. `size`: how many rows a page has. */
export function Pager({ page, hasNext, size, href }: PagerProps) {
  return (
    <p className="actions">
      {page > 1 && (
        <a className="link" href={href(page - 1)} rel="prev">
          Previous {size}
        </a>
      )}
      {hasNext && (
        <a className="link" href={href(page + 1)} rel="next">
          Next {size}
        </a>
      )}
    </p>
  );
}
