import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";

/** Shown in place of the form of a record that does not exist. */
export function RecordGone({ path }: { path: string }) {
  return (
    <Banner kind="warn" title="This record does not exist any more" titleAs="h2">
      <p>Somebody may have deleted it. The list below is up to date.</p>
      <p className="pt-2">
        <ButtonLink kind="alt" to={path}>
          Back to the records
        </ButtonLink>
      </p>
    </Banner>
  );
}
