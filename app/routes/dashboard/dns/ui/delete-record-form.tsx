import { type ListedRecord, recordDetail } from "#app/model/dns/listed-record.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

type DeleteRecordFormProps = { form: string; zone: string; record: ListedRecord & { seen: string }; path: string };

/** Asks before a record is deleted: which one, what stops, and where to bring it back. */
export function DeleteRecordForm({ form, zone, record, path }: DeleteRecordFormProps) {
  const round = useRound(form);
  const page = usePageForm({ id: form, round, defaultValue: {} });
  const { id, type, name, content, comment, seen } = record;
  const whole = name === "@" ? zone : `${name}.${zone}`;
  return (
    <section
      className="mb-6 border-2 border-ink bg-surface p-4 lg:px-6 lg:pt-5 lg:pb-6 flow"
      aria-labelledby={`${form}-title`}
    >
      <h2 id={`${form}-title`}>Delete this record?</h2>
      <page.Form {...page.formProps} action={`${path}/${id}/delete`} className="form">
        <FormProblems page={page} />
        {Object.entries({ seen, ...page.carry }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <dl className="facts" translate="no">
          <dt>Type</dt>
          <dd>{type}</dd>
          <dt>Name</dt>
          <dd>{whole}</dd>
          <dt>Value</dt>
          <dd>{content}</dd>
        </dl>
        <p className="quiet">
          {recordDetail(record)}
          {comment !== undefined && ` · ${comment}`}
        </p>
        <p>
          What uses it at <b translate="no">{whole}</b> stops working. You can bring it back from{" "}
          <Link to={`${path}/history`}>History</Link>.
        </p>
        <div className="actions">
          <Button kind="bad" isPending={page.isPending} pendingLabel="Deleting">
            Delete record
          </Button>
          <ButtonLink kind="alt" to={path} preventScrollReset>
            Keep it
          </ButtonLink>
        </div>
      </page.Form>
    </section>
  );
}
