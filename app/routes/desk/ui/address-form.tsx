import { useActionData } from "@remix-run/react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const ADDRESS_FORM = "address";
const LABEL = "New address";

type AddressFormProps = {
  id: string;
  asked: { who: string; at: string; is_own: boolean } | null;
  /** How to verify the person who asks. */
  call: string | null;
};

/** Changes the address of an account: one member of staff asks, another types the same address. */
export function AddressForm({ id, asked, call }: AddressFormProps) {
  const page = usePageForm({ id: ADDRESS_FORM, formKey: "first", defaultValue: { email: "" } });
  const { email } = page.fields;
  const isReply = isReplyTo(ADDRESS_FORM, useActionData());
  const isOthers = asked !== null && !asked.is_own;
  return (
    <details className="desk-fold" open={isOthers || isReply}>
      <summary>Change the address</summary>
      <form {...page.formProps} action={`/desk/people/${id}`} className="form pt-3">
        <FormProblems page={page} fields={[{ ...problemOf(email), label: LABEL }]} />
        <input type="hidden" name="form" value={ADDRESS_FORM} />
        {isOthers && <input type="hidden" name="confirms" value="1" />}
        <p>The owner of the new address can take over the account. First verify the customer. {call}</p>
        {asked !== null && (
          <p>
            {`${asked.is_own ? "You" : asked.who} asked for it: ${nairobiTime(new Date(asked.at))}. ${
              asked.is_own
                ? "Somebody else must confirm it within a day."
                : "Ask the customer for the address, too, and type it: it must be the same."
            }`}
          </p>
        )}
        <Field
          {...inputProps(email, "email")}
          label={LABEL}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button kind={isOthers ? "bad" : "alt"}>{isOthers ? "Change the address" : "Ask for it"}</Button>
      </form>
    </details>
  );
}
