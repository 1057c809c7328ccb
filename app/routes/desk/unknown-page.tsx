import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const meta = staticMeta({
  title: "Not Found",
  description: "There is no page at this address.",
  isHidden: true,
});

/** A form posted to an unknown URL gets a page, not an empty 405. */
export async function action({ request, context }: ActionFunctionArgs): Promise<never> {
  await requireStaff(request, context, "write");
  throw data(null, { status: 404 });
}

/**
 * Throws a 404 for an unknown URL of the desk, which the layout's boundary renders for staff. Other visitors cannot find out
 * which URLs the desk has.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireStaff(request, context);
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
