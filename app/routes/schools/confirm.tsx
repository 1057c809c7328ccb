import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { linkFailureReply, tokenInForm, tokenInUrl } from "#app/platform/http/mail-link.server.ts";
import { confirmSchoolInterest } from "#app/schools/register.server.ts";
import { MailLinkPage } from "#app/ui/feedback/mail-link-page.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { THANKS } from "./register-action.ts";
import { SCHOOL_FORM } from "./ui/school-form.tsx";

export const handle = { hydrate: "never" };

export const headers = () => PRIVATE_CACHE;

export const meta = staticMeta({
  title: "Confirm your interest",
  description: "The link from our mail.",
  isHidden: true,
});

/** Does not use the link up: mail scanners follow links, people press the button. */
export function loader({ request }: LoaderFunctionArgs) {
  return tokenInUrl(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const token = await tokenInForm(request);
  const confirmed = await confirmSchoolInterest(token);
  if (!confirmed.ok) {
    const isUnknownLink = confirmed.reason === "unknown-link";
    return linkFailureReply(context, isUnknownLink ? {} : { token, message: confirmed.message });
  }
  const isSent = confirmed.value.delivery === "sent";
  return redirectWithFlash("/stride", {
    about: SCHOOL_FORM,
    title: THANKS,
    text: `Your address is confirmed, and so is the interest of ${confirmed.value.school}. ${
      isSent ? "Please check your e-mail: what you told us is in it. " : ""
    }We will contact you within 48 hours.`,
  });
}

export default function StrideConfirmPage() {
  return (
    <MailLinkPage
      action="/stride/confirm"
      title="Confirm your interest in Stride"
      text="Press the button, and your school is on the waiting list."
      button="Confirm"
      again={{ to: "/stride", label: "Register Your School" }}
    />
  );
}
