import { Banner } from "#app/ui/feedback/banner.tsx";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";

export const CLOSE_SECTION = "close";
export const KEEP_FORM = "keep-account";

/**
 * The open request to close the account, null if there is none. `asked`: the day of the request. `due`: the last day to close
 * the account. Both in words.
 */
export type Closing = { asked: string; due: string } | null;

/** The link to close the account; after a request, its state and the button to cancel it. */
export function CloseSection({ closing }: { closing: Closing }) {
  if (closing === null) {
    return (
      <>
        <p>
          The next page says what we delete, what we keep, and what happens to your domains, hosting and mailboxes.
          Nothing is decided yet.
        </p>
        <ButtonLink kind="alt" to="/profile/close">
          Close my account
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ClosingState {...closing} />
      <KeepForm />
    </>
  );
}

export function ClosingState({ asked, due }: NonNullable<Closing>) {
  return (
    <Banner kind="warn" title={`On ${asked} you asked us to close this account.`}>
      <p>We close it by {due}. Until then everything works as before, and you can cancel.</p>
    </Banner>
  );
}

function KeepForm() {
  const formKey = useFormKey(KEEP_FORM);
  const page = usePageForm({ id: KEEP_FORM, formKey, defaultValue: {} });
  return (
    <page.Form {...page.formProps} action="/profile" className="form">
      <OwnFormProblems page={page} />
      <input type="hidden" name="form" value={KEEP_FORM} />
      <Button isPending={page.isPending} pendingLabel="Sending...">
        Keep my account
      </Button>
    </page.Form>
  );
}
