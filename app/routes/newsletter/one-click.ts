import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { openUnsubscribeLink, unsubscribe } from "#app/newsletter/unsubscribe.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { tokenInUrl } from "#app/platform/http/mail-link.server.ts";

/** Mail programs without one-click support open this URL, which redirects to the page with a button. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/newsletter/unsubscribe?${new URLSearchParams(tokenInUrl(request))}`, { headers: PRIVATE_CACHE });
}

/**
 * The one-click unsubscribe request of a mail provider, without cookies and any number of times. Returns 200 for every valid
 * link, whether or not its address is subscribed; 400 for all else; 503 if it must be sent again. Source: RFC 8058, 3.2.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const isPressed = (await request.formData()).get("List-Unsubscribe") === "One-Click";
  const email = isPressed ? openUnsubscribeLink(tokenInUrl(request).token) : undefined;
  if (email === undefined) return textReply("This link does not work.", 400);
  const left = await unsubscribe(email);
  return left.ok
    ? textReply("You have left the newsletter.", 200)
    : textReply(`${left.message}\nReference: ${context.requestId}`, 503);
}

function textReply(text: string, status: number) {
  return new Response(`${text}\n`, {
    status,
    headers: { ...PRIVATE_CACHE, "Content-Type": "text/plain; charset=utf-8" },
  });
}
