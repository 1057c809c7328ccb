import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { requireUser } from "#app/accounts/auth.server.ts";
import { CLOSING_DAYS, closingDays, LONGEST_REASON, YEARS_OF_ORDERS } from "#app/accounts/closing.ts";
import { findClosing } from "#app/accounts/closing-requests.table.server.ts";
import { matchPassword } from "#app/accounts/own-password.server.ts";
import { requestClosure } from "#app/accounts/request-closing.server.ts";
import { closingSchema } from "#app/accounts/schema.server.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import { expiryOf } from "#app/domains/expiry.ts";
import { findCredit } from "#app/payments/credits.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { waitInWords } from "#app/platform/text/words.ts";
import { daysLeft, type Service } from "#app/services/service.ts";
import { serviceName } from "#app/services/service-order.ts";
import { dayWords } from "#app/services/service-state.ts";
import { listServices } from "#app/services/services.table.server.ts";
import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

import { CLOSE_SECTION, ClosingState } from "./ui/close-section.tsx";
import { ClosingFacts } from "./ui/closing-facts.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Close your account",
  description: "What we delete, what we keep, and what happens to your domains, hosting and mailboxes.",
  isHidden: true,
});

const CLOSE_FORM = "close-account";

const LABELS = { reason: "Why are you leaving?", password: "Your password" };
const NOT_ASKED = "We could not check your password. Nothing was sent.";
const LOST = {
  title: "We could not confirm it",
  message: "We may have your request anyway. Type your password and send it again. It counts only once.",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const [closing, domains, credit, services] = await Promise.all([
    findClosing(supabase, account.id),
    listDomains(supabase, account.id),
    findCredit(account.id),
    listServices(supabase, account.id),
  ]);
  const now = nowDate();
  const names = domains.ok
    ? domains.value.map(({ name, expiryDate }) => {
        const { words, state } = expiryOf(new Date(expiryDate), now);
        return { name, until: words, isOver: state === "expired" };
      })
    : null;
  return data({
    email: account.email,
    closing: closing.ok && closing.value ? closingDays(closing.value) : null,
    names,
    services: services.ok
      ? services.value.map((service) => ({
          ...{ id: service.id, what: serviceName(service.kind, service), display: toDisplayName(service.domain) },
          until: untilWords(service, now),
        }))
      : null,
    credit: credit ?? 0,
    due: dateOf(dayNumber(now) + CLOSING_DAYS).words,
    days: CLOSING_DAYS,
    years: YEARS_OF_ORDERS,
  });
}

function untilWords({ state, endsOn }: Service, now: Date): string {
  if (state === "suspended") return "off now";
  if (endsOn === null) return "not set up yet";
  // It works some days more, but not without an account.
  return daysLeft(endsOn, dayNumber(now)) < 0
    ? `last day was ${dayWords(endsOn)}, stops with the account`
    : `until ${dayWords(endsOn)}`;
}

/** Sends the request to close the account to the agency, if the password is right. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const submission = await readForm(request, closingSchema, { reason: LONGEST_REASON });
  const posted = { context, form: CLOSE_FORM, submission, hideFields: ["password"] };
  if (submission.status !== "success") return rejectForm(posted);

  const { password, reason } = submission.value;
  const found = await matchPassword(account, { current: password }, context?.address);
  if (found.kind === "wait") {
    const message = `Wrong password too many times. Please wait ${waitInWords(found.seconds)}, then try again.`;
    return rejectForm({ ...posted, message, status: 429, retryAfterSeconds: found.seconds });
  }
  if (found.kind === "lost") return rejectForm({ ...posted, ...formErrorsOf(found.why, {}), title: NOT_ASKED });
  if (found.kind !== "current")
    return rejectForm({ ...posted, fieldErrors: { password: ["This is not your password"] } });

  const requested = await requestClosure({ account, supabase, reason });
  if (!requested.ok) {
    const { message, retryAfterSeconds, isUnknown } = requested;
    return rejectForm({
      ...posted,
      ...(isUnknown ? LOST : { message }),
      status: statusOf(requested),
      retryAfterSeconds,
    });
  }
  return redirectWithFlash(`/profile#${CLOSE_SECTION}`, {
    about: CLOSE_SECTION,
    title: "We have your request",
    isInline: true,
  });
}

export default function ClosePage() {
  const { email, closing, due, ...rest } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app">
      <div className="flow max-w-[40rem] [&_p>a]:py-3">
        <h1>Close your account</h1>
        {closing && (
          <>
            <ClosingState {...closing} />
            <ButtonLink kind="alt" to={`/profile#${CLOSE_SECTION}`}>
              Your profile
            </ButtonLink>
          </>
        )}
        <ClosingFacts {...rest} due={closing?.due ?? due} />
        {closing === null && <CloseForm email={email} />}
      </div>
    </div>
  );
}

/** Asks to close the account. The password proves that its owner asks. */
function CloseForm({ email }: { email: string }) {
  const page = usePageForm({ id: CLOSE_FORM, formKey: "first", defaultValue: { reason: "", password: "" } });
  const { reason, password } = page.fields;
  return (
    <form {...page.formProps} action="/profile/close" className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(reason), label: LABELS.reason },
          { ...problemOf(password), label: LABELS.password },
        ]}
      />
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <LongField {...controlProps(reason)} label={LABELS.reason} hint="It helps us improve." isOptional />
      <PasswordField
        {...inputProps(password, "password")}
        label={LABELS.password}
        autoComplete="current-password"
        enterKeyHint="done"
      />
      <Button kind="bad">Ask to close my account</Button>
      <ButtonLink kind="alt" to="/profile">
        Keep my account
      </ButtonLink>
    </form>
  );
}
