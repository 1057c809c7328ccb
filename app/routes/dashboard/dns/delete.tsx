import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { outage } from "#app/http/outage.server.ts";
import { listedRecord } from "#app/model/dns/listed-record.ts";
import { recordVersion } from "#app/model/dns/record-hash.server.ts";
import { isRecordType } from "#app/model/dns/types.ts";
import type { FormErrors } from "#app/model/form-result.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { deleteRecord } from "#app/use-cases/dns/delete-record.server.ts";
import { isUnlisted, listOnce } from "#app/use-cases/dns/zone-list.server.ts";
import { noteNotOwn } from "#app/use-cases/security-events.server.ts";
import { dnsPath, NO_ZONE, ownZone, requireProvider, requireRecordForm } from "./own-zone.ts";
import { redirectToChangedList } from "./tell-change.ts";
import { DeleteRecordForm } from "./ui/delete-record-form.tsx";
import { RecordGone } from "./ui/record-gone.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Delete a record from ${data?.zone ?? "your DNS"}`,
    description: "Delete a DNS record.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { account, domain } = await requireRecordForm(args);
  const page = { zone: domain.name, path: dnsPath(domain.name), id: args.params.record ?? "" };
  const list = domain.zoneId === null ? undefined : await listOnce(args.context, domain.zoneId);
  if (!list?.ok || isUnlisted(list.value, page.id))
    return outage(args.context, { ...page, record: null, isGone: false });
  const record = list.value.records.find(({ id }) => id === page.id);
  if (!record) noteNotOwn("record", account.id);
  if (!record || !isRecordType(record.type)) return data({ ...page, record: null, isGone: true }, { status: 404 });
  const shown = { ...listedRecord(record, domain.name), seen: recordVersion(record) };
  return data({ ...page, record: shown, isGone: false });
}

const schema = z.object({ seen: z.string().optional(), job: z.string().optional() });

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const owner = await requireProvider(args);
  const id = params.record ?? "";
  const form = formOf(id);
  const submission = await readForm(request, schema);
  const refused = (why: FormErrors = {}) => refuse({ context, form, submission, ...why });
  if (submission.status !== "success") return refused();
  const own = ownZone(owner);
  if (!own) return refused(NO_ZONE);

  const { seen, job } = submission.value;
  const deleted = await deleteRecord(own, { id, seen, job });
  if (!deleted.ok) return refused(deleted.errors);
  return redirectToChangedList(own.domain.name, {
    about: form,
    title: "DNS record deleted successfully",
    ...deleted.value,
  });
}

export default function DeleteRecordPage() {
  const { zone, path, id, record, isGone } = useLoaderData<typeof loader>();
  if (record === null) return isGone && <RecordGone path={path} />;
  return <DeleteRecordForm key={id} form={formOf(id)} zone={zone} record={record} path={path} />;
}

function formOf(id: string): string {
  return `delete-record-${id}`;
}
