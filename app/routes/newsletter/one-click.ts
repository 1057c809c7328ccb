import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { tokenInUrl } from "#app/http/mail-link.server.ts";
import { unsubscribe } from "#app/use-cases/newsletter/unsubscribe.server.ts";
import { openUnsubscribeLink } from "#app/use-cases/newsletter/unsubscribe-link.server.ts";

/** Mail programs that know no such button open the address: it does nothing and leads to the page that has one. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/newsletter/unsubscribe?${new URLSearchParams(tokenInUrl(request))}`, { headers: PERSONAL_PAGE });
}

/**
 * A mail program's own button to leave, pressed by its reader and sent by the mail provider: without cookies, as often as it
 * likes. 200 for every address that we have sealed, whether it is on the list or not; 400 and nothing done for whatever
 * else; 503 to be sent again. Source: RFC 8058, 3.2.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const isPressed = (await request.formData()).get("List-Unsubscribe") === "One-Click";
  const email = isPressed ? openUnsubscribeLink(tokenInUrl(request).token) : undefined;
  if (email === undefined) return said("This link does not work.", 400);
  const left = await unsubscribe(email);
  return left.ok
    ? said("You have left the newsletter.", 200)
    : said(`${left.message}\nReference: ${context.requestId}`, 503);
}

function said(words: string, status: number) {
  return new Response(`${words}\n`, {
    status,
    headers: { ...PERSONAL_PAGE, "Content-Type": "text/plain; charset=utf-8" },
  });
}
