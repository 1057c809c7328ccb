import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { ChoiceList } from "#app/routes/dashboard/ui/choice-list.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import type { ServicePage } from "../service-page.ts";
import { ServiceForm } from "./service-form.tsx";

type Props = { page: ServicePage };

/** What can be changed: a larger plan, more mailboxes, a smaller plan from the next year, or the end. Nothing while nothing can. */
export function ChangeForms({ page }: Props) {
  const { newYear, hasNextYear, isNextPaid, smallerNext } = page;
  const have = isNextPaid ? "You have paid the next year" : "You have ordered the next year";
  const { larger, more, moreByHand, smaller, fewer, same, end } = page.offers;
  const days = `the days that are left${hasNextYear ? " of both years" : ""}`;
  if (!(larger || more || moreByHand || smaller || fewer || same || end)) return null;
  return (
    <section className="flow" aria-labelledby="change">
      <h2 id="change">Change or end it</h2>
      {hasNextYear && smallerNext !== "" && (
        <p>
          {have} with {smallerNext}, so you can’t take that back here. From {newYear} on you can order more.
        </p>
      )}
      {hasNextYear && smallerNext === "" && (
        <p>
          {have}. From {newYear} on you can choose less.
        </p>
      )}
      <div className="border-b border-line [&>details]:border-t [&>details]:border-line">
        {larger && <LargerForm path={page.path} days={days} {...larger} />}
        {more && <MoreForm path={page.path} days={days} {...more} />}
        {moreByHand && (
          <Fold id="more" title="More mailboxes">
            <p>
              We name the price first.{" "}
              <a href={`/contact?${new URLSearchParams({ domain: page.display })}`}>Tell us how many you need</a>
            </p>
          </Fold>
        )}
        {smaller && <SmallerForm path={page.path} newYear={newYear} {...smaller} />}
        {fewer && <FewerForm path={page.path} newYear={newYear} {...fewer} />}
        {same && <SameForm page={page} />}
        {end && <EndForm page={page} />}
      </div>
    </section>
  );
}

/** A form that is folded until it is wanted, or refused. */
function Fold({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="fold" open={isReplyTo(id, useActionData())}>
      <summary>{title}</summary>
      <div className="flow pb-4">{children}</div>
    </details>
  );
}

type Offer<Name extends keyof ServicePage["offers"]> = NonNullable<ServicePage["offers"][Name]> & { path: string };

function LargerForm({ path, days, choices, priceFingerprint }: Offer<"larger"> & { days: string }) {
  const form = usePageForm({ id: "upgrade", formKey: "first", defaultValue: { plan: choices[0]?.value ?? "" } });
  const { plan } = form.fields;
  const only = choices.length === 1 ? choices[0] : undefined;
  return (
    <Fold id="upgrade" title="A larger plan">
      <p>You pay the difference for {days}. The last day stays.</p>
      <ServiceForm page={form} fields={[{ ...problemOf(plan), label: "Plan" }]} {...{ path, priceFingerprint }}>
        {only?.price ? (
          <>
            <input type="hidden" name={plan.name} value={only.value} />
            <p>
              <b>{only.label}</b>: {formatKsh(only.price.ksh)} {only.note}.
            </p>
            <Button>{`Order ${only.label} for ${formatKsh(only.price.ksh)}`}</Button>
          </>
        ) : (
          <>
            <ChoiceList
              {...{ id: plan.id, name: plan.name, legend: "Plan", choices }}
              picked={plan.initialValue}
              error={plan.errors?.[0]}
            />
            <Button>Order the larger plan</Button>
          </>
        )}
      </ServiceForm>
    </Fold>
  );
}

function MoreForm({ path, days, least, most, oneKsh, priceFingerprint }: Offer<"more"> & { days: string }) {
  const form = usePageForm({ id: "seats", formKey: "first", defaultValue: { seats: String(least) } });
  const { seats } = form.fields;
  return (
    <Fold id="seats" title="More mailboxes">
      <p>
        One more costs {formatKsh(oneKsh)} for {days}. The next page shows the sum before you pay. The last day stays.
      </p>
      <ServiceForm
        page={form}
        fields={[{ ...problemOf(seats), label: "Mailboxes in all" }]}
        {...{ path, priceFingerprint }}
      >
        <Field
          {...inputProps(seats, "text")}
          label="Mailboxes in all"
          hint={`From ${least} to ${most}.`}
          inputMode="numeric"
          required
        />
        <Button>Order more mailboxes</Button>
      </ServiceForm>
    </Fold>
  );
}

function SmallerForm({ path, newYear, choices }: Offer<"smaller"> & { newYear: string }) {
  const form = usePageForm({ id: "smaller", formKey: "first", defaultValue: { plan: choices[0]?.value ?? "" } });
  const { plan } = form.fields;
  return (
    <Fold id="smaller" title="A smaller plan">
      <p>
        It begins with the next year{newYear !== "" && `, on ${newYear}`}. There is no money back. You can take it back
        until the next year is paid. Check first that what you have fits into it.
      </p>
      <ServiceForm page={form} fields={[{ ...problemOf(plan), label: "Plan" }]} path={path}>
        <ChoiceList
          {...{ id: plan.id, name: plan.name, legend: "Plan from the next year", choices }}
          picked={plan.initialValue}
          error={plan.errors?.[0]}
        />
        <Button kind="alt">Take the smaller plan</Button>
      </ServiceForm>
    </Fold>
  );
}

function FewerForm({ path, newYear, most }: Offer<"fewer"> & { newYear: string }) {
  const form = usePageForm({ id: "fewer", formKey: "first", defaultValue: { fewerSeats: String(most) } });
  const { fewerSeats } = form.fields;
  return (
    <Fold id="fewer" title="Fewer mailboxes">
      <p>
        The others end {newYear === "" ? "when you renew" : `with this year, before ${newYear}`}, with what is in them.
        There is no money back. You can take it back until the next year is paid.
      </p>
      <ServiceForm
        page={form}
        fields={[{ ...problemOf(fewerSeats), label: "Mailboxes from the next year" }]}
        path={path}
      >
        <Field
          {...inputProps(fewerSeats, "text")}
          label="Mailboxes from the next year"
          hint={`From 1 to ${most}.`}
          inputMode="numeric"
          required
        />
        <Button kind="alt">Take fewer mailboxes</Button>
      </ServiceForm>
    </Fold>
  );
}

function SameForm({ page }: Props) {
  const form = usePageForm({ id: "same", formKey: "first", defaultValue: {} });
  return (
    <Fold id="same" title="Keep the plan">
      <p>From the next year you have {page.smallerNext}. You can still take that back.</p>
      <ServiceForm page={form} path={page.path}>
        <Button kind="alt">Keep {page.what}</Button>
      </ServiceForm>
    </Fold>
  );
}

function EndForm({ page }: Props) {
  const form = usePageForm({ id: "end", formKey: "first", defaultValue: {} });
  const day = page.lastDay;
  return (
    <Fold id="end" title="End it">
      <p>It works until {day}, then it stops. There is no money back. Until then you can keep it after all.</p>
      <ServiceForm page={form} path={page.path}>
        <Button kind="bad">End it on {day}</Button>
      </ServiceForm>
    </Fold>
  );
}
