import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type Delivery, deliverySchema } from "#app/gateways/mail-worker.server.ts";
import { confirmReader, findReaderOf, type Reader } from "#app/gateways/newsletter-readers.server.ts";
import { PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { linkFailed, tokenIn, tokenOf } from "#app/http/mail-link.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { type Answer, answer } from "#app/model/answer.ts";
import { pageMeta } from "#app/ui/frame/page-meta.ts";
import { MailLinkPage } from "#app/ui/messages/mail-link-page.tsx";
import { sendOnce } from "#app/work/send-once.server.ts";
import { welcome } from "./welcome.ts";

export const handle = { hydrate: "never" };

export const headers = () => PERSONAL_PAGE;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Confirm your subscription", description: "The link of our mail.", isHidden: true });

/** Looks at the link and spends nothing: mail scanners follow links, people press buttons. */
export function loader({ request }: LoaderFunctionArgs) {
  return tokenOf(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const token = await tokenIn(request);
  const found = await findReaderOf(token);
  if (!found.ok) return linkFailed(context, found.status === 404 ? {} : { token, message: found.message });
  const reader = found.value;
  // Somebody who has left and comes back is another submission than the first time.
  const { id, leftAt } = reader;
  const submission = { form: "newsletter-confirm", owner: "anonymous", body: { id, leftAt }, value: deliverySchema };
  const done = await sendOnce(submission, (key) => confirm(reader, key));
  if (!done.ok) return linkFailed(context, { token, message: done.message });
  return redirectWithNotice("/blog", {
    about: "newsletter-confirm",
    title: "Your subscription is confirmed",
    text: done.value === "sent" ? "A mail with our newest posts is on its way." : "You will hear from us by e-mail.",
  });
}

async function confirm(reader: Reader, key: string): Promise<Answer<Delivery>> {
  if (reader.status === "sent") return answer("sent");
  const confirmed = await confirmReader(reader.id);
  return confirmed.ok ? welcome(reader, { key, proof: "proven" }) : confirmed;
}

export default function NewsletterConfirmPage() {
  return (
    <MailLinkPage
      action="/newsletter/confirm"
      title="Confirm your subscription"
      text="One press, and you get our newsletter."
      button="Confirm"
      again={{ to: "/newsletter", label: "Subscribe" }}
    />
  );
}
