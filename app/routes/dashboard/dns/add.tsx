import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { isRecordType } from "#app/model/dns/record.ts";
import { NEW_RECORD, withType } from "#app/model/dns/record-values.ts";
import { pageMeta } from "#app/ui/page-meta.ts";
import { RecordForm } from "#app/ui/record-form.tsx";
import { dnsPath, requireDomain } from "./own-zone.ts";
import { saveRecord } from "./save-record.ts";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = ownPage;

const FORM = "add-record";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Add a record to ${data?.zone ?? "your DNS"}`,
    description: "Add a DNS record.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireDomain(args);
  // "type" is the filter of the list beside it.
  const type = new URL(args.request.url).searchParams.get("new") ?? "";
  const values = isRecordType(type) ? withType(NEW_RECORD, type) : NEW_RECORD;
  return { zone: domain.name, path: dnsPath(domain.name), values, once: randomUUID() };
}

export function action(args: ActionFunctionArgs) {
  return saveRecord(args, { form: FORM });
}

export default function AddRecordPage() {
  const { zone, path, values, once } = useLoaderData<typeof loader>();
  return (
    <section className="record-box flow" aria-labelledby={`${FORM}-title`}>
      <h2 id={`${FORM}-title`}>Add a record</h2>
      <RecordForm
        form={FORM}
        zone={zone}
        action={`${path}/add`}
        values={values}
        hidden={{ once }}
        submit={["Add record", "Adding"]}
        cancelTo={path}
      />
    </section>
  );
}
