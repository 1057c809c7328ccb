import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { COLUMNS, counted, importWords, MAX_LINES } from "#app/imports/import.ts";
import { listImports, storeImport } from "#app/imports/imports.table.server.ts";
import { readImportFile } from "#app/imports/read-file.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { MAX_FILE_BYTES } from "#app/platform/http/request-limits.ts";
import { anyText } from "#app/platform/text/text-characters.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskHead } from "./ui/desk-head.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Import",
  description: "Customers and names from a file.",
  isHidden: true,
});

const PATH = "/desk/import";
const FORM = "import-file";
const TEXT = "Text of the file";

/** Returns the last imports. Source: docs/product/desk.md, "Import". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write");
  const found = await listImports();
  if (!found.ok) return outagePage(context, { imports: null, failure: found.message });
  return data({ imports: found.value, failure: "" });
}

/** Reads a file and stores its lines. Nothing is imported before staff have seen what would happen. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const typed = await request.formData();
  // The site's server passes a file on as text. A chosen file replaces the pasted text.
  const file = typed.get("file");
  if (typeof file === "string" && file !== "") typed.set("text", file);
  typed.delete("file");
  const submission = parseFields(typed, z.object({ text: anyText() }), { text: Number.POSITIVE_INFINITY });
  const posted = { context, form: FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const text = submission.value.text ?? "";
  const lines = readImportFile(text, nowDate());
  if (!lines.ok) return rejectForm({ ...posted, fieldErrors: { text: [lines.message] } });
  const stored = await storeImport(staff, text, lines.value);
  if (!stored.ok) return rejectForm({ ...posted, message: stored.message, status: statusOf(stored) });
  return redirect(`${PATH}/${stored.value}`, 303);
}

export default function ImportsPage() {
  const { imports, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Import customers and names" />
      <div className="flow max-w-[40rem]">
        <p>You see first what would happen. Nobody gets a mail before you send the invitations.</p>
        <FileForm />
        <h2>The columns</h2>
        <p>
          The first line has the names of the columns. Commas, semicolons and tabs are read.{" "}
          <a href={`${PATH}.csv`} className="inline-flex min-h-touch items-center">
            Download a sample
          </a>
        </p>
        <ul className="desk-list">
          {COLUMNS.map(({ name, about }) => (
            <li key={name}>
              <div>
                <b>{name}</b>
                <span className="block">{about}</span>
              </div>
            </li>
          ))}
        </ul>
        {imports === null && <ReadFailure title={failure} retryHref={PATH} />}
        {imports !== null && imports.length > 0 && (
          <>
            <h2>The last imports</h2>
            <p className="quiet">They are deleted after 30 days, with what is in the files.</p>
            <ul className="desk-list">
              {imports.map(({ id, lines, ...about }) => (
                <li key={id}>
                  <div>
                    <a href={`${PATH}/${id}`} className="tap-link">
                      {counted(lines, "line")}
                    </a>
                    <span className="quiet cut">{importWords(about)}</span>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function FileForm() {
  const page = usePageForm({ id: FORM, formKey: "first", defaultValue: { text: "" } });
  const { text } = page.fields;
  return (
    <form {...page.formProps} action={PATH} encType="multipart/form-data" className="form">
      <FormProblems page={page} fields={[{ ...problemOf(text), label: TEXT }]} />
      <Field
        id={`${FORM}-file`}
        name="file"
        type="file"
        label="CSV file"
        hint={`At most ${MAX_LINES.toLocaleString("en-GB")} lines and ${MAX_FILE_BYTES / 1024} KB.`}
      />
      <LongField
        {...controlProps(text)}
        {...AS_TYPED}
        label={TEXT}
        hint="Or copy the cells of a spreadsheet and paste them here. A file replaces them."
        rows={6}
        wrap="off"
      />
      <Button>Show what would happen</Button>
    </form>
  );
}
