import { NewsletterForm } from "#app/ui/forms/newsletter-form.tsx";
import type { WidgetSettings } from "#app/ui/forms/use-bot-check.ts";

/** The newsletter, on cloth under another page's own matter. Its form lies on plain ground: messages need their colours. */
export function StayUpdated(newsletter: { stamp: string; widget: WidgetSettings }) {
  return (
    <section className="cloth spots" aria-labelledby="stay-updated">
      <div className="page section columns">
        <div className="flow">
          <h2 id="stay-updated">Stay Updated</h2>
          <p className="lead">What we write about names, mail and websites, in your inbox.</p>
        </div>
        <div className="min-w-0 bg-ground p-4 text-ink">
          <NewsletterForm {...newsletter} />
        </div>
      </div>
    </section>
  );
}
