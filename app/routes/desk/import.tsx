import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { counted, importWords, LINES_A_PAGE } from "#app/imports/import.ts";
import {
  askInvitations,
  deleteImport,
  findImport,
  listImportLines,
  startImport,
} from "#app/imports/imports.table.server.ts";
import { canInvite } from "#app/imports/run.server.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { gone, idOf } from "./id-of.ts";
import { DeskHead } from "./ui/desk-head.tsx";
import {
  DISCARD_FORM,
  DiscardForm,
  ImportCountFacts,
  ImportStateBanner,
  INVITE_FORM,
  Invitations,
  START_FORM,
  StartForm,
  WrongLines,
} from "./ui/import-parts.tsx";

export const handle = { hydrate: "never" };

export const headers = unstoredPage;

/** While an import runs, its page is read again by itself. */
const REFRESH_SECONDS = 10;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => [
  ...pageMeta(matches, { title: "An import", description: "Customers and names from a file.", isHidden: true }),
  ...(data?.one.state === "running" ? [{ httpEquiv: "refresh", content: String(REFRESH_SECONDS) }] : []),
];

/**
 * Returns an import with the lines that have errors and, after its end, the people who have no invitation. Source:
 * docs/product/desk.md, "Import".
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write");
  const id = idOf(params.id);
  const one = await requireImport(id, context);
  const query = new URL(request.url).searchParams;
  const [wrong, people] = await Promise.all([
    pageOf(id, "wrong", query, context),
    one.invitations ? pageOf(id, "people", query, context) : null,
  ]);
  return { one, wrong, people, canInvite: canInvite() };
}

async function requireImport(id: string, context: AppLoadContext | undefined) {
  const found = await findImport(id);
  if (!found.ok) throw outage(context);
  if (found.value === null) throw data(null, { status: 404 });
  return found.value;
}

/** Returns a page of lines after that of the URL's parameter, and the paths of the first page and of the next. */
async function pageOf(
  id: string,
  part: "wrong" | "people",
  query: URLSearchParams,
  context: AppLoadContext | undefined,
) {
  const after = /^\d{1,6}$/.test(query.get(part) ?? "") ? Number(query.get(part)) : 0;
  const found = await listImportLines(id, part, after);
  if (!found.ok) throw outage(context);
  const rows = found.value.slice(0, LINES_A_PAGE);
  const last = found.value.length > LINES_A_PAGE ? rows.at(-1) : undefined;
  return {
    rows,
    first: after === 0 ? null : `/desk/import/${id}`,
    next: last ? `/desk/import/${id}?${part}=${last.line}` : null,
  };
}

const ONE = "Tick whom you want to invite.";
const schema = z.object({
  line: z.array(z.number({ error: ONE }).int().max(100_000), { error: ONE }).min(1, { error: ONE }),
});

/** Starts the import, deletes its file, or asks for invitations. A form that is sent twice changes nothing. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const id = idOf(params.id);
  const typed = await request.formData();
  const form = z.enum([START_FORM, DISCARD_FORM, INVITE_FORM, "all"]).safeParse(typed.get("form")).data;
  if (form === undefined) throw data(null, { status: 400 });
  const path = `/desk/import/${id}`;
  if (form === START_FORM || form === DISCARD_FORM) {
    const posted = { context, form, submission: parseFields(typed, z.object({})) };
    const done = form === START_FORM ? await startImport(staff, id) : await deleteImport(staff, id);
    if (!done.ok && done.status === 404) throw gone(context);
    if (!done.ok) return rejectForm({ ...posted, message: done.message, status: statusOf(done) });
    return form === START_FORM
      ? redirectWithFlash(path, { about: form, title: "The import has started" })
      : redirectWithFlash("/desk/import", { about: form, title: "The file is deleted. Nothing was imported" });
  }
  const submission = parseFields(typed, form === "all" ? z.object({ line: z.null().default(null) }) : schema);
  const posted = { context, form: INVITE_FORM, submission };
  if (submission.status !== "success") return rejectForm({ ...posted, message: ONE });
  const asked = await askInvitations(staff, id, submission.value.line);
  if (!asked.ok) return rejectForm({ ...posted, message: asked.message, status: statusOf(asked) });
  const title = asked.value === 0 ? "They have their invitations" : `${counted(asked.value, "invitation")} on the way`;
  return redirectWithFlash(path, { about: INVITE_FORM, title });
}

export default function ImportPage() {
  const { one, wrong, people, canInvite } = useLoaderData<typeof loader>();
  const { id, state, counts, invitations } = one;
  const path = `/desk/import/${id}`;
  return (
    <div className="page sheet app flow">
      <DeskHead title={`Import of ${counted(one.lines, "line")}`} />
      <div className="flow max-w-[40rem]">
        <p className="quiet">{importWords(one)}</p>
        <ImportStateBanner state={state} counts={counts} path={path} />
        <ImportCountFacts state={state} counts={counts} />
        {state === "draft" && counts.new_people + counts.new_names > 0 && <StartForm path={path} counts={counts} />}
        {state === "draft" && <DiscardForm path={path} />}
        {counts.wrong > 0 && <WrongLines count={counts.wrong} page={wrong} />}
        {invitations && people && <Invitations {...{ invitations, people, path, canInvite }} />}
        <p>
          <a href="/desk/import" className="inline-flex min-h-touch items-center">
            All imports
          </a>
        </p>
      </div>
    </div>
  );
}
