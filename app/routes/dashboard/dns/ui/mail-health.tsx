import type { Finding, Severity } from "#app/dns/mail/health-rules.ts";
import { Badge } from "#app/routes/dashboard/ui/providers.tsx";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";

type MailHealthProps = {
  /** The name below the domain; empty for the domain. */
  name: string;
  /** The page's address, where a fix is sent. */
  action: string;
  findings: readonly Finding[];
  /** The address of the zone's records. */
  path: string;
  /** Where mail is connected: the form of the provider in use, or the list of providers. */
  setUpHref: string;
};

/** The id of the form that fixes a finding. */
export function fixFormId(code: string): string {
  return `mend-${code}`;
}

const WORDS: Record<Severity, string> = { bad: "fix this", warn: "look at this", ok: "fine" };

/** What is wrong with a domain's mail, the worst first, each with its fix; then what is fine. */
export function MailHealth({ name, findings, ...links }: MailHealthProps) {
  const faults = findings.filter(({ severity }) => severity !== "ok");
  const fine = findings.filter(({ severity }) => severity === "ok");
  return (
    <section className="flow" aria-labelledby="health-title">
      <h2 id="health-title">Is {name === "" ? "your mail" : `mail at ${name}`} working?</h2>
      <p>{faults.length === 0 ? "We found no problem." : countOf(faults.length)}</p>
      {faults.length > 0 && (
        <ul className="grid gap-3">
          {faults.map((finding) => (
            <li key={`${finding.code} ${finding.words}`} className={`finding is-${finding.severity}`}>
              <FindingView finding={finding} {...links} />
            </li>
          ))}
        </ul>
      )}
      {fine.length > 0 && <Fine findings={fine} />}
    </section>
  );
}

/** The findings that are fine, each in a row of its own. */
function Fine({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="lines">
      {findings.map(({ code, title, words }) => (
        <li key={code} className="is-ok">
          <div>
            <p className="what">
              {title} <span className="word is-ok">{WORDS.ok}</span>
            </p>
            <p>{words}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

type FindingViewProps = Pick<MailHealthProps, "path" | "action" | "setUpHref"> & { finding: Finding };

function FindingView({ finding, path, action, setUpHref }: FindingViewProps) {
  const { code, severity, title, words, fix } = finding;
  return (
    <>
      <h3>{title}</h3>
      <Badge kind={severity}>{WORDS[severity]}</Badge>
      <p>{words}</p>
      {fix?.kind === "plan" && <FixForm code={code} label={fix.label} action={action} />}
      {fix?.kind === "edit" && (
        <ButtonLink kind="alt" to={`${path}/${fix.record}/edit`}>
          {fix.label}
        </ButtonLink>
      )}
      {fix?.kind === "add" && (
        <ButtonLink kind="alt" to={`${path}/add?new=${fix.type}`}>
          {fix.label}
        </ButtonLink>
      )}
      {fix?.kind === "preset" && (
        <ButtonLink kind="alt" to={setUpHref}>
          {fix.label}
        </ButtonLink>
      )}
      <details className="quiet">
        <summary>Why?</summary>
        {finding.why}
      </details>
    </>
  );
}

type FixFormProps = { code: string; label: string; action: string };

function FixForm(props: FixFormProps) {
  const formKey = useFormKey(fixFormId(props.code));
  return <RoundForm key={formKey} formKey={formKey} {...props} />;
}

function RoundForm({ code, label, action, formKey }: FixFormProps & { formKey: string }) {
  const page = usePageForm({ id: fixFormId(code), formKey, defaultValue: {} });
  return (
    <page.Form {...page.formProps} action={action} className="form">
      <OwnFormProblems page={page} />
      <Button kind="alt" name="fix" value={code} isPending={page.isPending} pendingLabel="Checking">
        {label}
      </Button>
    </page.Form>
  );
}

function countOf(faults: number): string {
  return faults === 1 ? "1 thing to look at." : `${faults} things to look at, the worst first.`;
}
