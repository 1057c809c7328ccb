import { useActionData } from "@remix-run/react";
import { LONGEST_REASON } from "#app/desk/form-fields.ts";
import type { NameMove } from "#app/moves/move.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const MOVE_FORM = "move";
export const STOP_FORM = "move-stop";

type FormProps = { name: string; move: NameMove | null };

/** Begins to give a name to another account for its customer, or ends that. */
export function NameMoveForm(props: FormProps) {
  return props.move === null ? <StartForm {...props} /> : <StopForm name={props.name} move={props.move} />;
}

function StartForm({ name }: FormProps) {
  const page = usePageForm({ id: MOVE_FORM, formKey: "first", defaultValue: { receiver: "", reason: "" } });
  const { receiver, reason } = page.fields;
  return (
    <details className="desk-fold" open={isReplyTo(MOVE_FORM, useActionData())}>
      <summary>Give it to another account</summary>
      <form {...page.formProps} action={`/desk/names/${name}`} className="form pt-3">
        <FormProblems
          page={page}
          fields={[
            { ...problemOf(receiver), label: "E-mail of the new owner" },
            { ...problemOf(reason), label: "Reason" },
          ]}
        />
        <p>Both get a mail. The customer confirms with the password, the new owner in an account with this address.</p>
        <input type="hidden" name="form" value={MOVE_FORM} />
        <Field
          {...inputProps(receiver, "email")}
          {...AS_TYPED}
          label="E-mail of the new owner"
          autoComplete="off"
          required
        />
        <ReasonField reason={reason} />
        <Button kind="alt">Write to both</Button>
      </form>
    </details>
  );
}

function StopForm({ name, move }: { name: string; move: NameMove }) {
  const page = usePageForm({ id: STOP_FORM, formKey: "first", defaultValue: { reason: "" } });
  const { reason } = page.fields;
  return (
    <details className="desk-fold" open={isReplyTo(STOP_FORM, useActionData())}>
      <summary>End its move to another account</summary>
      <form {...page.formProps} action={`/desk/names/${name}`} className="form pt-3">
        <FormProblems page={page} fields={[{ ...problemOf(reason), label: "Reason" }]} />
        <input type="hidden" name="form" value={STOP_FORM} />
        <input type="hidden" name="move" value={move.id} />
        <ReasonField reason={reason} />
        <Button kind="alt">End it</Button>
      </form>
    </details>
  );
}

function ReasonField({ reason }: { reason: Parameters<typeof inputProps>[0] }) {
  return <Field {...inputProps(reason)} label="Reason" hint="Only for the log." maxLength={LONGEST_REASON} required />;
}

/** Returns the facts about an open move. */
export function moveFacts({ toEmail, hasGiverAgreed, hasReceiverAgreed, notBefore, endsAt }: NameMove) {
  return [
    { label: "Going to", value: toEmail },
    { label: "Its customer", value: hasGiverAgreed ? "has confirmed" : "has not confirmed" },
    { label: "New owner", value: hasReceiverAgreed ? "has agreed" : "has not agreed" },
    { label: "Not before", value: nairobiTime(new Date(notBefore)) },
    { label: "Its move ends", value: nairobiTime(new Date(endsAt)) },
  ];
}
