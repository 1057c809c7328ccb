import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { stampFor, widgetSettings } from "#app/platform/abuse/bot-check.server.ts";
import { formPage } from "#app/platform/http/cache-headers.server.ts";
import { NEWSLETTER_FORM, NewsletterForm } from "#app/ui/forms/newsletter-form.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { subscribeAction } from "./subscribe-action.ts";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers = formPage;

export const meta = staticMeta({ title: "Stay Updated", description: "Our newsletter: what we write, by e-mail." });

export function loader() {
  return { stamp: stampFor(NEWSLETTER_FORM), widget: widgetSettings() };
}

export function action(args: ActionFunctionArgs) {
  return subscribeAction(args, "/newsletter");
}

/** The newsletter form. Without JavaScript the form of the contact page posts here. */
export default function NewsletterPage() {
  const newsletter = useLoaderData<typeof loader>();
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Stay Updated</h1>
        <p className="lead">What we write about names, mail and websites, in your inbox.</p>
        <NewsletterForm {...newsletter} />
      </div>
    </div>
  );
}
