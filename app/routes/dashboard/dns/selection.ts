import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { planChanges } from "#app/gateways/dns-jobs.server.ts";
import { TOO_OFTEN } from "#app/http/dns-limit.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import type { Plan } from "#app/model/dns/change.ts";
import { difference } from "#app/model/dns/difference.ts";
import { type DnsRecord, isProxied, isRecordType } from "#app/model/dns/record.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import { readTtl, ttlWords } from "#app/model/dns/ttl.ts";
import { dnsPath, listOnce, NOT_WHOLE, requireZone } from "./own-zone.ts";
import { takeWrite } from "./save-record.ts";

const ids = z.union([z.string().transform((id) => [id]), z.array(z.string())]).optional();
const schema = z.object({ record: ids, intent: z.enum(["delete", "ttl"]), ttl: z.string().optional() });

const THROUGH_CDN = "It goes through the CDN, so its TTL is always Auto.";
const NOT_OURS = "Records of this type are only shown here.";

/** There is nothing to see here: the records to select from are on the page of the zone. */
export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  return redirect(dnsPath(domain.name));
}

/** Plans one change for all records that were selected. Source: docs/product.md, "Several at once". */
export async function action(args: ActionFunctionArgs) {
  const owner = await requireZone(args);
  const { name, zoneId } = owner.domain;
  const refused = (title: string, text: string) =>
    redirectWithNotice(dnsPath(name), { about: "selection", title, text, isUnsure: true });

  const submission = await readForm(args.request, schema);
  if (submission.status !== "success") return refused("We could not read that", "Please select the records again.");
  const { record: selected = [], intent, ttl } = submission.value;
  if (selected.length === 0) return refused("Nothing is selected", "Tick the records first, then press the button.");
  const list = await listOnce(args.context, zoneId);
  if (!list.ok) return refused("Failed to fetch DNS records", list.message);
  if (!list.value.isComplete) return refused("Nothing was changed", NOT_WHOLE);
  const wanted = readTtl(ttl);
  if (intent === "ttl" && !wanted.ok) return refused("Nothing was changed", wanted.message);

  const allowed = await takeWrite(owner.account.id);
  if (!allowed.ok) return refused("Nothing was changed", TOO_OFTEN);
  const to = intent === "ttl" && wanted.ok ? wanted.value : undefined;
  const planned = await planChanges(owner, planFor(list.value.records, new Set(selected), to, name));
  if (!planned.ok) return refused("Nothing was changed", planned.message);
  return redirect(dnsPath(name, `/history/${planned.value.job}`), 303);
}

/** The plan to give all selected records a TTL, in seconds, or without one to delete them. */
function planFor(records: readonly DnsRecord[], selected: Set<string>, ttl: number | undefined, zone: string): Plan {
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
  if (gone > 0) asides.push({ kind: "skipped", text: `${gone} selected`, reason: "Not in the zone any more." });
  const count = possible.size === 1 ? "1 record" : `${possible.size} records`;
  const title = ttl === undefined ? `Delete ${count}` : `TTL of ${count}: ${ttlWords(ttl)}`;
  return { kind: "selection", title, changes: difference(records, wanted), asides };
}
