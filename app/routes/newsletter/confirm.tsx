import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmSubscription } from "#app/newsletter/subscribe.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { linkFailureReply, tokenInForm, tokenInUrl } from "#app/platform/http/mail-link.server.ts";
import { MailLinkPage } from "#app/ui/feedback/mail-link-page.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers = () => PRIVATE_CACHE;

export const meta = staticMeta({
  title: "Confirm your subscription",
  description: "The link from our mail.",
  isHidden: true,
});

/** Does not use the link up: mail scanners follow links, people press the button. */
export function loader({ request }: LoaderFunctionArgs) {
  return tokenInUrl(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const token = await tokenInForm(request);
  const confirmed = await confirmSubscription(token);
  if (!confirmed.ok) {
    const isUnknownLink = confirmed.reason === "unknown-link";
    return linkFailureReply(context, isUnknownLink ? {} : { token, message: confirmed.message });
  }
  return redirectWithFlash("/blog", {
    about: "newsletter-confirm",
    title: "Your subscription is confirmed",
    text:
      confirmed.value === "sent" ? "A mail with our newest posts is on its way." : "You will hear from us by e-mail.",
  });
}

export default function NewsletterConfirmPage() {
  return (
    <MailLinkPage
      action="/newsletter/confirm"
      title="Confirm your subscription"
      text="Press the button, and you will get our newsletter."
      button="Confirm"
      again={{ to: "/newsletter", label: "Subscribe" }}
    />
  );
}
