import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod/v4";
import type { DnsAnswer } from "#app/gateways/dns/refusal.server.ts";
import { settleArrived } from "#app/gateways/dns-jobs.server.ts";
import { makeChange } from "#app/gateways/dns-run.server.ts";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { overLimit, sendWithinLimit, TOO_OFTEN } from "#app/http/dns-limit.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { noteNotOwn } from "#app/http/security-events.server.ts";
import type { Change } from "#app/model/dns/change.ts";
import { difference } from "#app/model/dns/difference.ts";
import { listedRecord } from "#app/model/dns/listed-record.ts";
import { isRecordType } from "#app/model/dns/record.ts";
import { recordHash } from "#app/model/dns/record-hash.server.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import { DeleteRecordForm } from "#app/ui/delete-record-form.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { RecordGone } from "#app/ui/record-gone.tsx";
import { dnsPath, forgetList, isUnlisted, listOnce, NOT_WHOLE, requireDomain, undoOf } from "./own-zone.ts";
import { takeWrite } from "./save-record.ts";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/keep-typed.ts";

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

const FAILED = "Failed to delete DNS record";
/** Two presses find the record before either has deleted it. Later ones see in the list what there is to do. */
const TWO_PRESSES_MS = 60_000;

const madeSchema = z.object({ job: z.string() });
const CHANGED = "Nothing was deleted. Look at it again, then press the button if it still has to go.";

/**
 * Deletes a record of the customer's own zone, if it still is the one that they were asked about. One that is gone already
 * is what they wanted. Source: docs/product.md, "DNS records".
 */
export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const { account, domain } = await requireDomain(args);
  const id = params.record ?? "";
  const submission = await readForm(request, z.object({ seen: z.string().optional(), job: z.string().optional() }));
  const refused = { context, form: formOf(id), submission };
  if (submission.status !== "success") return refuse(refused);
  const { zoneId } = domain;
  if (zoneId === null) return refuse({ ...refused, message: "Zone ID not available", status: 409 });
  const allowed = await takeWrite(account.id);
  if (!allowed.ok) {
    return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds: allowed.retryAfterSeconds });
  }
  const list = await listOnce(context, zoneId);
  if (!list.ok) return refuse({ ...refused, title: FAILED, message: list.message, status: 503 });
  if (isUnlisted(list.value, id)) return refuse({ ...refused, title: FAILED, message: NOT_WHOLE, status: 503 });
  const record = list.value.records.find((one) => one.id === id);
  if (record && !isRecordType(record.type)) throw data(null, { status: 404 });
  const { seen, job } = submission.value;
  // A press before this one has done it, though its answer was lost.
  const arrived = record ? undefined : await settleArrived({ account, domain }, job);
  if (record && seen !== undefined && seen !== recordHash(record)) {
    const carry = { seen: recordHash(record) };
    return refuse({ ...refused, title: "This record was changed meanwhile", message: CHANGED, carry, status: 409 });
  }
  const [change] = difference(
    list.value.records,
    list.value.records.filter((one) => one !== record),
  );
  const about = {
    form: "delete-record",
    owner: account.id,
    body: { zoneId, id, seen },
    value: madeSchema,
    replayMs: TWO_PRESSES_MS,
  };
  const done: DnsAnswer<z.infer<typeof madeSchema>> | undefined =
    change &&
    (await sendOnce(about, () =>
      sendWithinLimit(() =>
        makeChange({ account, domain }, { kind: "delete", title: titleOf(change, domain.name) }, change),
      ),
    ));
  forgetList(context);
  if (done && !done.ok && done.reason === "over-limit") return refuse({ ...refused, ...overLimit(done) });
  if (done && !done.ok) {
    const [title, message] = done.isUnknown
      ? [done.message, "The list shows it if it is still there."]
      : [FAILED, done.message];
    return refuse({ ...refused, title, message, ...(done.job && { carry: { job: done.job } }), status: 503 });
  }
  const title = "DNS record deleted successfully";
  return redirectWithNotice(dnsPath(domain.name), {
    about: formOf(id),
    title,
    ...undoOf(domain.name, done ? done.value.job : arrived),
  });
}

export default function DeleteRecordPage() {
  const { zone, path, id, record, isGone } = useLoaderData<typeof loader>();
  if (record === null) return isGone && <RecordGone path={path} />;
  return <DeleteRecordForm key={id} form={formOf(id)} zone={zone} record={record} path={path} />;
}

function titleOf({ before }: Change, zone: string): string {
  return `Delete ${before ? recordWords(before, zone) : ""}`;
}

function formOf(id: string): string {
  return `delete-record-${id}`;
}
