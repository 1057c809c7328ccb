import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const SAVED_ANSWER_FORM = "saved-answer";
const PATH = "/desk/messages/answers";
const LABELS = { title: "Title", body: "Answer" };

type Edited = { id: string; title: string; body: string; changedAt: string };

/** Adds a saved answer, or changes `edited`. */
export function SavedAnswerForm({ edited }: { edited: Edited | null }) {
  const defaultValue = { title: edited?.title ?? "", body: edited?.body ?? "" };
  const page = usePageForm({ id: SAVED_ANSWER_FORM, round: useRound(SAVED_ANSWER_FORM), defaultValue });
  const { title, body } = page.fields;
  return (
    <page.Form {...page.formProps} action={edited ? `${PATH}?edit=${edited.id}` : PATH} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(title), label: LABELS.title },
          { ...problemOf(body), label: LABELS.body },
        ]}
      />
      {edited && (
        <>
          <input type="hidden" name="id" value={edited.id} />
          <input type="hidden" name="seen" value={edited.changedAt} />
        </>
      )}
      <Field {...inputProps(title)} required label={LABELS.title} hint="Only staff see it." dir="auto" />
      <LongField {...controlProps(body)} required label={LABELS.body} rows={8} dir="auto" />
      <Button>Save</Button>
    </page.Form>
  );
}

/** Deletes a saved answer as it was shown. */
export function DeleteAnswerForm({ id, seen }: { id: string; seen: string }) {
  return (
    <form method="post" action={`${PATH}?edit=${id}`}>
      <CsrfToken />
      <input type="hidden" name="form" value="delete" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={seen} />
      <Button kind="bad">Delete</Button>
    </form>
  );
}
