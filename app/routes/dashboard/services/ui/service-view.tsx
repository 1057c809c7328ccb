import { domainPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Badge } from "#app/routes/dashboard/ui/providers.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { PayScript } from "#app/ui/shell/pay-script.tsx";
import type { ServicePage } from "../service-page.ts";
import { Access } from "./access.tsx";
import { ChangeForms } from "./change-forms.tsx";
import { KeepForm, RenewForm } from "./renew-forms.tsx";
import { FACT } from "./service-form.tsx";

type Props = { page: ServicePage; secret?: string | undefined };

/** The page of a service: how it is and what follows, the way in, what can be changed, its bills and its history. */
export function ServiceView({ page, secret }: Props) {
  const { what, display, domain, isOwnName, failure, path } = page;
  return (
    <div className="page sheet app">
      <p className="back">
        <a className="link" href="/dashboard/services">
          <Icon name="arrow" className="mr-1 rotate-180" />
          All services
        </a>
      </p>
      <h1 className="wrap-anywhere">
        {what} <span className="visually-hidden">for </span>
        {isOwnName ? (
          <a className="of-name" href={domainPath(domain)} translate="no">
            {display}
          </a>
        ) : (
          <span className="of-name" translate="no">
            {display}
          </span>
        )}
      </h1>
      {failure !== "" && <ReadFailure title={failure} retryHref={path} />}
      <div className="mt-4 grid grid-cols-1 content-start gap-stack lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-12">
        <div className="grid grid-cols-1 content-start gap-stack">
          {secret !== undefined && <Secret secret={secret} until={page.access.secretUntil} />}
          <State page={page} />
          <Access page={page} />
          <ChangeForms page={page} />
        </div>
        <div className="grid grid-cols-1 content-start gap-stack">
          <Facts page={page} />
          <Orders page={page} />
          <History page={page} />
        </div>
      </div>
    </div>
  );
}

/** The first password, which no other page shows. */
function Secret({ secret, until }: { secret: string; until: string }) {
  return (
    <Banner kind="ok" titleAs="h2" title="The first password">
      <p className="font-mono text-xl font-bold wrap-anywhere" translate="no">
        {secret}
      </p>
      <button type="button" className="button button-alt" data-copy={secret} hidden>
        <span aria-live="polite">Copy it</span>
      </button>
      <p>{`Copy it now. We delete it at ${until}. Then set one of your own in the panel.`}</p>
      <PayScript />
    </Banner>
  );
}

/** How it is, what follows, and the next step. */
function State({ page }: { page: ServicePage }) {
  const {
    stand,
    afterwards,
    again,
    bill,
    offers,
    smallerNext,
    newYear,
    hasNextYear,
    isNextPaid,
    upgrading,
    cancelPath,
  } = page;
  return (
    <section className={`stand is-${stand.tone} grid grid-cols-1 gap-3 bg-surface p-4`} aria-labelledby="state">
      <h2 id="state" className="text-base">
        <span className="visually-hidden">Status: </span>
        <Badge kind={stand.tone}>{stand.word}</Badge>
      </h2>
      <p className="text-lg">
        <Words>{stand.text}</Words>
      </p>
      {upgrading !== "" && (
        <p>
          <Words>{`${upgrading}: ordered and paid. We change it and e-mail you.`}</Words>
        </p>
      )}
      {smallerNext !== "" && (
        <p>
          {hasNextYear ? `From ${newYear}` : "From the next year"}: <b>{smallerNext}</b>.
          {isNextPaid && " That year is paid."}
        </p>
      )}
      {afterwards.length > 0 && (
        <ul className="list-disc pl-5">
          {afterwards.map((line) => (
            <li key={line}>
              <Words>{line}</Words>
            </li>
          ))}
        </ul>
      )}
      {bill && (
        <div className="flow">
          {bill.title && (
            <p>
              {bill.title}
              <b>{bill.what}</b>.
            </p>
          )}
          {bill.text && (
            <p>
              <Words>{bill.text}</Words>
            </p>
          )}
          <ButtonLink to={bill.to} reloadDocument kind={bill.kind}>
            {bill.label}
          </ButtonLink>
        </div>
      )}
      {cancelPath !== "" && (
        <div className="flow">
          <p>
            <Words>You asked for the price. We e-mail it to you, and you decide then.</Words>
          </p>
          <ButtonLink kind="alt" to={cancelPath} reloadDocument>
            Take it back
          </ButtonLink>
        </div>
      )}
      {offers.renew && <RenewForm path={page.path} {...offers.renew} />}
      {offers.keep && <KeepForm path={page.path} />}
      {again && (
        <ButtonLink kind="alt" to={again.to} reloadDocument>
          {again.label}
        </ButtonLink>
      )}
    </section>
  );
}

function Facts({ page }: { page: ServicePage }) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="pb-2">
        Plan and price
      </h2>
      <dl className="ruled">
        {page.facts.map(({ label, value }) => (
          <div key={label} className={FACT}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Orders({ page: { orders } }: { page: ServicePage }) {
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="bills">
      <h2 id="bills" className="pb-2">
        Orders and bills
      </h2>
      <ul className="ruled">
        {orders.map(({ id, what, price, when, words, link }) => (
          <li key={id} className="py-2">
            <p>
              <b>{what}</b>, {price}
            </p>
            <p className="wrap-anywhere">
              <Words>{words}</Words>
            </p>
            <p className="quiet">
              {when}
              {link && (
                <>
                  {" · "}
                  <a href={link.to}>{link.label}</a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ page: { changes } }: { page: ServicePage }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="pb-2">
        History
      </h2>
      <ul className="ruled">
        {changes.map(({ when, words }) => (
          <li key={`${when} ${words}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>{words}</span>
            <span className="quiet">{when}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown after cPanel was opened. Browsers follow its Refresh header; the link is for those that do not. */
export function OpenedPanel({ to, page }: { to: string; page: ServicePage }) {
  return (
    <div className="page sheet app flow">
      <h1>cPanel opens</h1>
      <p>If nothing happens, open it yourself. This link works once, for a few minutes.</p>
      <p className="actions">
        <a className="button" href={to} rel="noreferrer">
          <span>Open cPanel</span>
        </a>
        <a className="button button-alt" href={page.path}>
          <span>Back to the service</span>
        </a>
      </p>
    </div>
  );
}
