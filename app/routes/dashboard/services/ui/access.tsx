import { domainPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, buttonClass } from "#app/ui/primitives/button.tsx";
import { ExternalLink } from "#app/ui/primitives/link.tsx";
import type { ServicePage } from "../service-page.ts";
import { FACT, ServiceForm } from "./service-form.tsx";

type Props = { page: ServicePage };

/**
 * The way in: the first password, one button with links beside it, and what other programs ask for. Nothing before it is set
 * up.
 */
export function Access({ page }: Props) {
  const { panel, facts, hasSecret, canOpen, isMail } = page.access;
  if (panel === "" && facts.length === 0 && !hasSecret && !canOpen && !isMail) return null;
  return (
    <section className="flow" aria-labelledby="access">
      <h2 id="access">Access</h2>
      {hasSecret && <SecretForm path={page.path} until={page.access.secretUntil} />}
      {canOpen && <OpenForm page={page} />}
      {!canOpen && <PanelLinks page={page} />}
      {isMail && panel === "" && (
        <p>
          Do you need the way into your mailboxes?{" "}
          <a href={`/contact?${new URLSearchParams({ domain: page.display })}`}>Ask us</a>
        </p>
      )}
      {page.access.needsDns && <p>With DNS set up here, you can lead the mail of {page.display} to these mailboxes.</p>}
      {facts.length > 0 && <OtherPrograms page={page} />}
    </section>
  );
}

/** The solid button of the page is the first one: its payment, if it has one. */
const kindOfFirst = ({ bill, offers }: ServicePage) =>
  bill !== null || offers.renew !== undefined || offers.keep === true ? "alt" : undefined;

/** The links beside the button of the panel or the webmail. */
function Ways({ page }: Props) {
  const { canConnect, connectMail, needsDns, ip } = page.access;
  const home = domainPath(page.domain);
  return (
    <>
      {canConnect && <a href={`${home}/website?with=address&ip=${ip}`}>Connect your website</a>}
      {connectMail !== "" && <a href={home + connectMail}>Connect mail</a>}
      {needsDns && <a href={`${home}/dns`}>Set up DNS</a>}
    </>
  );
}

/** The panel or the webmail of another server, in a tab of its own. */
function PanelLinks({ page }: Props) {
  const { panel, isMail } = page.access;
  return (
    <p className="ways empty:hidden">
      {panel !== "" && (
        <a className={buttonClass(kindOfFirst(page))} href={panel} target="_blank" rel="noopener">
          <span>
            {isMail ? "Open webmail" : "Open the panel"}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </span>
        </a>
      )}
      <Ways page={page} />
    </p>
  );
}

/** What an FTP program asks for, and the address for DNS elsewhere. Most customers never need it. */
function OtherPrograms({ page }: Props) {
  const { panel, facts, canOpen } = page.access;
  return (
    <details className="fold border-y border-line">
      <summary>For FTP programs and DNS elsewhere</summary>
      <div className="flow pb-4">
        <p>
          An FTP program asks for the server and the user name; the password is that of your panel. If the DNS of the
          name is elsewhere, set its A record there to the IP address.
        </p>
        <dl className="ruled">
          {facts.map(({ label, value }) => (
            <div key={label} className={FACT}>
              <dt>{label}</dt>
              <dd className="font-mono wrap-anywhere" translate="no">
                {value}
              </dd>
            </div>
          ))}
          {canOpen && panel !== "" && (
            <div className={FACT}>
              <dt>Panel, with the password</dt>
              <dd className="wrap-anywhere">
                <ExternalLink href={panel} label={panel.replace("https://", "").replace(/\/$/, "")} />
              </dd>
            </div>
          )}
        </dl>
      </div>
    </details>
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
      <div className="ways">
        <Button kind="alt">Show the first password</Button>
      </div>
    </ServiceForm>
  );
}

const APPS = [
  ["mail", "E-mail accounts"],
  ["files", "Files"],
  ["databases", "Databases"],
  ["backups", "Backups"],
] as const;

/** Opens cPanel, or a part of it, without a password. */
function OpenForm({ page: service }: Props) {
  const page = usePageForm({ id: "open", formKey: "first", defaultValue: {} });
  return (
    <ServiceForm {...{ page, path: service.path }}>
      <div className="ways">
        <Button name="app" value="home" kind={kindOfFirst(service)}>
          Open cPanel
        </Button>
        {APPS.map(([app, label]) => (
          <button key={app} type="submit" name="app" value={app}>
            {label}
          </button>
        ))}
        <Ways page={service} />
      </div>
    </ServiceForm>
  );
}
