import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findClosing } from "#app/gateways/closing-requests.server.ts";
import { listDomains } from "#app/gateways/domains.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { CLOSING_DAYS, closingDays, YEARS_OF_ORDERS } from "#app/model/closing.ts";
import { expiryOf } from "#app/model/expiry.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { CloseForm } from "./ui/close-form.tsx";
import { CLOSE_SECTION, ClosingState } from "./ui/close-section.tsx";
import { WhatCloses } from "./ui/what-closes.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";
export { closeAction as action } from "./close-action.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Close your account",
    description: "What we delete, what we keep, and what happens to your domains.",
    isHidden: true,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const [closing, domains] = await Promise.all([findClosing(supabase, account.id), listDomains(supabase, account.id)]);
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
    due: dateOf(dayNumber(now) + CLOSING_DAYS).words,
    days: CLOSING_DAYS,
    years: YEARS_OF_ORDERS,
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
        <WhatCloses {...rest} due={closing?.due ?? due} />
        {closing === null && <CloseForm email={email} />}
      </div>
    </div>
  );
}
