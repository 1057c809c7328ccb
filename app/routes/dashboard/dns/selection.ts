import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/form.server.ts";
import type { Plan } from "#app/model/dns/change.ts";
import { diffZone } from "#app/model/dns/diff-zone.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import { readTtl, ttlWords } from "#app/model/dns/ttl.ts";
import { isProxied, isRecordType } from "#app/model/dns/types.ts";
import { type FormErrors, OUTAGE } from "#app/model/form-result.ts";
import { changeZone } from "./change-zone.ts";
import { dnsPath, requireZone } from "./own-zone.ts";

const ids = z.union([z.string().transform((id) => [id]), z.array(z.string())]).optional();
const schema = z.object({ record: ids, intent: z.enum(["delete", "ttl"]), ttl: z.string().optional() });

/** The records that were selected, and their TTL in seconds; without one they are to be deleted. */
type Asked = { selected: Set<string>; ttl: number | undefined };

const UNREADABLE = { title: "We could not read that", message: "Please select the records again." };
const NONE = { title: "Nothing is selected", message: "Tick the records first, then press the button." };
const THROUGH_CDN = "It goes through the CDN, so its TTL is always Auto.";
const NOT_OURS = "Records of this type can only be viewed here.";

/** There is nothing to see here: the records to select from are on the page of the zone. */
export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  return redirect(dnsPath(domain.name));
}

/** Thrown where the auth service or the database is down. No page here could say so: that of the zone meets the same, and does. */
const outageSchema = z.object({ init: z.object({ status: z.literal(OUTAGE) }) });

/** Plans one change for all records that were selected. Source: docs/product.md, "Several at once". */
export function action(args: ActionFunctionArgs) {
  return changeZone(args, { form: readSelection, plan: planFor }).catch((thrown: unknown) => {
    if (!outageSchema.safeParse(thrown).success) throw thrown;
    return redirect(dnsPath(args.params.domain ?? ""), 303);
  });
}

/** The form has no page of its own to come back on: the page of the zone says why it was refused. */
async function readSelection({ request }: ActionFunctionArgs, domain: string) {
  const submission = await readForm(request, schema);
  const read: Read = submission.status === "success" ? asked(submission.value) : { ok: false, why: UNREADABLE };
  const refused = ({ title = "Nothing was changed", message }: FormErrors = read.ok ? {} : read.why) =>
    redirectWithFlash(dnsPath(domain), {
      about: "selection",
      title,
      ...(message && { text: message }),
      isUnsure: true,
    });
  return { asked: read.ok ? read.asked : undefined, refused };
}

function asked({ record: selected = [], intent, ttl }: z.infer<typeof schema>): Read {
  if (selected.length === 0) return { ok: false, why: NONE };
  const wanted = intent === "ttl" ? readTtl(ttl) : undefined;
  if (wanted && !wanted.ok) return { ok: false, why: { message: wanted.message } };
  return { ok: true, asked: { selected: new Set(selected), ttl: wanted?.value } };
}
type Read = { ok: true; asked: Asked } | { ok: false; why: FormErrors };

function planFor({ selected, ttl }: Asked, records: readonly DnsRecord[], zone: string): Plan {
  const chosen = records.filter(({ id }) => selected.has(id));
  const why = (record: DnsRecord) => {
    if (!isRecordType(record.type)) return NOT_OURS;
    return ttl !== undefined && isProxied(record) ? THROUGH_CDN : undefined;
  };
  const possible = new Set(chosen.filter((record) => why(record) === undefined));
  const wanted = records.flatMap((record) => {
    if (!possible.has(record)) return [record];
    return ttl === undefined ? [] : [{ ...record, ttl }];
  });
  const asides = chosen.flatMap((record) => {
    const reason = why(record);
    return reason === undefined ? [] : [{ kind: "skipped" as const, text: recordWords(record, zone), reason }];
  });
  const gone = selected.size - chosen.length;
  if (gone > 0) asides.push({ kind: "skipped", text: `${gone} selected`, reason: "No longer among your records." });
  const count = possible.size === 1 ? "1 record" : `${possible.size} records`;
  const title = ttl === undefined ? `Delete ${count}` : `TTL of ${count}: ${ttlWords(ttl)}`;
  return { kind: "selection", title, changes: diffZone(records, wanted), asides };
}
