import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { FlashInstead } from "#app/ui/feedback/inline-flash.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { BotCheck, BotCheckLine, botCheckLineId } from "./bot-check.tsx";
import { Field } from "./field.tsx";
import { FormProblems } from "./form-problems.tsx";
import { inputProps, problemOf } from "./input-props.ts";
import { useBotCheck, type WidgetSettings } from "./use-bot-check.ts";
import { useFormKey, usePageForm } from "./use-page-form.ts";

export const NEWSLETTER_FORM = "newsletter";

/** The page that contains only this form. */
const NEWSLETTER_PAGE = "/newsletter";

/** Another label than in the contact form, which is in the same page. */
const EMAIL = "Email address";

type NewsletterFormProps = { stamp: string; widget: WidgetSettings };

/**
 * The newsletter form. Without scripts it posts to a page of its own in a new tab, so that input in a form beside it is kept.
 * With scripts it posts to the current page, whose code is loaded already: a failed network would otherwise lose the page.
 */
export function NewsletterForm(props: NewsletterFormProps) {
  const formKey = useFormKey(NEWSLETTER_FORM);
  const { pathname } = useLocation();
  return (
    <FlashInstead about={NEWSLETTER_FORM} again={pathname}>
      <Form key={formKey} formKey={formKey} {...props} />
    </FlashInstead>
  );
}

function Form({ formKey, stamp, widget }: NewsletterFormProps & { formKey: string }) {
  const { pathname } = useLocation();
  const [action, setAction] = useState(NEWSLETTER_PAGE);
  const isElsewhere = pathname !== NEWSLETTER_PAGE;
  useEffect(() => setAction(`${pathname}?newsletter`), [pathname]);
  const page = usePageForm({ id: NEWSLETTER_FORM, formKey, defaultValue: { email: "", firstName: "", lastName: "" } });
  const check = useBotCheck({ action: NEWSLETTER_FORM, isPending: page.isPending, ...widget });
  const { email, firstName, lastName } = page.fields;
  const problems = [
    { ...problemOf(email), label: EMAIL },
    { ...problemOf(firstName), label: "First name" },
    { ...problemOf(lastName), label: "Last name" },
  ];
  const hasNameProblem = Boolean(firstName.errors ?? lastName.errors);
  return (
    <page.Form
      {...page.formProps}
      action={action}
      target={isElsewhere && action === NEWSLETTER_PAGE ? "_blank" : undefined}
      onSubmit={check.holdingBack(page.formProps.onSubmit)}
      className="form"
    >
      <FormProblems page={page} fields={problems} />
      <Field {...inputProps(email, "email")} required label={EMAIL} autoComplete="email" />
      <details open={hasNameProblem}>
        <summary className="inline-flex min-h-touch items-center underline">Add your name (optional)</summary>
        <div className="form pt-2">
          <Field {...inputProps(firstName)} label="First name" isOptional autoComplete="given-name" />
          <Field {...inputProps(lastName)} label="Last name" isOptional autoComplete="family-name" />
        </div>
      </details>
      <BotCheck form={NEWSLETTER_FORM} challenge={page.challenge} stamp={page.stamp ?? stamp} check={check} />
      <p className="quiet">
        We use this to send you our newsletter, until you leave it. <Link to="/privacy#schools-and-news">Privacy</Link>
      </p>
      {isElsewhere && (
        <noscript>
          <p className="quiet">The answer opens in a new tab. What you are writing here stays in this one.</p>
        </noscript>
      )}
      <Button
        isPending={page.isPending}
        pendingLabel="Sending..."
        isBlocked={check.isBlocked}
        aria-describedby={botCheckLineId(NEWSLETTER_FORM)}
      >
        Subscribe
      </Button>
      <BotCheckLine form={NEWSLETTER_FORM} check={check} />
    </page.Form>
  );
}
