import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { planChanges } from "#app/dns/jobs.table.server.ts";
import { readForPlan } from "#app/dns/read-zone.server.ts";
import { withStops } from "#app/dns/what-stops.ts";
import { importPlan } from "#app/dns/zone-file/import-plan.ts";
import { IMPORT_LIMITS, importSchema, otherZoneOf } from "#app/dns/zone-file/read-zone-file.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { type FormErrors, statusOf } from "#app/platform/http/form-result.ts";
import { MAX_UPLOAD_BYTES } from "#app/platform/http/request-limits.ts";
import { waitInWords } from "#app/platform/text/words.ts";
import { keep, unsent } from "#app/ui/forms/keep-typed.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { jobPath, requireZone, shownZone } from "./own-zone.ts";
import { IMPORT_FORM, ImportForm } from "./ui/import-form.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Import and export ${data?.domain ?? "your DNS"}`,
    description: "Copy records from your old provider, or download yours.",
    isHidden: true,
  });

const NOTHING_CHANGED = "Nothing was changed";
/** The longest form that is carried to the sign-in page. */
const MAX_CARRIED_BYTES = 32 * 1024;
const SESSION_ENDED =
  "You were signed out. What you typed is still here. Sign in in another tab, then press the button again.";

export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args);
  return shownZone(domain);
}

/**
 * Reads a zone file and stores a plan, which the customer sees before anything is sent. Source: docs/product/zone-files.md,
 * "Zone files".
 */
export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const owner = await requireZone(args);
  const { name } = owner.domain;
  const { typed, carry } = await readFields(request);
  const form = { context, form: IMPORT_FORM, carry };
  const limit = await consume("dnsImportsOfUser", owner.account.id);
  if (!limit.ok) {
    const { retryAfterSeconds } = limit;
    const message = `You sent many files in one minute. Please wait ${waitInWords(retryAfterSeconds)}, then try again.`;
    const errors = { title: NOTHING_CHANGED, message, status: 429, retryAfterSeconds };
    return rejectForm({ ...form, submission: parseFields(typed, z.object({}), IMPORT_LIMITS), ...errors });
  }
  const submission = parseFields(typed, importSchema(name), IMPORT_LIMITS);
  const offer = () => ({ carry: { ...carry, ...otherZoneFields(typed, name) } });
  if (submission.status !== "success") return rejectForm({ ...form, submission, ...offer() });
  const reject = (errors: FormErrors) =>
    rejectForm({ ...form, submission, title: NOTHING_CHANGED, ...offer(), ...errors });

  const records = await readForPlan(owner);
  if (!records.ok) return reject(records.errors);
  const { entries, mode } = submission.value;
  const plan = importPlan({ current: records.value, entries, mode, zone: name });
  const stored = await planChanges(owner, withStops(plan, records.value));
  if (!stored.ok) return reject({ message: stored.message, status: statusOf(stored) });
  return redirect(jobPath(name, stored.value.job), 303);
}

/**
 * The fields of the form. A chosen file replaces the pasted text and comes back as text, so that it can be corrected in the
 * form, which then re-creates its fields.
 */
async function readFields(request: Request): Promise<{ typed: FormData; carry: Record<string, string> }> {
  const typed = await request.formData();
  const file = typed.get("file") ?? "";
  typed.delete("file");
  // The site's server passes files on as text.
  const text = typeof file === "string" ? file : await file.text();
  if (text !== "") typed.set("text", text);
  return { typed, carry: text === "" ? {} : { file: randomUUID() } };
}

/** Returns the fields that offer to read the file of another zone as a file of this zone. */
function otherZoneFields(typed: FormData, zone: string): Record<string, string> {
  const text = typed.get("text");
  const found = typeof text === "string" ? otherZoneOf(text, zone) : undefined;
  return found ? { other: found.other, ...(found.isMixed && { isMixed: "1" }) } : {};
}

/** The same as `keepTyped`; a file may be longer than what `platform/http/draft.server.ts` carries to the sign-in page. */
export function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  return keep(request, MAX_UPLOAD_BYTES, async (bytes) => {
    try {
      return await serverAction();
    } catch (error) {
      if (isSignIn(error) && bytes > MAX_CARRIED_BYTES) return unsent(SESSION_ENDED, 401);
      throw error;
    }
  });
}

function isSignIn(error: unknown): boolean {
  return error instanceof Response && (error.headers.get("Location") ?? "").startsWith("/login");
}

export default function ImportPage() {
  const zone = useLoaderData<typeof loader>();
  return (
    <ZonePage {...zone}>
      <section className="flow" aria-labelledby="import-title" tabIndex={-1} data-arrival="">
        <h2 id="import-title">Import records</h2>
        <p>
          Copy the records of <span translate="no">{zone.display}</span> from your old provider. Ask them for the “zone
          file”. You see all changes first.
        </p>
        <ImportForm path={zone.path} />
      </section>
      <section className="flow pt-4" aria-labelledby="export-title">
        <h2 id="export-title">Export records</h2>
        <p>All your records in one file, to keep or to give to another provider.</p>
        <p>
          {/* A download, not a page: no client-side navigation. */}
          <a className="button button-alt" href={`${zone.path}/export`}>
            <span>Download the zone file</span>
          </a>
        </p>
      </section>
    </ZonePage>
  );
}
