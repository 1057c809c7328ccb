import type { Finding, Severity } from "#app/model/dns/mail/health-rules.ts";
import { Badge } from "#app/routes/dashboard/ui/badge.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { CheckedOn } from "./provider-sources.tsx";

type MailHealthProps = {
  findings: readonly Finding[];
  /** The address of the zone's records. */
  path: string;
  /** The id of the section of this page where mail is set up. */
  setUpId: string;
};

/** The id of the form that fixes a finding. */
export function fixFormId(code: string): string {
  return `mend-${code}`;
}

const WORDS: Record<Severity, string> = { bad: "fix this", warn: "look at this", ok: "in order" };

/** The findings about a domain's mail, the worst first, each with its fix. */
export function MailHealth({ findings, ...links }: MailHealthProps) {
  const faults = findings.filter(({ severity }) => severity !== "ok").length;
  return (
    <section className="flow" aria-labelledby="health-title">
      <h2 id="health-title">Is your mail working?</h2>
      <p>{faults === 0 ? "Everything we can check is in order." : countOf(faults)}</p>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.words}`} className={`finding is-${finding.severity}`}>
            <FindingView finding={finding} {...links} />
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
      {fix?.kind === "plan" && <FixForm code={code} label={fix.label} action={`${path}/mail`} />}
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

type FixFormProps = { code: string; label: string; action: string };

function FixForm(props: FixFormProps) {
  const round = useRound(fixFormId(props.code));
  return <RoundForm key={round} round={round} {...props} />;
}

function RoundForm({ code, label, action, round }: FixFormProps & { round: string }) {
  const page = usePageForm({ id: fixFormId(code), round, defaultValue: {} });
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
