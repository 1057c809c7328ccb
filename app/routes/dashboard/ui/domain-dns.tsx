import type { PublicZone } from "#app/dns/public-zone.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

/** Shown for a domain without a zone. */
export function NoDns({ path }: { path: string }) {
  return (
    <section className="grid grid-cols-1 gap-3 border-2 border-ink bg-surface p-4" aria-labelledby="no-dns">
      <h2 id="no-dns">Set up DNS</h2>
      <p>
        Set up DNS, and you can connect a website and mail here. Nothing changes for visitors until this name uses our
        name servers.
      </p>
      <ButtonLink to={path}>Set up DNS</ButtonLink>
    </section>
  );
}

/** `path`: the URL of the domain's records; `publicZone`: null above the limit of DNS checks. */
export type DnsElsewhereProps = { path: string; publicZone: PublicZone | null };

/** Shown without a DNS provider: who runs the DNS of the domain. */
export function DnsElsewhere({ path, publicZone }: DnsElsewhereProps) {
  return (
    <section className="grid grid-cols-1 gap-3 border-2 border-ink bg-surface p-4" aria-labelledby="elsewhere">
      <h2 id="elsewhere">Its DNS</h2>
      <p>{elsewhereWords(publicZone)}</p>
      <ButtonLink kind="alt" to={path}>
        See its records
      </ButtonLink>
    </section>
  );
}

function elsewhereWords(publicZone: PublicZone | null): string {
  if (publicZone === null) return "That was a lot of checks in one minute. Please wait a moment.";
  if (publicZone.trouble) return `${publicZone.trouble.title}. ${publicZone.trouble.text}`;
  if (publicZone.operator !== undefined)
    return `${publicZone.operator} holds the records of this name. You set up website and mail there.`;
  return `${publicZone.servers.join(", ")} hold the records of this name. You set up website and mail there.`;
}

/** Our name servers, for a name that was bought elsewhere. */
export function NameServers({ names, domain }: { names: readonly string[]; domain: string }) {
  return (
    <section aria-labelledby="servers">
      <h2 id="servers">Name servers</h2>
      {names.length === 0 ? (
        <p>
          If you bought this name elsewhere,{" "}
          <Link to={`/contact?domain=${encodeURIComponent(domain)}`}>write to us</Link>. We tell you which to set there.
        </p>
      ) : (
        <>
          <p className="quiet">If you bought this name elsewhere, set these there.</p>
          <ol className="mt-2 border-t-3 border-ink font-mono">
            {names.map((name) => (
              <li key={name} translate="no" className="border-b border-line py-2 wrap-anywhere">
                {name}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
