import type { Finding, Severity } from "#app/model/dns/mail/health-rules.ts";
import { Badge } from "#app/routes/dashboard/ui/badge.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { CheckedOn } from "./checked-on.tsx";
import { mendForm } from "./mail-form.ts";

type MailHealthProps = {
  findings: readonly Finding[];
  /** The address of the zone's records. */
  path: string;
  /** Where on this page mail is set up. */
  setUpId: string;
};

const WORDS: Record<Severity, string> = { bad: "fix this", warn: "look at this", ok: "in order" };

/** What is right and wrong with mail, the worst first, each with its way out. */
export function MailHealth({ findings, ...ways }: MailHealthProps) {
  const faults = findings.filter(({ severity }) => severity !== "ok").length;
  return (
    <section className="flow" aria-labelledby="health-title">
      <h2 id="health-title">Is your mail working?</h2>
      <p>{faults === 0 ? "Everything we can check is in order." : countOf(faults)}</p>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.words}`} className={`finding is-${finding.severity}`}>
            <FindingView finding={finding} {...ways} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FindingView({ finding, path, setUpId }: Omit<MailHealthProps, "findings"> & { finding: Finding }) {
  const { code, severity, title, words, source, checked, fix } = finding;
  return (
    <>
      <h3>{title}</h3>
      <Badge kind={severity}>{WORDS[severity]}</Badge>
      <p>{words}</p>
      {fix?.kind === "plan" && <MendForm code={code} label={fix.label} action={`${path}/mail`} />}
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
        <a className="button button-alt" href={`#${setUpId}`}>
          <span>{fix.label}</span>
        </a>
      )}
      <details className="quiet">
        <summary>Why?</summary>
        {source}, read on <CheckedOn day={checked} />
      </details>
    </>
  );
}

type MendFormProps = { code: string; label: string; action: string };

function MendForm(props: MendFormProps) {
  const round = useRound(mendForm(props.code));
  return <Mend key={round} round={round} {...props} />;
}

function Mend({ code, label, action, round }: MendFormProps & { round: string }) {
  const page = usePageForm({ id: mendForm(code), round, defaultValue: {} });
  return (
    <page.Form {...page.formProps} action={action} className="form">
      <FormProblems page={page} />
      <Button kind="alt" name="fix" value={code} isPending={page.isPending} pendingLabel="Checking">
        {label}
      </Button>
    </page.Form>
  );
}

function countOf(faults: number): string {
  return faults === 1 ? "One thing needs a look." : `${faults} things need a look. The most urgent comes first.`;
}
