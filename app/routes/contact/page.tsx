import { type ActionFunctionArgs, data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { findUser } from "#app/accounts/auth.server.ts";
import { CONTACT_LIMITS, contactSchema, INCOMPLETE, isIncomplete, prefillFor } from "#app/contact/contact.server.ts";
import { sendWithinLimits } from "#app/contact/contact-limits.server.ts";
import { sendContactMessage } from "#app/contact/notify-agency.server.ts";
import { stampFor, widgetSettings } from "#app/platform/abuse/bot-check.server.ts";
import { checkFormProofs } from "#app/platform/abuse/form-proofs.server.ts";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { callLink, chatLink, weAnswer } from "#app/platform/brand.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { env } from "#app/platform/env.server.ts";
import { formPage, PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Failure } from "#app/platform/result.ts";
import { subscribeAction } from "#app/routes/newsletter/subscribe-action.ts";
import { useFlash } from "#app/ui/feedback/flash-area.tsx";
import { NEWSLETTER_FORM, NewsletterForm } from "#app/ui/forms/newsletter-form.tsx";
import type { WidgetSettings } from "#app/ui/forms/use-bot-check.ts";
import { Words } from "#app/ui/primitives/words.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { CONTACT_FORM, ContactForm } from "./ui/contact-form.tsx";
import { SENT, ThankYou, ThankYouDialog } from "./ui/thank-you.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = (args) => formPage(args, ["domain", "plan", "sent"]);

export const meta = staticMeta({
  title: "Contact",
  description: "Write to us about a domain, hosting or e-mail.",
});

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const query = { domain: searchParams.get("domain"), plan: searchParams.get("plan") };
  const prefill = prefillFor(query) ?? { subject: "", message: "", domain: "" };
  const sentTo = sentSchema.safeParse(unseal(searchParams.get("sent"))).data?.sentTo ?? null;
  const isCacheable = ["domain", "plan", "sent"].every((name) => !searchParams.has(name));
  const newsletter = { stamp: stampFor(NEWSLETTER_FORM), widget: widgetSettings() };
  return data(
    { prefill, newsletter, sentTo, howToPay: env.payment.short },
    isCacheable ? {} : { headers: PRIVATE_CACHE },
  );
}

/** How long a thanks page names the address to which the answer goes. */
const THANKS_MS = 24 * 3600_000;
const sentSchema = z.object({ sentTo: z.string() });

/** The message form, and the newsletter form when JavaScript posts it from this page. */
export function action(args: ActionFunctionArgs) {
  return new URL(args.request.url).searchParams.has("newsletter")
    ? subscribeAction(args, "/contact")
    : sendMessage(args);
}

async function sendMessage({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, contactSchema, CONTACT_LIMITS);
  const posted = { context, form: CONTACT_FORM, submission };
  if (submission.status !== "success") {
    return rejectForm({ ...posted, ...(isIncomplete(submission.error) && { title: INCOMPLETE }) });
  }
  const challenge = await checkFormProofs(submission, CONTACT_FORM);
  if (challenge) return rejectForm({ ...posted, challenge });

  const { email } = submission.value;
  const identity = { form: CONTACT_FORM, owner: "anonymous", body: submission.value, resultSchema: z.null() };
  const sent = await runOnce(identity, (key) =>
    sendWithinLimits({ key, ipAddress: context?.address, email }, async () => {
      const userId = (await findUser(request, context))?.id;
      return sendContactMessage(submission.value, key, { kind: "visitor", userId });
    }),
  );
  if (!sent.ok) {
    const { retryAfterSeconds } = sent;
    return rejectForm({ ...posted, ...wordsOf(sent), status: statusOf(sent), retryAfterSeconds });
  }
  // Sealed, because an address does not belong in a URL.
  const search = new URLSearchParams({ sent: seal({ sentTo: email } satisfies z.infer<typeof sentSchema>, THANKS_MS) });
  return redirectWithFlash(`/contact?${search}`, {
    about: CONTACT_FORM,
    ...SENT,
    // The thanks on the page have the same words, so there is no toast and no banner.
    isInline: true,
  });
}

const LOST_ANSWER = {
  title: "We could not confirm it",
  message: "Your message may have arrived anyway. If you hear nothing from us, send it again. It is still here.",
};

/** As LOST_ANSWER, for a message that is stored and that the site sends again by itself. */
const LOST_AND_KEPT = {
  title: LOST_ANSWER.title,
  message:
    "Your message may have arrived anyway. It is kept, and we try again until we know: you need not send it again.",
};

const MESSAGE_NOT_SENT = {
  title: "Failed to send message",
  text: "Please try again later or contact us directly via email.",
};

/** The message of the service comes first, unless it repeats the title. */
function wordsOf({ message, reason, isUnknown }: Failure) {
  if (reason === "over-limit") return { message };
  const isKept = reason === "queued";
  if (isUnknown) return isKept ? LOST_AND_KEPT : LOST_ANSWER;
  const said = message.startsWith(MESSAGE_NOT_SENT.title) ? [] : [message];
  return {
    title: MESSAGE_NOT_SENT.title,
    message: [...said, MESSAGE_NOT_SENT.text, ...(isKept ? [KEPT] : [])].join(" "),
    toast: MESSAGE_NOT_SENT,
  };
}

const KEPT = "Your message is kept meanwhile, and we try again, too: it arrives once, however often you send it.";

export default function ContactPage() {
  const { prefill, newsletter, sentTo, howToPay } = useLoaderData<typeof loader>();
  const { banner, toast } = useFlash();
  const sentNow = toast?.about === CONTACT_FORM ? toast : undefined;
  const [wasSentHere, setSentHere] = useState(false);
  if (sentNow !== undefined && !wasSentHere) setSentHere(true);
  // A page that sent the message by itself opens the dialog, and has the form for another message below it.
  const isThanked = !wasSentHere && (banner?.about === CONTACT_FORM || sentTo !== null);
  return (
    <>
      <div className="page section columns">
        <div className="flow">
          <h1>Contact us</h1>
          <p className="lead">{weAnswer(useRootData()?.brand)}.</p>
          <QuickContacts />
          {isThanked ? <ThankYou sentTo={sentTo} /> : <ContactForm prefill={prefill} />}
          <ThankYouDialog flash={sentNow} sentTo={sentTo} />
        </div>
        <ContactInfo howToPay={howToPay} />
      </div>
      <StayUpdated {...newsletter} />
    </>
  );
}

/** The ways that need no form, above it on a phone. On a wide page `ContactInfo` stands beside the form. */
function QuickContacts() {
  const { phone, whatsapp, hours } = useRootData()?.brand ?? {};
  if (!phone && !whatsapp) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 lg:hidden">
      {phone && (
        <a className="inline-flex min-h-touch items-center font-bold" href={callLink(phone)}>
          Call us
        </a>
      )}
      {whatsapp && (
        <a className="inline-flex min-h-touch items-center font-bold" href={chatLink(whatsapp)}>
          WhatsApp
        </a>
      )}
      {hours && <span>{hours}</span>}
    </p>
  );
}

/** The other ways to reach the agency. */
function ContactInfo({ howToPay }: { howToPay: string }) {
  const brand = useRootData()?.brand;
  if (!brand) return null;
  return (
    <aside className="flow" aria-labelledby="reach-us">
      <h2 id="reach-us">Reach us</h2>
      <dl className="ruled">
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </dd>
        </div>
        {brand.phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={callLink(brand.phone)}>{brand.phone}</a>
            </dd>
          </div>
        )}
        {brand.whatsapp && (
          <div>
            <dt>WhatsApp</dt>
            <dd>
              <a href={chatLink(brand.whatsapp)}>{brand.whatsapp}</a>
            </dd>
          </div>
        )}
        {brand.hours && (
          <div>
            <dt>Hours</dt>
            <dd>{brand.hours}</dd>
          </div>
        )}
        {brand.address && (
          <div>
            <dt>Office</dt>
            <dd>{brand.address}</dd>
          </div>
        )}
        {(brand.registration || brand.accreditation) && (
          <div>
            <dt>Company</dt>
            <dd>{[brand.registration, brand.accreditation].filter(Boolean).join(", ")}</dd>
          </div>
        )}
        {howToPay && (
          <div>
            <dt>How you pay</dt>
            <dd>
              <Words>{howToPay}</Words>
            </dd>
          </div>
        )}
      </dl>
    </aside>
  );
}

/** The newsletter section. Its form has a plain background, because messages need their colours. */
function StayUpdated(newsletter: { stamp: string; widget: WidgetSettings }) {
  return (
    <section className="cloth spots" aria-labelledby="stay-updated">
      <div className="page columns gap-4 py-8">
        <div className="flow">
          <h2 id="stay-updated">Stay Updated</h2>
          <p>What we write about names, mail and websites, in your inbox.</p>
        </div>
        <div className="min-w-0 bg-ground p-4 text-ink">
          <NewsletterForm {...newsletter} />
        </div>
      </div>
    </section>
  );
}
