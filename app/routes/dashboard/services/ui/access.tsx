import { domainPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink, buttonClass } from "#app/ui/primitives/button.tsx";
import { ExternalLink } from "#app/ui/primitives/link.tsx";
import type { ServicePage } from "../service-page.ts";
import { FACT, ServiceForm } from "./service-form.tsx";

/** The way in: the panel and its facts, the first password, and cPanel. Nothing before it is set up. */
export function Access({ page }: { page: ServicePage }) {
  const { panel, facts, hasSecret, canOpen, canConnect, isMail, connectMail, needsDns } = page.access;
  if (panel === "" && facts.length === 0 && !hasSecret && !canOpen && !isMail) return null;
  // The first button of the page is its only solid one.
  const hasButton = page.bill !== null || page.offers.renew !== undefined || page.offers.keep === true;
  return (
    <section className="flow" aria-labelledby="access">
      <h2 id="access">Access</h2>
      {canOpen && <OpenForm path={page.path} hasButton={hasButton} />}
      {isMail && (
        <p className="actions">
          {panel !== "" && (
            <a className={buttonClass(hasButton ? "alt" : undefined)} href={panel} target="_blank" rel="noopener">
              <span>
                Open webmail<span className="visually-hidden"> (opens in a new tab)</span>
              </span>
            </a>
          )}
          {connectMail !== "" && (
            <ButtonLink kind="alt" to={domainPath(page.domain) + connectMail}>
              Connect mail
            </ButtonLink>
          )}
          {needsDns && (
            <ButtonLink kind="alt" to={`${domainPath(page.domain)}/dns`}>
              Set up DNS
            </ButtonLink>
          )}
        </p>
      )}
      {needsDns && <p>With DNS set up here, you can lead the mail of {page.display} to these mailboxes.</p>}
      {isMail && panel === "" && (
        <p>
          Do you need the way into your mailboxes?{" "}
          <a href={`/contact?${new URLSearchParams({ domain: page.display })}`}>Ask us</a>
        </p>
      )}
      <dl className="ruled empty:hidden">
        {panel !== "" && !isMail && (
          <div className={FACT}>
            <dt>Panel</dt>
            <dd className="wrap-anywhere">
              <ExternalLink href={panel} label={panel.replace("https://", "").replace(/\/$/, "")} />
            </dd>
          </div>
        )}
        {facts.map(({ label, value }) => (
          <div key={label} className={FACT}>
            <dt>{label}</dt>
            <dd className="font-mono wrap-anywhere" translate="no">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {hasSecret && <SecretForm path={page.path} until={page.access.secretUntil} />}
      {canConnect && (
        <p>
          <ButtonLink kind="alt" to={`${domainPath(page.domain)}/website?with=address&ip=${page.access.ip}`}>
            Connect your website
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

/** Shows the first password. `until`: when it is deleted, once it was shown. */
function SecretForm({ path, until }: { path: string; until: string }) {
  const page = usePageForm({ id: "secret", formKey: "first", defaultValue: {} });
  return (
    <ServiceForm {...{ page, path }}>
      <p>
        {until === ""
          ? "Your first password is here. Ten minutes after you first see it we delete it."
          : `Did your line break? We show the first password again until ${until}. Then we delete it.`}
      </p>
      <Button kind="alt">Show the first password</Button>
    </ServiceForm>
  );
}

const APPS = [
  ["home", "Open cPanel"],
  ["mail", "E-mail accounts"],
  ["files", "Files"],
  ["databases", "Databases"],
  ["backups", "Backups"],
] as const;

/** Opens cPanel without a password. */
function OpenForm({ path, hasButton }: { path: string; hasButton: boolean }) {
  const page = usePageForm({ id: "open", formKey: "first", defaultValue: {} });
  return (
    <ServiceForm {...{ page, path }}>
      <div className="actions">
        {APPS.map(([app, label], index) => (
          <Button key={app} name="app" value={app} {...((index > 0 || hasButton) && { kind: "alt" })}>
            {label}
          </Button>
        ))}
      </div>
    </ServiceForm>
  );
}
