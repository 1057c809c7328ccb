import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { requireUser } from "#app/http/auth.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Not Found", description: "There is no page at this address.", isHidden: true });

export const loader = (args: LoaderFunctionArgs) => notFound(args);

/** An action too: a form posted to an address that is gone gets a page, not an empty 405. */
export const action = (args: ActionFunctionArgs) => notFound(args);

/**
 * An address of the account that nothing answers. A customer stays in their account; anybody else is sent to sign in, as from
 * every address there, and so learns nothing of which exist. The layout's boundary draws the page.
 */
async function notFound({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireUser(request, context);
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
