import { useId } from "react";
import { DidYouMean } from "#app/ui/forms/did-you-mean.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";

/** Names that cannot be checked, for one and the same reason; each with those that may have been meant. */
export type Refused = { problem: string; names: { name: string; instead: string[] }[] };

/** Says the reason once, over the names it holds for. */
export function RefusedNames({ problem, names }: Refused) {
  const id = useId();
  return (
    <div className="refused grid gap-3 pt-6">
      <FieldError id={id}>{problem}</FieldError>
      <ul aria-labelledby={id} className="rows">
        {names.map(({ name, instead }) => (
          <li key={name}>
            <div>
              <p className="row-name" translate="no">
                {name}
              </p>
              <DidYouMean names={instead} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
