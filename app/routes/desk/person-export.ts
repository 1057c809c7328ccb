import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findPerson, readPersonData, recordExport } from "#app/gateways/desk/people.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { ownDataFile } from "#app/http/own-data-file.server.ts";
import { requireStaff } from "#app/http/staff.server.ts";
import { idOf } from "./id-of.ts";
import { EXPORT_FORM } from "./ui/person-forms.tsx";

/** This URL has no page: the button is on the page of the person. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  return redirect(`/desk/people/${idOf(params.id)}`);
}

/** Downloads everything that is stored about a person. It is read and logged before the first byte is sent. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context);
  const id = idOf(params.id);
  const found = await findPerson(staff, id);
  const parts = found.ok && found.value ? await readPersonData(found.value.account) : undefined;
  const recorded = parts?.ok ? await recordExport(staff, id) : undefined;
  if (found.ok && found.value && parts?.ok && recorded?.ok && recorded.value)
    return ownDataFile(found.value.account, found.value.times, parts.value);
  // The page of the person asks for the reason again, or says that it cannot be read.
  if (found.ok && !found.value) return redirect(`/desk/people/${id}`, 303);
  const title = "We could not make the file";
  return redirectWithFlash(`/desk/people/${id}`, { about: EXPORT_FORM, title, isUnsure: true });
}
