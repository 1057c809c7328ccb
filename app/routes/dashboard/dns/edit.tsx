import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NEW_RECORD, valuesOf } from "#app/dns/record-values.ts";
import { recordVersion } from "#app/dns/record-version.server.ts";
import { packRareTypes } from "#app/dns/types.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { findRecord } from "./own-zone.ts";
import { saveAction } from "./save-action.ts";
import { RecordForm } from "./ui/record-form.tsx";
import { RecordGone } from "./ui/zone-page.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Edit a record in ${data?.zone ?? "your DNS"}`,
    description: "Change a DNS record.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { page, record } = await findRecord(args);
  const shown = { ...page, once: randomUUID() };
  const rareTypes = packRareTypes();
  if (record === undefined) {
    // A form that was just posted is rendered again with the values of the reply. The list below the form says that the records
    // could not be read.
    const values = { ...NEW_RECORD, proxied: "" };
    const posted = { title: "Edit the record", values, expectedVersion: undefined, rareTypes };
    const isPosted = args.context?.givenBack === formOf(page.id);
    return outagePage(args.context, { ...shown, record: isPosted ? posted : null, isGone: false });
  }
  if (record === null) return data({ ...shown, record: null, isGone: true }, { status: 404 });
  const values = valuesOf(record, page.zone);
  const form = { title: `Edit the ${record.type} record`, values, expectedVersion: recordVersion(record), rareTypes };
  return data({ ...shown, record: form, isGone: false });
}

export function action(args: ActionFunctionArgs) {
  const id = args.params.record ?? "";
  return saveAction(args, { form: formOf(id), id });
}

export default function EditRecordPage() {
  const { zone, path, id, once, record, isGone } = useLoaderData<typeof loader>();
  if (record === null) return isGone && <RecordGone path={path} />;
  const form = formOf(id);
  return (
    <section
      className="mb-6 border-2 border-ink bg-surface p-4 lg:px-6 lg:pt-5 lg:pb-6"
      aria-labelledby={`${form}-title`}
    >
      <h2 id={`${form}-title`}>{record.title}</h2>
      <RecordForm
        key={form}
        form={form}
        zone={zone}
        rareTypes={record.rareTypes}
        action={`${path}/${id}/edit`}
        values={record.values}
        hidden={{ once, ...(record.expectedVersion && { expectedVersion: record.expectedVersion }) }}
        submit={["Save record", "Saving"]}
        cancelTo={path}
        hasFocus
      >
        <Link className="link" to={`${path}/live?${new URLSearchParams({ record: id })}`}>
          Is it live?
        </Link>
        <Link className="link ml-auto text-bad" to={`${path}/${id}/delete`} preventScrollReset>
          Delete
        </Link>
      </RecordForm>
    </section>
  );
}

/** One form id for each record, so that messages never show in another record's form. */
function formOf(id: string): string {
  return `edit-record-${id}`;
}
