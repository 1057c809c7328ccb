import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findPerson, recordExport } from "#app/accounts/desk.table.server.ts";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { ownDataFile, takeDataOf } from "#app/accounts/take-own-data.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { throwAsText } from "#app/platform/http/outage.server.ts";
import { idOf } from "./id-of.ts";
import { EXPORT_FORM } from "./ui/person-forms.tsx";

/** Redirects to the page of the person, which has the button: this URL has no page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireStaff(request, context).catch(throwAsText);
  return redirect(`/desk/people/${idOf(params.id)}`);
}

/**
 * Downloads everything that is stored about a person. The data is read and the download logged before the first byte is sent.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write").catch(throwAsText);
  const id = idOf(params.id);
  const found = await findPerson(staff, id);
  // The page of the person asks for the reason again.
  if (found.ok && !found.value) return redirect(`/desk/people/${id}`, 303);
  const taken = found.ok && found.value ? await takeDataOf(found.value.account, found.value.times) : undefined;
  const recorded = taken?.ok ? await recordExport(staff, id) : undefined;
  if (taken?.ok && recorded?.ok && recorded.value) return ownDataFile(taken.value);
  const title = "We could not make the file";
  return redirectWithFlash(`/desk/people/${id}`, { about: EXPORT_FORM, title, isUnsure: true });
}
