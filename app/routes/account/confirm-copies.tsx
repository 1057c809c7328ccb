import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmCopies } from "#app/accounts/name-billing-contact.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { linkFailureReply, tokenInForm, tokenInUrl } from "#app/platform/http/mail-link.server.ts";
import { MailLinkPage } from "#app/ui/feedback/mail-link-page.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers = () => PRIVATE_CACHE;

export const meta = staticMeta({
  title: "Get copies of bills",
  description: "The link from our mail.",
  isHidden: true,
});

/** Does not use the link up: mail scanners follow links, people press the button. */
export function loader({ request }: LoaderFunctionArgs) {
  return tokenInUrl(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const token = await tokenInForm(request);
  const confirmed = await confirmCopies(token);
  if (!confirmed.ok) {
    return linkFailureReply(context, confirmed.status === 400 ? {} : { token, message: confirmed.message });
  }
  return redirectWithFlash("/", {
    about: "copies",
    title: "You get copies from now on",
    text: "Bills, receipts and reminders also come to your address. Each copy has a link that ends them.",
  });
}

export default function ConfirmCopiesPage() {
  return (
    <MailLinkPage
      action="/copies/confirm"
      title="Get copies of bills"
      text="A customer of ours named your address for copies of bills, receipts and reminders. Press the button to get them."
      button="Get copies"
      again={{ to: "/contact", label: "Contact us" }}
    />
  );
}
