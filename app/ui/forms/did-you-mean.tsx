import { Link } from "#app/ui/primitives/link.tsx";

type DidYouMeanProps = {
  /** Names that may have been meant; without any nothing is drawn. */
  names: readonly string[] | undefined;
  /** The address at which one of them is answered, up to the name; else the search. */
  before?: string;
};

/** Offers names that may have been meant, each with one press. */
export function DidYouMean({ names, before = "/domains?q=" }: DidYouMeanProps) {
  if (!names?.length) return null;
  return (
    <p className="meant">
      Did you mean
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 ? " or " : " "}
          <Link to={before + encodeURIComponent(name)} translate="no">
            {name}
          </Link>
        </span>
      ))}
      ?
    </p>
  );
}
