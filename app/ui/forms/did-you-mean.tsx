import { Link } from "#app/ui/primitives/link.tsx";

type DidYouMeanProps = {
  /** Suggested names; if there are none, nothing is rendered. */
  names: readonly string[] | undefined;
  /** The URL up to the name that looks a suggestion up; by default the search. */
  before?: string;
};

/** Offers corrected names, each as a link. */
export function DidYouMean({ names, before = "/domains?q=" }: DidYouMeanProps) {
  if (!names?.length) return null;
  return (
    <p className="meant">
      Did you mean
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 ? (names[index + 1] ? ", " : " or ") : " "}
          <Link to={before + encodeURIComponent(name)} translate="no">
            {name}
          </Link>
        </span>
      ))}
      ?
    </p>
  );
}
