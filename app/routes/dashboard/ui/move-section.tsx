import { useActionData } from "@remix-run/react";
import { GIVER_TERMS } from "#app/moves/move.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { PasswordPart, RequestForm } from "./control-forms.tsx";

/** The last move of the name. `words`: where it stands. */
type ShownMove = { id: string; toEmail: string; isOpen: boolean; hasGiverAgreed: boolean; words: string };
type Props = { page: { path: string; email: string; display: string; isWithUs: boolean; move: ShownMove | null } };

/** Gives the name to another account: where the last move stands, and the forms that begin, confirm and cancel one. */
export function MoveSection({ page }: Props) {
  const { move, display } = page;
  if (move === null && !page.isWithUs) return null;
  return (
    <section className="flow" aria-labelledby="move">
      <h3 id="move">Give it to another account</h3>
      {move && (
        <p className="wrap-anywhere">
          <b>
            {display} to {move.toEmail}
          </b>
          <span className="block">{move.words}</span>
        </p>
      )}
      {move?.isOpen && !move.hasGiverAgreed && <ConfirmForm page={page} id={move.id} />}
      {move?.isOpen ? <CancelForm page={page} id={move.id} /> : page.isWithUs && <GiveForm page={page} />}
    </section>
  );
}

function Terms() {
  return (
    <ul className="list-disc pl-5">
      {GIVER_TERMS.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const LABEL = "E-mail of the new owner";

function GiveForm({ page }: Props) {
  const form = usePageForm({ id: "move", formKey: "first", defaultValue: { receiver: "", password: "" } });
  const { receiver } = form.fields;
  return (
    <details className="fold border-y border-line" open={isReplyTo("move", useActionData())}>
      <summary>Give this name away</summary>
      <div className="flow pb-4">
        <p>The new owner needs an account with us. If they have none, our mail says how to make one.</p>
        <Terms />
        <RequestForm {...{ formProps: form.formProps, page, form: "move" }}>
          <PasswordPart form={form} email={page.email} fields={[{ ...problemOf(receiver), label: LABEL }]}>
            <Field
              {...inputProps(receiver, "email")}
              {...AS_TYPED}
              label={LABEL}
              hint="We send it a link. They have seven days to say yes."
              autoComplete="off"
              required
            />
          </PasswordPart>
          <Button kind="alt">Give the name away</Button>
        </RequestForm>
      </div>
    </details>
  );
}

type MoveProps = Props & { id: string };

/** For a move that staff began: nothing happens before the owner confirms it. */
function ConfirmForm({ page, id }: MoveProps) {
  const form = usePageForm({ id: "move-confirm", formKey: "first", defaultValue: { password: "" } });
  return (
    <>
      <Terms />
      <RequestForm {...{ formProps: form.formProps, page, form: "move-confirm" }}>
        <input type="hidden" name="move" value={id} />
        <PasswordPart form={form} email={page.email} />
        <Button>Confirm</Button>
      </RequestForm>
    </>
  );
}

function CancelForm({ page, id }: MoveProps) {
  const form = usePageForm({ id: "move-cancel", formKey: "first", defaultValue: {} });
  return (
    <RequestForm {...{ formProps: form.formProps, page, form: "move-cancel" }}>
      <FormProblems page={form} />
      <input type="hidden" name="move" value={id} />
      <Button kind="alt">Keep the name</Button>
    </RequestForm>
  );
}
