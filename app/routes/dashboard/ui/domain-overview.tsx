import type { ComponentProps } from "react";
import type { JobLine } from "#app/dns/job-line.ts";
import type { PartState } from "#app/dns/name-state.ts";
import { isOnHold, type ListedDomain, labelsOf } from "#app/domains/owned-domain.ts";
import type { RenewalStanding } from "#app/orders/renewals.ts";
import type { Price } from "#app/platform/money.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { UndoForm } from "#app/ui/forms/undo-form.tsx";
import { ButtonLink, buttonClass } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { Services } from "./action-items.tsx";
import { DnsElsewhere, type DnsElsewhereProps, NameServers, NoDns } from "./domain-dns.tsx";
import { DomainHeader } from "./domain-header.tsx";
import { domainPath } from "./domain-path.ts";
import { Moving, type Transfer } from "./moving.tsx";
import { Badge, Connect, type Provider } from "./providers.tsx";
import { RenewBox } from "./renew-box.tsx";

type DomainOverviewProps = {
  domain: string;
  display: string;
  /** The URL of its records. */
  path: string;
  listed: ListedDomain;
  /** What comes before everything that we could check, with its button. */
  alert: {
    title: string;
    lines: readonly string[];
    /** What a renewal costs, where its button is here. */
    price?: { ksh: string; words: string } | undefined;
    button?: { to: string; label: string } | undefined;
  } | null;
  /** Its last day is over: what it does not have is not offered any more. */
  hasEnded: boolean;
  renewal: RenewalStanding;
  link: ComponentProps<typeof RenewBox>["link"];
  price?: Price | undefined;
  /** Its transfer to us, while that is under way. */
  moving: Transfer | null;
  /** The customer's services for this name. */
  services: ComponentProps<typeof Services>["rows"];
  /** Our name servers; empty if the agency has not set them. */
  nameServers: readonly string[];
  /** Null without a zone. */
  zone: {
    /** Null when the records could not be read. */
    parts: readonly PartState[] | null;
    checkedAt: string;
    websites: readonly Provider[];
    mail: readonly Provider[];
    records?: number | undefined;
    changes: readonly JobLine[];
  } | null;
  /** Without a DNS provider: what public DNS returns; null above the limit of DNS checks. */
  elsewhere?: DnsElsewhereProps["publicZone"];
};

/** The overview of a domain: its state, what can be connected, renewal and last changes. */
export function DomainOverview(props: DomainOverviewProps) {
  const { domain, display, path, listed, alert, hasEnded, nameServers, zone, elsewhere } = props;
  return (
    <div className="page sheet app">
      <DomainHeader
        domain={domain}
        display={display}
        aside={
          <>
            {labelsOf(listed).map(({ kind, word }) => (
              <Badge key={word} kind={kind}>
                {word}
              </Badge>
            ))}
            <span>
              {listed.expiry.state === "expired" ? "Ended on" : "Yours until"} <b>{listed.expiry.words}</b>
            </span>
          </>
        }
        hasZone={zone !== null}
      />
      <div className="mt-4 grid grid-cols-1 content-start gap-stack lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:gap-x-12 lg:gap-y-8">
        {alert && (
          <Banner kind="bad" titleAs="h2" title={alert.title}>
            {alert.lines.map((line) => (
              <p key={line}>
                <Words>{line}</Words>
              </p>
            ))}
            {alert.price && (
              <p className="mt-2">
                <b className="price">{alert.price.ksh}</b> {alert.price.words}
              </p>
            )}
            {alert.button && (
              <ButtonLink to={alert.button.to} className="mt-2">
                {alert.button.label}
              </ButtonLink>
            )}
          </Banner>
        )}
        {props.moving && <Moving {...props.moving} domain={domain} />}
        {zone && zone.parts?.length !== 0 && !isOnHold(listed) && <DomainStatus domain={domain} {...zone} />}
        {!zone &&
          !hasEnded &&
          (elsewhere === undefined ? <NoDns path={path} /> : <DnsElsewhere path={path} publicZone={elsewhere} />)}
        <div className="grid grid-cols-1 content-start gap-stack lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {!alert?.price && <RenewBox {...props} />}
          <Services rows={props.services} />
          {zone && zone.changes.length > 0 && <LastChanges path={path} changes={zone.changes} />}
          {zone && <AllRecords path={path} count={zone.records} />}
        </div>
        <div className="grid grid-cols-1 content-start gap-stack">
          {zone && zone.websites.length > 0 && (
            <Connect
              id="connect-website"
              title="Connect a website"
              change="Change where the website is"
              question="Where is your website? Your mail stays as it is."
              to={(provider) => `${domainPath(domain)}/website?with=${provider}`}
              choices={zone.websites}
            />
          )}
          {zone && zone.mail.length > 0 && (
            <Connect
              id="connect-mail"
              title="Connect mail"
              change="Change where the mail is"
              question="Who keeps your mailboxes?"
              to={(provider) => `${path}/mail?with=${provider}`}
              choices={zone.mail}
            />
          )}
          {!hasEnded && <NameServers names={nameServers} domain={domain} />}
        </div>
      </div>
    </div>
  );
}

const PART_PATHS: Record<PartState["page"], string> = { website: "/website", mail: "/dns/mail", live: "/dns/live" };

type DomainStatusProps = { domain: string; parts: readonly PartState[] | null; checkedAt: string };

function DomainStatus({ domain, parts, checkedAt }: DomainStatusProps) {
  const home = domainPath(domain);
  return (
    <section aria-labelledby="works">
      <h2 id="works">Is it working?</h2>
      {parts === null ? (
        <p>We can’t read the records right now. Your website and mail keep working.</p>
      ) : (
        <ul className="lines">
          {parts.map(({ part, status, word, text, page }) => (
            <li key={part} className={`is-${status}`}>
              <div>
                <p className="what">
                  {part} <span className={`word is-${status}`}>{word}</span>
                </p>
                <p>{text}</p>
              </div>
              <PartButton {...{ domain, part, status, page }} />
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        {parts !== null && `Checked at ${checkedAt} today. `}
        <Link className="link" to={home} preventScrollReset>
          Check again
        </Link>
      </p>
    </section>
  );
}

/** Opens a website that is set up; else leads to the page that has more. */
function PartButton({ domain, part, status, page }: Pick<PartState, "part" | "status" | "page"> & { domain: string }) {
  if (part === "Website" && status === "ok") {
    // Not https: a website without a certificate opens too, and the others redirect.
    return (
      <a className={buttonClass("alt")} href={`http://${domain}/`} target="_blank" rel="noreferrer">
        Open<span className="visually-hidden">: Website (opens in a new tab)</span>
      </a>
    );
  }
  const isFault = status === "bad" || status === "warn";
  const label = isFault ? "Fix it" : status === "neutral" && page !== "live" ? "Connect" : "See all";
  return (
    <ButtonLink kind="alt" to={domainPath(domain) + PART_PATHS[page]} aria-label={`${label}: ${part}`}>
      {label}
    </ButtonLink>
  );
}

function AllRecords({ path, count }: { path: string; count: number | undefined }) {
  return (
    <Link
      className="flex min-h-14 items-center justify-between gap-4 border-2 border-ink bg-surface px-4 py-2 no-underline hover:bg-sunk"
      to={path}
    >
      <span>
        <b className="text-lg font-black">All DNS records</b>
        {count !== undefined && (
          <small className="block text-sm text-ink-2">{count === 1 ? "1 record" : `${count} records`}</small>
        )}
      </span>
      <Icon name="arrow" />
    </Link>
  );
}

function LastChanges({ path, changes }: { path: string; changes: readonly JobLine[] }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Last changes</h2>
      <ul className="mt-2 border-b border-line">
        {changes.map(({ id, title, when, outcome, canUndo }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2 wrap-anywhere"
          >
            <div>
              <p>{title}</p>
              <p className="quiet">
                <time dateTime={when.iso}>{when.words}</time>, {outcome.words}
              </p>
            </div>
            {canUndo && <UndoForm to={`${path}/history/${id}`} of={title} />}
          </li>
        ))}
      </ul>
      <Link className="link" to={`${path}/history`}>
        All changes
      </Link>
    </section>
  );
}
