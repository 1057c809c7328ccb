import { InlineFlash } from "#app/ui/feedback/inline-flash.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

export const DATA_SECTION = "data";

/** The way to all that is kept about somebody. */
export function YourData() {
  return (
    <>
      <InlineFlash about={DATA_SECTION} />
      <p>
        Your account, domains, orders, DNS changes, and what you told us about the newsletter and schools, in one file
        (JSON) that programs can read. It has no password and no transfer code. Keep it where only you can see it.
      </p>
      <ButtonLink kind="alt" to="/profile/export" reloadDocument>
        Export my data
      </ButtonLink>
    </>
  );
}
