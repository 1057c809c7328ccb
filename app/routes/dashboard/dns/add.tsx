import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readRecords } from "#app/dns/read-zone.server.ts";
import { NEW_RECORD, valuesOf, withType } from "#app/dns/record-values.ts";
import { isProxiable, isRecordType, packRareTypes } from "#app/dns/types.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { dnsPath, requireRecordForm } from "./own-zone.ts";
import { saveAction } from "./save-action.ts";
import { RecordForm } from "./ui/record-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

const FORM = "add-record";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Add a record to ${data?.zone ?? "your DNS"}`,
    description: "Add a DNS record.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireRecordForm(args);
  const params = new URL(args.request.url).searchParams;
  // The parameter is not called "type", because that is the filter of the list on the same page.
  const type = params.get("new") ?? "";
  const copied = await valuesToCopy(args, domain, params.get("copy"));
  const [name = "", content = ""] = ["name", "content"].map((field) => params.get(field)?.slice(0, LONGEST_TYPED));
  const values = copied ?? { ...(isRecordType(type) ? withType(NEW_RECORD, type) : NEW_RECORD), name, content };
  return { zone: domain.name, path: dnsPath(domain.name), values, once: randomUUID(), rareTypes: packRareTypes() };
}

/** The form's first values when the user copies a record. */
async function valuesToCopy({ context }: LoaderFunctionArgs, { name, zoneId }: OwnedDomain, id: string | null) {
  const list = id === null || zoneId === null ? undefined : await readRecords(context, zoneId);
  const record = list?.ok ? list.value.records.find((one) => one.id === id) : undefined;
  if (!record || !isRecordType(record.type)) return undefined;
  const values = valuesOf(record, name);
  return isProxiable(record.type) && !record.proxied ? { ...values, proxied: "off" } : values;
}

export function action(args: ActionFunctionArgs) {
  return saveAction(args, { form: FORM });
}

export default function AddRecordPage() {
  const { zone, path, values, once, rareTypes } = useLoaderData<typeof loader>();
  return (
    <section
      className="mb-6 border-2 border-ink bg-surface p-4 lg:px-6 lg:pt-5 lg:pb-6"
      aria-labelledby={`${FORM}-title`}
    >
      <h2 id={`${FORM}-title`}>Add a record</h2>
      <RecordForm
        form={FORM}
        zone={zone}
        rareTypes={rareTypes}
        action={`${path}/add`}
        values={values}
        hidden={{ once }}
        isNew
        submit={["Add record", "Adding"]}
        cancelTo={path}
      />
    </section>
  );
}
