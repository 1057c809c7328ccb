import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { z } from "zod";
import type { Aside, Plan } from "#app/dns/change.ts";
import { diffZone } from "#app/dns/diff-zone.ts";
import { planChanges } from "#app/dns/jobs.table.server.ts";
import { filterQuery, readFilter } from "#app/dns/listed-record.ts";
import { readForPlan } from "#app/dns/read-zone.server.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { recordWords } from "#app/dns/record-words.ts";
import { readTtl, ttlWords } from "#app/dns/ttl.ts";
import { isProxied, isRecordType } from "#app/dns/types.ts";
import { whatStops } from "#app/dns/what-stops.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm } from "#app/platform/http/form.server.ts";
import { type FormErrors, OUTAGE, statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { dnsPath, jobPath, requireZone } from "./own-zone.ts";

const ids = z.union([z.string().transform((id) => [id]), z.array(z.string())]).optional();
const schema = z.object({ record: ids, intent: z.enum(["delete", "ttl"]), ttl: z.string().optional() });

const UNREADABLE = { title: "We could not read that", message: "Please select the records again." };
const NOTHING_SELECTED = { title: "Nothing is selected", message: "Tick the records first, then press the button." };
const THROUGH_CDN = "It goes through the CDN, so its TTL is always Auto.";
const NOT_OURS = "Records of this type can only be viewed here.";

/** The only page that this URL renders: after an outage it shows the ticked boxes again. */
export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";

export const handle = { hydrate: "never" };

export const headers: HeadersFunction = privatePage;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Selected records", description: "Change several DNS records.", isHidden: true });

/** The records to select from are on the zone's page. */
export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  return redirect(dnsPath(domain.name));
}

export default function SelectionPage() {
  return null;
}

/** Plans one change for all selected records. Source: docs/product/dns.md, "Changes of a zone". */
export async function action(args: ActionFunctionArgs) {
  const owner = await requireZone(args);
  const { name } = owner.domain;
  const submission = await readForm(args.request, schema);
  const { search: filter } = new URL(args.request.url);
  if (submission.status !== "success") return reject({ name, filter, selected: [] }, UNREADABLE);
  const { record: selected = [], intent } = submission.value;
  const list = { name, filter, selected };
  if (selected.length === 0) return reject(list, NOTHING_SELECTED);
  const ttl = intent === "ttl" ? readTtl(submission.value.ttl) : undefined;
  if (ttl && !ttl.ok) return reject(list, { message: ttl.message });

  const records = await readForPlan(owner);
  if (!records.ok) return reject(list, records.errors, args.context);
  const plan = planFor(new Set(selected), ttl?.value, records.value, name);
  const stored = await planChanges(owner, plan);
  if (!stored.ok) return reject(list, { ...stored, status: statusOf(stored) }, args.context);
  return redirect(jobPath(name, stored.value.job), 303);
}

type Why = Pick<FormErrors, "title" | "message" | "status">;

type List = { name: string; filter: string; selected: readonly string[] };

/** As many ids as a URL has room for. Source: Cloudflare's API v4, DNS records. */
const MOST_TICKED = 40;
const ID_CHARACTERS = 32;

/**
 * Redirects to the zone's page, with the same filter and ticks and a flash message that says why. In an outage that page fails
 * too, so the error page keeps the ticked boxes.
 */
function reject(
  { name, filter, selected }: List,
  { title = "Nothing was changed", message, status }: Why,
  context?: AppLoadContext,
) {
  if (status === OUTAGE) throw outage(context);
  const text = message ? { text: message } : {};
  const params = new URLSearchParams(filterQuery(readFilter(filter)));
  const ids = selected.filter(({ length }) => length <= ID_CHARACTERS).slice(0, MOST_TICKED);
  for (const id of ids) params.append("select", id);
  const to = [dnsPath(name), params].filter(String).join("?");
  return redirectWithFlash(to, { about: "selection", title, ...text, isUnsure: true });
}

/** The plan for the selected records: the new TTL in seconds or, if `ttl` is undefined, their deletion. */
function planFor(selected: Set<string>, ttl: number | undefined, records: readonly DnsRecord[], zone: string): Plan {
  const chosen = records.filter(({ id }) => selected.has(id));
  const skipReason = (record: DnsRecord) => {
    if (!isRecordType(record.type)) return NOT_OURS;
    return ttl !== undefined && isProxied(record) ? THROUGH_CDN : undefined;
  };
  const possible = new Set(chosen.filter((record) => skipReason(record) === undefined));
  const wanted = records.flatMap((record) => {
    if (!possible.has(record)) return [record];
    return ttl === undefined ? [] : [{ ...record, ttl }];
  });
  const asides = chosen.flatMap((record): Aside[] => {
    const reason = skipReason(record);
    return reason === undefined ? [] : [{ kind: "skipped", text: recordWords(record, zone), reason }];
  });
  const gone = selected.size - chosen.length;
  if (gone > 0) asides.push({ kind: "skipped", text: `${gone} selected`, reason: "No longer among your records." });
  if (ttl === undefined) asides.unshift(...whatStops([...possible], records));
  const count = possible.size === 1 ? "1 record" : `${possible.size} records`;
  const title = ttl === undefined ? `Delete ${count}` : `TTL of ${count}: ${ttlWords(ttl)}`;
  return { kind: "selection", title, changes: diffZone(records, wanted), asides };
}
