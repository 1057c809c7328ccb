import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireUser } from "#app/http/auth.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { parseFields, refuse } from "#app/http/form.server.ts";
import { importPlan } from "#app/model/dns/zone-file/import-plan.ts";
import { IMPORT_LIMITS, importSchema } from "#app/model/dns/zone-file/import-schema.ts";
import { waitInWords } from "#app/model/wait-words.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { take } from "#app/use-cases/limits.server.ts";
import { changeZone, postedForm } from "./change-zone.ts";
import { requireZone, shownZone } from "./own-zone.ts";
import { IMPORT_FORM, ImportForm } from "./ui/import-form.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";
export { keepUpload as clientAction } from "./ui/keep-upload.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Import and export ${data?.domain ?? "your DNS"}`,
    description: "Bring in records from a zone file, or download yours.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  return shownZone(domain);
}

/** Reads a zone file and makes a plan of it, which is shown before anything is sent. Source: docs/product.md, "Zone files". */
export function action(args: ActionFunctionArgs) {
  return changeZone(args, {
    form: readImport,
    plan: ({ entries, mode }, is, zone) => importPlan({ is, entries, mode, zone }),
  });
}

async function readImport({ context, request }: ActionFunctionArgs, domain: string) {
  const { typed, carry } = await readFields(request);
  const { account } = await requireUser(request, context);
  const limit = await take("dnsImportsOfUser", account.id);
  const form = { context, form: IMPORT_FORM, carry };
  if (limit.ok) return postedForm({ ...form, submission: parseFields(typed, importSchema(domain), IMPORT_LIMITS) });
  const submission = parseFields(typed, z.object({}), IMPORT_LIMITS);
  const why = { message: tooOften(limit.retryAfterSeconds), status: 429, retryAfterSeconds: limit.retryAfterSeconds };
  return { asked: undefined, refused: () => refuse({ ...form, submission, title: "Nothing was changed", ...why }) };
}

const tooOften = (seconds: number) =>
  `You sent many files in one minute. Please wait ${waitInWords(seconds)}, then press the button again.`;

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
        <p>All records in one file, to keep or to use elsewhere. BIND, NSD, Knot and most panels can read it.</p>
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
