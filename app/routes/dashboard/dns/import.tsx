import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { planChanges } from "#app/gateways/dns-jobs.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { TOO_OFTEN } from "#app/http/dns-limit.server.ts";
import { readTyped, refuse } from "#app/http/form.server.ts";
import { importPlan } from "#app/model/dns/zone-file/import-plan.ts";
import { IMPORT_LIMITS, importSchema } from "#app/model/dns/zone-file/import-schema.ts";
import { IMPORT_FORM, ImportForm } from "#app/ui/import-form.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { ZonePage } from "#app/ui/zone-page.tsx";
import { dnsPath, listOnce, NOT_WHOLE, requireZone, shownZone } from "./own-zone.ts";
import { takeWrite } from "./save-record.ts";

export { reloadUnlessRefused as shouldRevalidate } from "#app/ui/keep-typed.ts";
export { keepUpload as clientAction } from "#app/ui/keep-upload.ts";
export { ZoneFailure as ErrorBoundary } from "#app/ui/zone-failure.tsx";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Import and export ${data?.domain ?? "your DNS"}`,
    description: "Bring records from a zone file, or take yours along.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  return shownZone(domain);
}

const FAILED = "Nothing was changed";

/** Reads a zone file and makes a plan of it, which is shown before anything is sent. Source: docs/product.md, "Zone files". */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const owner = await requireZone(args);
  const { name, zoneId } = owner.domain;
  const { typed, carry } = await readFields(args.request);
  const submission = readTyped(typed, importSchema(name), IMPORT_LIMITS);
  const refused = { context, form: IMPORT_FORM, submission, carry };
  if (submission.status !== "success") return refuse(refused);

  const allowed = await takeWrite(owner.account.id);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    return refuse({ ...refused, title: FAILED, message: TOO_OFTEN, status: 429, retryAfterSeconds });
  }
  const list = await listOnce(context, zoneId);
  if (!list.ok) return refuse({ ...refused, title: FAILED, message: list.message, status: 503 });
  if (!list.value.isComplete) return refuse({ ...refused, title: FAILED, message: NOT_WHOLE, status: 503 });

  const { entries, mode } = submission.value;
  const planned = await planChanges(owner, importPlan({ is: list.value.records, entries, mode, zone: name }));
  if (!planned.ok) {
    const status = planned.status === 413 ? 413 : 503;
    return refuse({ ...refused, title: FAILED, message: planned.message, status });
  }
  return redirect(dnsPath(name, `/history/${planned.value.job}`), 303);
}

export default function ImportPage() {
  const zone = useLoaderData<typeof loader>();
  return (
    <ZonePage {...zone}>
      <section className="flow" aria-labelledby="import-title" tabIndex={-1} data-arrival="">
        <h2 id="import-title">Import a zone file</h2>
        <p>
          Bring the records that <span translate="no">{zone.display}</span> has with other name servers. You see every
          change before it is made.
        </p>
        <ImportForm path={zone.path} />
      </section>
      <section className="flow pt-4" aria-labelledby="export-title">
        <h2 id="export-title">Export</h2>
        <p>All records in one file, to keep or to take along. BIND, NSD, Knot and most panels read it.</p>
        <p>
          {/* No page of ours: the browser keeps what comes. */}
          <a className="button button-alt" href={`${zone.path}/export`}>
            <span>Download the zone file</span>
          </a>
        </p>
      </section>
    </ZonePage>
  );
}

/**
 * The fields of the form. A file counts more than what was pasted and comes back in its place, so that it can be mended
 * there; a form that comes back with one draws its fields anew.
 */
async function readFields(request: Request): Promise<{ typed: FormData; carry: Record<string, string> }> {
  const typed = await request.formData();
  const file = typed.get("file") ?? "";
  typed.delete("file");
  // Our own server hands it on as text.
  const text = typeof file === "string" ? file : await file.text();
  if (text !== "") typed.set("text", text);
  return { typed, carry: text === "" ? {} : { file: randomUUID() } };
}
