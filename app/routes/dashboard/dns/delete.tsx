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
import { readForm, refuse, type Why } from "#app/http/form.server.ts";
import { listedRecord } from "#app/model/dns/listed-record.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { recordHash } from "#app/model/dns/record-hash.server.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import { isRecordType } from "#app/model/dns/types.ts";
import { pageMeta } from "#app/ui/frame/page-meta.ts";
import { noteNotOwn } from "#app/work/security-events.server.ts";
import { changeRecord, type FoundInZone } from "./change-record.ts";
import { dnsPath, isUnlisted, listOnce, NO_ZONE, ownZone, requireDomain } from "./own-zone.ts";
import type { Told } from "./send-change.ts";
import { DeleteRecordForm } from "./ui/delete-record-form.tsx";
import { RecordGone } from "./ui/record-gone.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Delete a record of ${data?.zone ?? "your DNS"}`,
    description: "Delete a DNS record.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { account, domain } = await requireDomain(args);
  const page = { zone: domain.name, path: dnsPath(domain.name), id: args.params.record ?? "" };
  const list = domain.zoneId === null ? undefined : await listOnce(args.context, domain.zoneId);
  if (!list?.ok || isUnlisted(list.value, page.id))
    return data({ ...page, record: null, isGone: false }, { status: 503 });
  const record = list.value.records.find(({ id }) => id === page.id);
  if (!record) noteNotOwn("record", account.id);
  if (!record || !isRecordType(record.type)) return data({ ...page, record: null, isGone: true }, { status: 404 });
  const shown = { ...listedRecord(record, domain.name), seen: recordHash(record) };
  return data({ ...page, record: shown, isGone: false });
}

const DELETE_TOLD: Told = {
  failed: "Failed to delete DNS record",
  unsure: (title) => ({ title, message: "The list shows it if it is still there." }),
};
/** Two presses find the record before either has deleted it. Later ones see in the list what there is to do. */
const TWO_PRESSES_MS = 60_000;

const schema = z.object({ seen: z.string().optional(), job: z.string().optional() });

/**
 * Deletes a record of the customer's own zone, if it still is the one that they were asked about. One that is gone already
 * is what they wanted. Source: docs/product.md, "DNS records".
 */
export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const owner = await requireDomain(args);
  const id = params.record ?? "";
  const form = formOf(id);
  const submission = await readForm(request, schema);
  const refused = (why: Why = {}) => refuse({ context, form, submission, ...why });
  if (submission.status !== "success") return refused();
  const own = ownZone(owner);
  if (!own) return refused(NO_ZONE);

  const { seen, job } = submission.value;
  const { name, zoneId } = own.domain;
  return changeRecord(context, own, {
    form,
    refused,
    kind: "delete",
    id,
    once: { form: "delete-record", owner: own.account.id, body: { zoneId, id, seen }, replayMs: TWO_PRESSES_MS },
    lost: { job, isRetry: false },
    find: (records) => findToDelete(records, { id, seen, zone: name }),
    told: DELETE_TOLD,
    title: "DNS record deleted successfully",
  });
}

/** What the form finds in the zone. */
function findToDelete(
  records: DnsRecord[],
  { id, seen, zone }: { id: string; seen: string | undefined; zone: string },
): FoundInZone {
  const before = records.find((one) => one.id === id);
  if (!before) return { kind: "there", record: undefined };
  if (!isRecordType(before.type)) return { kind: "refused", why: NOT_OURS };
  if (seen !== undefined && seen !== recordHash(before)) {
    return { kind: "refused", why: { ...CHANGED, carry: { seen: recordHash(before) } } };
  }
  return { kind: "open", change: { before, after: null }, title: `Delete ${recordWords(before, zone)}` };
}

const NOT_OURS = { message: "Records of this type are only shown here.", status: 404 };
const CHANGED = {
  title: "This record was changed meanwhile",
  message: "Nothing was deleted. Look at it again, then press the button if it still has to go.",
  status: 409,
};

export default function DeleteRecordPage() {
  const { zone, path, id, record, isGone } = useLoaderData<typeof loader>();
  if (record === null) return isGone && <RecordGone path={path} />;
  return <DeleteRecordForm key={id} form={formOf(id)} zone={zone} record={record} path={path} />;
}

function formOf(id: string): string {
  return `delete-record-${id}`;
}
