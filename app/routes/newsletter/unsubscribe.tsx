import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { openUnsubscribeLink, unsubscribe } from "#app/newsletter/unsubscribe.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { linkFailureReply, tokenInForm, tokenInUrl } from "#app/platform/http/mail-link.server.ts";
import { MailLinkPage } from "#app/ui/feedback/mail-link-page.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers = () => PRIVATE_CACHE;

export const meta = staticMeta({
  title: "Leave the newsletter",
  description: "The link from our mail.",
  isHidden: true,
});

/** Does not use the link up: mail scanners follow links, people press the button. */
export function loader({ request }: LoaderFunctionArgs) {
  return tokenInUrl(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const token = await tokenInForm(request);
  const email = openUnsubscribeLink(token);
  if (email === undefined) return linkFailureReply(context, {});
  const left = await unsubscribe(email);
  if (!left.ok) return linkFailureReply(context, { token, message: left.message });
  const what = left.value === "off" ? `${email} is off the list.` : `We will take ${email} off the list.`;
  return redirectWithFlash("/", {
    about: "newsletter-left",
    title: "You have left the newsletter",
    text: `${what} A mail already on its way may still arrive.`,
  });
}

export default function UnsubscribePage() {
  return (
    <MailLinkPage
      action="/newsletter/unsubscribe"
      title="Leave the newsletter"
      text="Press the button, and you will get no more newsletters from us. You can come back at any time."
      button="Unsubscribe"
      again={{ to: "/contact", label: "Write to us" }}
    />
  );
}
