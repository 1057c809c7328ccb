import { ChallengeFields } from "#app/ui/forms/challenge-fields.tsx";
import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

const FORM = "thread";
const LABEL = "Write back";

/** The form below a thread. `seen`: how many parts its page shows. */
export function ThreadReplyForm({ token, seen }: { token: string; seen: number }) {
  const page = usePageForm({ id: FORM, round: useRound(FORM), defaultValue: { message: "" } });
  const { message } = page.fields;
  return (
    <page.Form {...page.formProps} action={`/thread/${token}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(message), label: LABEL }]}>
        <Link to="/contact">Contact us</Link>
      </FormProblems>
      <input type="hidden" name="seen" value={seen} />
      <LongField {...controlProps(message)} required label={LABEL} rows={6} dir="auto" />
      <ChallengeFields form={FORM} question={page.question} />
      <Button>Send</Button>
    </page.Form>
  );
}
