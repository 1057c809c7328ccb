import { Link } from "@remix-run/react";
import { Fragment } from "react";

type DidYouMeanProps = {
  /** Names that may have been meant; without any nothing is drawn. */
  names: readonly string[] | undefined;
  /** Where one of them is answered. */
  pathTo: (name: string) => string;
};

/** Offers names that may have been meant, each with one press. */
export function DidYouMean({ names = [], pathTo }: DidYouMeanProps) {
  if (names.length === 0) return null;
  return (
    <p className="leading-11 wrap-anywhere">
      Did you mean{" "}
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && " or "}
          <Link to={pathTo(name)} translate="no">
            {name}
          </Link>
        </Fragment>
      ))}
      ?
    </p>
  );
}

/** Where a name is searched. */
export function searchPath(name: string): string {
  return `/domains?${new URLSearchParams({ q: name })}`;
}
