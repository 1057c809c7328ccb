type PagerProps = { previous: string | null; next: string | null; size: number };

/** Links to the previous and the next page of a list at the desk. `size`: how many rows a page has. */
export function Pager({ previous, next, size }: PagerProps) {
  return previous === null && next === null ? null : (
    <p className="actions">
      {previous !== null && (
        <a className="link" href={previous} rel="prev">
          Previous {size}
        </a>
      )}
      {next !== null && (
        <a className="link" href={next} rel="next">
          Next {size}
        </a>
      )}
    </p>
  );
}
