import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { endLinkedContact } from "#app/accounts/billing-contact.table.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { linkFailureReply, tokenInForm, tokenInUrl } from "#app/platform/http/mail-link.server.ts";
import { MailLinkPage } from "#app/ui/feedback/mail-link-page.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers = () => PRIVATE_CACHE;

export const meta = staticMeta({ title: "Stop the copies", description: "The link from our mail.", isHidden: true });

const linkSchema = z.uuid();

/** Ends nothing: mail scanners follow links, people press the button. */
export function loader({ request }: LoaderFunctionArgs) {
  return tokenInUrl(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const token = await tokenInForm(request);
  if (!linkSchema.safeParse(token).success) return linkFailureReply(context, {});
  const ended = await endLinkedContact(token);
  if (!ended.ok) return linkFailureReply(context, { token, message: ended.message });
  return redirectWithFlash("/", {
    about: "copies",
    title: "You get no more copies",
    text: "We tell the customer. A mail already on its way may still arrive.",
  });
}

export default function EndCopiesPage() {
  return (
    <MailLinkPage
      action="/copies/stop"
      title="Stop the copies"
      text="Press the button, and no more copies of bills, receipts and reminders come to your address."
      button="Stop copies"
      again={{ to: "/contact", label: "Contact us" }}
    />
  );
}
