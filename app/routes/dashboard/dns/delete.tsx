import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deleteRecord } from "#app/dns/delete-record.server.ts";
import { type ListedRecord, listedRecord, recordDetail } from "#app/dns/listed-record.ts";
import { wholeName } from "#app/dns/record-name.ts";
import { recordVersion } from "#app/dns/record-version.server.ts";
import { shortened } from "#app/dns/sentence-part.ts";
import { type Stop, whatStops } from "#app/dns/what-stops.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import type { FormErrors } from "#app/platform/http/form-result.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Jina } from "#app/ui/primitives/landscape.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { findRecord, NO_ZONE, ownZone, redirectToChangedList, requireProvider } from "./own-zone.ts";
import { StopList } from "./ui/plan-preview.tsx";
import { RecordGone } from "./ui/zone-page.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Delete a record from ${data?.zone ?? "your DNS"}`,
    description: "Delete a DNS record.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { page, record, records } = await findRecord(args);
  if (record === undefined) {
    // A form that was just posted is rendered again although the record cannot be read.
    const isPosted = args.context?.givenBack === formOf(page.id);
    return outagePage(args.context, { ...page, record: null, isGone: false, isPosted });
  }
  if (record === null) return data({ ...page, record: null, isGone: true, isPosted: false }, { status: 404 });
  const stops = whatStops([record], records);
  const shown = { ...listedRecord(record, page.zone), expectedVersion: recordVersion(record), stops };
  return data({ ...page, record: shown, isGone: false, isPosted: false });
}

/** `what`: the record in words, for a form that is rendered again when the record cannot be read. */
const schema = z.object({
  expectedVersion: z.string().optional(),
  job: z.string().optional(),
  what: z.string().optional(),
});

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const owner = await requireProvider(args);
  const id = params.record ?? "";
  const form = formOf(id);
  const submission = await readForm(request, schema);
  const { expectedVersion, job, what } = submission.payload;
  const carry = Object.fromEntries(
    Object.entries({ expectedVersion, job, what }).flatMap(([field, value]) =>
      typeof value === "string" ? [[field, value]] : [],
    ),
  );
  const reject = (errors: FormErrors = {}) =>
    rejectForm({ context, form, submission, ...errors, carry: { ...carry, ...errors.carry } });
  if (submission.status !== "success") return reject();
  const own = ownZone(owner);
  if (!own) return reject(NO_ZONE);

  const deleted = await deleteRecord(own, {
    id,
    expectedVersion: submission.value.expectedVersion,
    job: submission.value.job,
  });
  if (!deleted.ok) return reject(deleted.errors);
  return redirectToChangedList(own.domain.name, {
    about: form,
    title: "DNS record deleted successfully",
    ...deleted.value,
  });
}

export default function DeleteRecordPage() {
  const { zone, path, id, record, isGone, isPosted } = useLoaderData<typeof loader>();
  if (record === null && !isPosted) return isGone && <RecordGone path={path} />;
  return <DeleteRecordForm key={id} {...{ id, form: formOf(id), zone, record, path }} />;
}

function formOf(id: string): string {
  return `delete-record-${id}`;
}

type ShownRecord = ListedRecord & { expectedVersion: string; stops: readonly Stop[] };
type DeleteRecordFormProps = { id: string; form: string; zone: string; record: ShownRecord | null; path: string };

/** Asks before a record is deleted: shows it, what stops working, and where it can be restored. */
function DeleteRecordForm({ id, form, zone, record, path }: DeleteRecordFormProps) {
  const formKey = useFormKey(form);
  const page = usePageForm({ id: form, formKey, defaultValue: {} });
  // The page shows its saying only without an error.
  const hasProblem = page.message !== undefined;
  const hidden = record && { expectedVersion: record.expectedVersion, what: wordsOf(record, zone) };
  return (
    <section
      className="mb-6 grid gap-4 border-2 border-ink bg-surface p-4 lg:grid-cols-[7fr_5fr] lg:gap-x-12 lg:px-6 lg:pt-5 lg:pb-6"
      aria-labelledby={`${form}-title`}
    >
      <h2 className="col-span-full" id={`${form}-title`}>
        Delete this record?
      </h2>
      <page.Form {...page.formProps} action={`${path}/${id}/delete`} className="form">
        <OwnFormProblems page={page} />
        {Object.entries({ ...hidden, ...page.carry }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        {record ? (
          <RecordFacts record={record} zone={zone} />
        ) : (
          <p className="wrap-anywhere" translate="no">
            {page.carry.what}
          </p>
        )}
        <div className="grid gap-2">
          {record && <StopList stops={record.stops} />}
          <p>
            You can bring the record back from <Link to={`${path}/history`}>History</Link>.
          </p>
        </div>
        <div className="actions">
          <Button kind="bad" isPending={page.isPending} pendingLabel="Deleting">
            Delete record
          </Button>
          <ButtonLink kind="alt" to={path} preventScrollReset>
            Keep it
          </ButtonLink>
        </div>
      </page.Form>
      {!hasProblem && (
        <div className="cloth spots grid place-items-center p-4">
          <Jina saying="Haraka haraka haina baraka" gloss="Hurry, hurry has no blessing" />
        </div>
      )}
    </section>
  );
}

function RecordFacts({ record, zone }: { record: ShownRecord; zone: string }) {
  const { type, name, content, comment } = record;
  return (
    <>
      <dl className="facts" translate="no">
        <dt>Type</dt>
        <dd>{type}</dd>
        <dt>Name</dt>
        <dd>{wholeName(name, toDisplayName(zone))}</dd>
        <dt>Value</dt>
        <dd>{content}</dd>
      </dl>
      <p className="quiet">
        {recordDetail(record)}
        {comment !== undefined && ` · ${comment}`}
      </p>
    </>
  );
}

function wordsOf({ type, name, content }: ListedRecord, zone: string): string {
  return `${type} ${wholeName(name, toDisplayName(zone))} ${shortened(content)}`;
}
