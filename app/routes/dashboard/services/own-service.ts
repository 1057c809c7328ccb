import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireUser } from "#app/accounts/auth.server.ts";
import { logForeignAccess } from "#app/platform/abuse/security-events.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { servicePath } from "#app/routes/dashboard/ui/domain-path.ts";
import { findService } from "#app/services/services.table.server.ts";

export type OwnService = Awaited<ReturnType<typeof requireOwnService>>;

/** Returns the customer's own service that the path names. Throws a 404 for any other id, whether or not a service has it. */
export async function requireOwnService({ request, context, params }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const id = z.uuid().safeParse(params.id).data;
  const found = id === undefined ? null : await findService(supabase, account.id, id);
  if (found && !found.ok) throw outage(context);
  const service = found?.value;
  if (service) return { account, supabase, context, service, path: servicePath(service.id) };
  logForeignAccess("service", account.id);
  throw data(null, { status: 404 });
}

/** Redirects to the page of a service with a flash message. */
export function backToService({ path }: Pick<OwnService, "path">, about: string, title: string, text?: string) {
  return redirectWithFlash(path, { about, title, ...(text !== undefined && { text }) });
}
