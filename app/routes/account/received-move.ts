import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { requireUser } from "#app/accounts/auth.server.ts";
import { findReceiveLink } from "#app/moves/give.server.ts";
import { redirectDocumentWithFlash } from "#app/platform/http/flash.server.ts";

/**
 * Leads a customer who has signed in to the name that somebody wants to give them: to the page of the mailed link, which they
 * opened before, perhaps in another browser. Source: docs/product/domains.md, "Giving a name to another account".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  // If the account cannot be read now, the dashboard says so: only a page can.
  const { account } = await requireUser(request, context).catch((thrown: unknown) => {
    throw thrown instanceof Response ? thrown : redirectDocument("/dashboard", 303);
  });
  const link = await findReceiveLink(account);
  if (link.ok && link.value !== null) return redirectDocument(link.value, 303);
  const [title, text] = link.ok
    ? ["No name waits for you", "It has ended, or it goes to another address than yours."]
    : [link.message, "Please open the link in our mail again."];
  return redirectDocumentWithFlash("/dashboard", { about: "move", title, text, isUnsure: true });
}
