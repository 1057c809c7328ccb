import type { PublicZone } from "#app/dns/public-zone.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { RecordValue } from "./record-value.tsx";

type DnsElsewhereProps = {
  domain: string;
  display: string;
  /** The URL of this page. */
  path: string;
  /** Null above the limit of DNS checks. */
  publicZone: PublicZone | null;
};

/** Shown without a DNS provider: who runs the DNS of the domain, and its public records, read-only. */
export function DnsElsewhere({ domain, display, path, publicZone }: DnsElsewhereProps) {
  return (
    <section className="flow scroll-mt-20" aria-labelledby="elsewhere">
      <h2 id="elsewhere">Where its DNS is run</h2>
      {publicZone === null && (
        <Banner kind="warn" title="That was a lot of checks in one minute">
          <p>Please wait a moment, then check again.</p>
        </Banner>
      )}
      {publicZone?.trouble && (
        <Banner kind="warn" title={publicZone.trouble.title}>
          <p>{publicZone.trouble.text}</p>
        </Banner>
      )}
      {publicZone && publicZone.servers.length > 0 && (
        <RunBy operator={publicZone.operator} servers={publicZone.servers} />
      )}
      {publicZone && publicZone.records.length > 0 && <Records records={publicZone.records} zone={display} />}
      <div className="actions">
        <ButtonLink to={path} preventScrollReset>
          Check again
        </ButtonLink>
        <ButtonLink kind="alt" to={`/contact?domain=${encodeURIComponent(domain)}`}>
          Ask us to change it
        </ButtonLink>
      </div>
    </section>
  );
}

function RunBy({ operator, servers }: Pick<PublicZone, "operator" | "servers">) {
  return (
    <>
      <p>
        {operator === undefined ? "These name servers hold its records." : `${operator} holds its records.`} You change
        them there. If we set it up for you, write to us and we change them.
      </p>
      <ol className="mt-2 border-t-3 border-ink font-mono">
        {servers.map((name) => (
          <li key={name} translate="no" className="border-b border-line py-2 wrap-anywhere">
            {name}
          </li>
        ))}
      </ol>
    </>
  );
}

function Records({ records, zone }: Pick<PublicZone, "records"> & { zone: string }) {
  return (
    <>
      <h3>What everybody sees</h3>
      <ul className="border-t-3 border-ink">
        {records.map(({ type, name, text }) => (
          <li key={`${type} ${name} ${text}`} className="record">
            <p className="record-name" translate="no">
              <span>{type}</span>{" "}
              <span>
                {name}
                {name === "@" && <small> {zone}</small>}
              </span>
            </p>
            <p className="record-content" translate="no">
              <RecordValue text={text} />
            </p>
          </li>
        ))}
      </ul>
      <p className="quiet">
        These are the records that most names have. There may be more. They may be half a minute old.
      </p>
    </>
  );
}
