import type { ListedRecord } from "#app/model/dns/listed-record.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/marks/button.tsx";
import { RecordFacts } from "./record-facts.tsx";

type DeleteRecordFormProps = { form: string; zone: string; record: ListedRecord & { seen: string }; path: string };

/** Asks before a record is deleted, and says which one. */
export function DeleteRecordForm({ form, zone, record, path }: DeleteRecordFormProps) {
  const round = useRound(form);
  const page = usePageForm({ id: form, round, defaultValue: {} });
  return (
    <section className="record-box flow" aria-labelledby={`${form}-title`}>
      <h2 id={`${form}-title`}>Delete this record?</h2>
      <page.Form {...page.formProps} action={`${path}/${record.id}/delete`} className="form">
        <FormProblems page={page} />
        {Object.entries({ seen: record.seen, ...page.carry }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="record">
          <RecordFacts record={record} />
        </div>
        <p>
          What uses it at <span translate="no">{record.name === "@" ? zone : `${record.name}.${zone}`}</span> stops
          working.
        </p>
        <Button isPending={page.isPending} pendingLabel="Deleting">
          Delete record
        </Button>
        <ButtonLink kind="alt" to={path} preventScrollReset>
          Cancel
        </ButtonLink>
      </page.Form>
    </section>
  );
}
