import { Fragment } from "react";
import {
  counted,
  type ImportCounts,
  type ImportLine,
  type ImportState,
  type InvitationCounts,
  problemWords,
} from "#app/imports/import.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const START_FORM = "start-import";
export const DISCARD_FORM = "discard-import";
export const INVITE_FORM = "invite-imported";

type StateProps = { state: ImportState; counts: ImportCounts };

/** How far an import is. */
export function ImportStateBanner({ state, counts, path }: StateProps & { path: string }) {
  if (state === "running") {
    return (
      <Banner kind="neutral" icon="check" title={`${counted(counts.waiting, "line")} to go`}>
        <p>This page looks again by itself every ten seconds. You may close it: the import goes on.</p>
        <LookAgain path={path} />
      </Banner>
    );
  }
  if (state === "finished") return <Banner kind="ok" title="The import is finished" />;
  const isEmpty = counts.new_people + counts.new_names === 0;
  return isEmpty ? (
    <Banner kind="neutral" icon="check" title="There is nothing to import">
      <p>What could be read is here already. Nothing was changed.</p>
    </Banner>
  ) : (
    <Banner kind="neutral" icon="check" title="Nothing is imported yet">
      <p>This is what would happen.</p>
    </Banner>
  );
}

function LookAgain({ path }: { path: string }) {
  return (
    <p>
      <a href={path} className="inline-flex min-h-touch items-center">
        Look again
      </a>
    </p>
  );
}

const FACTS: [count: keyof ImportCounts, label: string][] = [
  ["new_people", "New customers"],
  ["known_people", "Known customers"],
  ["new_names", "New names"],
  ["unchanged", "Unchanged lines"],
  ["wrong", "Lines with errors"],
];

/** What an import does or has done. */
export function ImportCountFacts({ state, counts }: StateProps) {
  return (
    <>
      <dl className="facts">
        {FACTS.map(([count, label]) => (
          <Fragment key={count}>
            <dt>{label}</dt>
            <dd>{counts[count].toLocaleString("en-GB")}</dd>
          </Fragment>
        ))}
      </dl>
      {state === "draft" && (
        <p className="quiet">Known customers and names stay as they are. Only new ones are added.</p>
      )}
    </>
  );
}

/** The button that starts an import. */
export function StartForm({ path, counts }: { path: string; counts: ImportCounts }) {
  const page = usePageForm({ id: START_FORM, formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={path} className="form">
      <FormProblems page={page} />
      <p>Start only when you have seen that your customers control these names.</p>
      <Button name="form" value={START_FORM}>
        Import {counted(counts.new_people, "customer")} and {counted(counts.new_names, "name")}
      </Button>
    </form>
  );
}

/** Deletes a wrong file before anything of it is imported. */
export function DiscardForm({ path }: { path: string }) {
  const page = usePageForm({ id: DISCARD_FORM, formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={path} className="form">
      <FormProblems page={page} />
      <Button kind="alt" name="form" value={DISCARD_FORM}>
        It is the wrong file: delete it
      </Button>
    </form>
  );
}

type LinesPage = { rows: ImportLine[]; first: string | null; next: string | null };

function Pages({ first, next }: LinesPage) {
  return first === null && next === null ? null : (
    <p className="actions">
      {first !== null && (
        <a className="link" href={first}>
          From the start
        </a>
      )}
      {next !== null && (
        <a className="link" href={next} rel="next">
          Next
        </a>
      )}
    </p>
  );
}

/** The lines that are not imported, and why. */
export function WrongLines({ count, page }: { count: number; page: LinesPage }) {
  return (
    <section className="flow pt-6" aria-labelledby="wrong-title">
      <h2 id="wrong-title">{counted(count, "line")} with errors</h2>
      <p>They are left out. Correct the file and choose it again: what is imported stays as it is.</p>
      <ul className="desk-list">
        {page.rows.map(({ line, problems }) => (
          <li key={line}>
            <div>
              <b>Line {line}</b>
              {problems.map((problem) => (
                <span key={problem.column} className="block wrap-anywhere">
                  {problemWords(problem)}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Pages {...page} />
    </section>
  );
}

type InvitationsProps = { invitations: InvitationCounts; people: LinesPage; path: string; canInvite: boolean };

/** The people who have an account by an import and have not signed in, with the form that invites them. */
export function Invitations({ invitations: { open, asked, sent }, people, path, canInvite }: InvitationsProps) {
  return (
    <section className="flow" aria-labelledby="invite-title">
      <h2 id="invite-title">Invitations</h2>
      {sent > 0 && <p>{counted(sent, "invitation")} went out.</p>}
      {asked > 0 && (
        <>
          <p>{counted(asked, "invitation")} to go. They leave a few at a time.</p>
          <LookAgain path={path} />
        </>
      )}
      {open + asked === 0 && <p>Everybody in this file has a password or an invitation.</p>}
      {open > 0 && !canInvite && (
        <Banner kind="warn" title="No mail server is set">
          <p>Set SMTP_URL or MAIL_URL to send invitations.</p>
        </Banner>
      )}
      {open > 0 && canInvite && <InviteForm open={open} people={people} path={path} />}
    </section>
  );
}

function InviteForm({ open, people, path }: { open: number; people: LinesPage; path: string }) {
  const page = usePageForm({ id: INVITE_FORM, formKey: "first", defaultValue: { line: "" } });
  return (
    <form {...page.formProps} action={path} className="form">
      <FormProblems page={page} />
      <p>
        {counted(open, "customer has", "customers have")} no password. Each gets one mail with a link to choose it,
        which works for 30 days. It lists up to ten of their names. Nobody gets a second mail.
      </p>
      <Button name="form" value="all">
        Send all {open.toLocaleString("en-GB")}
      </Button>
      <details className="desk-fold" open={people.first !== null || page.message !== undefined}>
        <summary>Choose whom to invite</summary>
        <div className="flow">
          <ul className="desk-list">
            {people.rows.map(({ line, email, name }) => (
              <li key={line}>
                <label className="flex min-h-touch items-center gap-2">
                  <input type="checkbox" name="line" value={line} className="size-6 flex-none" />
                  <span className="wrap-anywhere">
                    <bdi>{name}</bdi>, <span translate="no">{email}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <Pages {...people} />
          <Button kind="alt" name="form" value={INVITE_FORM}>
            Send to those ticked
          </Button>
        </div>
      </details>
    </form>
  );
}
