/** The two demo customers' DNS pages, for the test file that imports this. */
import { randomUUID } from "node:crypto";
import { afterEach } from "vitest";
import { refund } from "#app/platform/abuse/limits.server.ts";
import type { FormReply } from "#app/platform/http/form-reply.ts";
import * as add from "#app/routes/dashboard/dns/add.tsx";
import * as remove from "#app/routes/dashboard/dns/delete.tsx";
import * as edit from "#app/routes/dashboard/dns/edit.tsx";
import * as exported from "#app/routes/dashboard/dns/export.ts";
import * as history from "#app/routes/dashboard/dns/history.tsx";
import * as imported from "#app/routes/dashboard/dns/import.tsx";
import * as job from "#app/routes/dashboard/dns/job.tsx";
import * as mail from "#app/routes/dashboard/dns/mail.tsx";
import * as list from "#app/routes/dashboard/dns/records.tsx";
import * as selection from "#app/routes/dashboard/dns/selection.tsx";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { type ZoneRecord, zones } from "#mocks/zones.ts";
import { type Browser, responseOf } from "./browser.ts";
import { FIRST, first, SECOND, second } from "./two-customers.ts";

export { database, FIRST, first, SECOND, second } from "./two-customers.ts";

export const DOMAIN = "mamamboga.co.ke";

afterEach(() => {
  server.events.removeAllListeners();
  resetMocks();
});

const pages = { list, add, edit, delete: remove, job, selection, history, mail, import: imported, export: exported };
type Page = keyof typeof pages;
type FormPage = Exclude<Page, "history" | "export">;
type Where = { domain?: string; record?: string; job?: string; browser?: Browser; query?: string };
export type Fields = Record<string, string>;

/** Calls a page's loader. */
export function load<Data = unknown>(page: Page, where: Where = {}) {
  const args = argsOf(page, where);
  return resultOf<Data>(() => pages[page].loader(args));
}

/** Posts a page's form. Refunds its use of the rate limit, unless `isCounted`. */
export async function post(
  page: FormPage,
  fields: Fields | [string, string][],
  where: Where & { isCounted?: boolean } = {},
) {
  const args = argsOf(page, where, fields);
  const response = await resultOf<FormReply>(() => pages[page].action(args));
  if (!where.isCounted) {
    const user = where.browser === second ? SECOND : FIRST;
    await refund("dnsWritesOfUser", user.id);
  }
  const { error = null, initialValue = {} } = response.data?.result ?? {};
  return { ...response, errors: error ?? {}, typed: initialValue ?? {}, carry: response.data?.carry ?? {} };
}

/** Returns the fields of the form of a new record. */
export const newRecord = (fields: Fields = {}): Fields => ({
  type: "A",
  shownType: "A",
  name: "tawi2",
  content: "41.90.64.12",
  ttl: "3600",
  once: randomUUID(),
  ...fields,
});

type EditData = { record: { values: Fields; expectedVersion: string }; once: string };

/** Returns the fields of the form of an existing record, empty ones included. */
export async function formOf(record: string, where: Where = {}): Promise<Fields> {
  const { data } = await load<EditData>("edit", { record, ...where });
  if (!data?.record) throw new Error("There is no such record.");
  const { values, expectedVersion } = data.record;
  const { proxied = "", ...fields } = values;
  return { ...fields, ...(proxied && { proxied }), shownType: values.type ?? "", expectedVersion, once: data.once };
}

/** Returns the id of the job that a reply or its Undo button leads to. */
export const jobOf = ({ to, undo }: { to?: string | null; undo?: string | undefined }) =>
  (undo ?? to ?? "").split("/history/")[1] ?? "no job";

/** Presses a button on the page of a job. */
export const press = (job: string, intent: string, where: Where = {}) => post("job", { intent }, { ...where, job });

/** Returns the provider's records at a label of a domain; "@" is the domain itself. */
export function stored(label: string, domain = DOMAIN) {
  const name = label === "@" ? domain : `${label}.${domain}`;
  return (zones.findByName(domain)?.records ?? []).filter((record) => record.name === name);
}

/** Inserts an A record directly, as a write from elsewhere or one whose reply was lost does. Returns its id. */
export function insertRecord(label: string, changes: Partial<ZoneRecord> = {}, domain = DOMAIN): string {
  const zone = zones.findByName(domain) ?? zones.add(domain);
  const id = label.replace(/[^a-f0-9]/g, "").padEnd(32, "0");
  const name = label === "@" ? domain : `${label}.${domain}`;
  const rest = { ttl: 3600, proxied: false, comment: null, created_on: "", modified_on: "" };
  zone.records.push({ id, type: "A", name, content: "41.90.64.12", ...rest, ...changes });
  return id;
}

/** Returns the id of the record of this type at a label. */
export function idOf(label: string, type: string, domain = DOMAIN): string {
  return stored(label, domain).find((record) => record.type === type)?.id ?? "no such record";
}

/** Records every call to a provider from now on, such as "GET /proxy/cloudflare/zones/…". */
export function upstreamCalls(): string[] {
  const calls: string[] = [];
  server.events.on("request:start", ({ request }) => {
    const { pathname } = new URL(request.url);
    if (!/^\/(auth|rest)\/v1\//.test(pathname)) calls.push(`${request.method} ${pathname}`);
  });
  return calls;
}

export const writesIn = (calls: string[]) => calls.filter((call) => !call.startsWith("GET"));

function argsOf(
  page: Page,
  { domain = DOMAIN, record, job, browser = first, query = "" }: Where,
  fields?: Fields | [string, string][],
) {
  const alone = page === "job" ? `history/${job}` : page.replace("list", "");
  const end = record === undefined ? alone : `${record}/${page}`;
  const path = `/dashboard/domains/${encodeURIComponent(domain)}/dns/${end}`.replace(/\/$/, "");
  const params = { domain, ...(record !== undefined && { record }), ...(job !== undefined && { job }) };
  return { ...browser.requestArgs(path + query, fields), params };
}

/** Returns the response of a loader or an action, returned or thrown, with the parts of its flash message. */
async function resultOf<Data>(work: () => unknown) {
  const { status, to, headers, data, flash } = await responseOf<Data>(work);
  const { title, text, undo, next } = flash ?? {};
  return { status, to, title, text, undo, next, retryAfter: headers.get("Retry-After"), data };
}
