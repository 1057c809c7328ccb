import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { DELETE_FORM, DeleteThreadForm } from "./delete-thread-forms.tsx";

/** The id by which replies name the form with the thread's buttons. */
export const STEPS_FORM = "steps";

type ThreadFormsProps = {
  id: string;
  state: "new" | "taken" | "answered" | "closed";
  /** How many parts the page shows. */
  partCount: number;
  /** When it was last touched (ISO 8601). */
  version: string;
  taken: { id: string; name: string; isMe: boolean; when: string } | null;
  answers: SavedAnswers;
};
/** The saved answers. `use` is the id of the one that fills the form, `answer` its text; both are "" if none was chosen. */
export type SavedAnswers = { saved: readonly { id: string; title: string }[]; use: string; answer: string };

/** The forms of a thread: its buttons, the answer, a note, and what came by mail. */
export function ThreadForms({ answers: { saved, use, answer }, ...thread }: ThreadFormsProps) {
  const { id, state, partCount, taken } = thread;
  const isMine = taken?.isMe ?? false;
  const isFree = taken === null || isMine;
  // A rejected answer keeps what was typed, although somebody else has the thread now.
  const isRejected = isReplyTo("answer", useActionData());
  return (
    <div className="flow">
      <Conflict {...thread} />
      {((state !== "closed" && isFree) || isRejected) && (
        <section className="form-box flow" aria-labelledby="answer-title">
          <h2 id="answer-title" className="visually-hidden">
            Answer
          </h2>
          {saved.length > 0 && (
            <form className="flex items-end gap-2 [&>.field]:flex-1" action={`/desk/messages/${id}#answer-title`}>
              <SelectField
                id="use"
                name="use"
                label="Saved answer"
                hint="It replaces the text below."
                defaultValue={use}
                options={[{ value: "", label: "None" }, ...saved.map((one) => ({ value: one.id, label: one.title }))]}
              />
              <Button kind="alt" className="beside-field">
                Use
              </Button>
            </form>
          )}
          <PartForm
            id={id}
            form="answer"
            partCount={partCount}
            label="Your answer"
            hint="We add our name and a link to this conversation."
            text={answer}
            button="Send, next message"
            isMain
          />
        </section>
      )}
      <div className="desk-acts">
        <Steps {...thread} />
        <Folded form="note" title="Add a note">
          <PartForm
            id={id}
            form="note"
            partCount={partCount}
            label="Note"
            hint="Only staff see it."
            button="Add the note"
            isAlt
          />
        </Folded>
        <Folded form="came" title="Add a mail from them">
          <PartForm
            id={id}
            form="came"
            partCount={partCount}
            label="Their mail"
            hint="Paste it. It is then open again, and they see it on their page."
            button="Add the mail"
            isAlt
          />
        </Folded>
        {(state === "closed" || isFree) && (
          <Folded form={DELETE_FORM} title="Delete the message">
            <DeleteThreadForm id={id} version={thread.version} />
          </Folded>
        )}
      </div>
    </div>
  );
}

type StepsProps = Pick<ThreadFormsProps, "id" | "state" | "partCount" | "taken">;

/** Why a button did nothing, and who has the message. */
function Conflict({ state, taken }: StepsProps) {
  const page = usePageForm({ id: STEPS_FORM, formKey: useFormKey(STEPS_FORM), defaultValue: {} });
  return (
    <>
      <FormProblems page={page} />
      {taken && state !== "closed" && !taken.isMe && (
        <Banner kind="neutral" icon="user" title={`${taken.name} has this message, taken ${taken.when}.`}>
          <p>Only they can answer it. Release it if you want to do it.</p>
        </Banner>
      )}
      {taken?.isMe && state !== "closed" && <p>You have this message, taken {taken.when}.</p>}
    </>
  );
}

/** The buttons that change the state of a thread. */
function Steps({ id, state, partCount, taken }: StepsProps) {
  const step = (form: string, label: string, key?: string) => (
    <form method="post" action={`/desk/messages/${id}`}>
      <CsrfToken />
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="partCount" value={partCount} />
      {taken && <input type="hidden" name="holder" value={taken.id} />}
      <Button {...(form !== "reopen" && { kind: "alt" })} data-key={key}>
        {label}
      </Button>
    </form>
  );
  return (
    <>
      {state === "closed" && step("reopen", "Reopen")}
      {state === "new" && (taken === null || taken.isMe) && step("take", taken ? "Take it again" : "Take it")}
      {taken && state !== "closed" && step("give-back", taken.isMe ? "Release" : `Release for ${taken.name}`)}
      {state !== "closed" && (taken === null || taken.isMe) && step("close", "Close", "e")}
    </>
  );
}

type PartFormProps = {
  id: string;
  form: string;
  partCount: number;
  label: string;
  hint: string;
  text?: string;
  button: string;
  isAlt?: boolean;
  /** The keys of the desk lead to it. */
  isMain?: boolean;
};

function PartForm({ id, form, partCount, label, hint, text = "", button, isAlt, isMain }: PartFormProps) {
  const page = usePageForm({ id: form, formKey: useFormKey(form), defaultValue: { body: text } });
  const { body } = page.fields;
  return (
    <page.Form {...page.formProps} action={`/desk/messages/${id}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(body), label }]} />
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="partCount" value={partCount} />
      <LongField
        {...controlProps(body)}
        required
        label={label}
        hint={hint}
        rows={6}
        dir="auto"
        data-key={isMain && "a"}
      />
      <Button {...(isAlt && { kind: "alt" })}>{button}</Button>
    </page.Form>
  );
}

/** A folded form that is rarely needed. It is open if it was rejected. */
function Folded({ form, title, children }: { form: string; title: string; children: ReactNode }) {
  return (
    <details open={isReplyTo(form, useActionData())}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
