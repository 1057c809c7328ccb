import type { OrderView } from "#app/orders/desk-view.server.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { After, actionOf } from "./order-button-form.tsx";

type Props = { view: OrderView };

const NEW_PRICE = "New price in shillings";

/** Changes the price of an order whose bill is not paid. */
export function RepriceForm({ view }: Props) {
  const page = usePageForm({ id: "reprice", formKey: "first", defaultValue: { ksh: "", reason: "" } });
  const { ksh, reason } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(ksh), label: NEW_PRICE },
          { ...problemOf(reason), label: "Why" },
        ]}
      />
      <input type="hidden" name="form" value="reprice" />
      <input type="hidden" name="expectedKsh" value={view.priceKsh} />
      <Field {...inputProps(ksh)} required label={NEW_PRICE} inputMode="numeric" />
      <Field {...inputProps(reason)} required label="Why" hint="Only the log keeps it." />
      <p className="quiet">The customer gets an e-mail with both prices. The link to pay stays the same.</p>
      <Button kind="alt">Change the price</Button>
    </form>
  );
}

/** Opens an order again that was ended by mistake. */
export function ReopenForm({ view }: Props) {
  const page = usePageForm({ id: "reopen", formKey: "first", defaultValue: { reason: "", back: "on" } });
  const { reason, back } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(reason), label: "Why" }]} />
      <input type="hidden" name="form" value="reopen" />
      <Field {...inputProps(reason)} required label="Why" hint="Only the log keeps it." />
      {view.reopening && <NameOf reopening={view.reopening} back={back} />}
      {view.service?.hasLater && (
        <p>Next years and larger plans that ended with it stay so. Reopen their orders after it.</p>
      )}
      {view.kind === "transfer" && <p>The transfer code is deleted. Ask the customer for it.</p>}
      <After words={view.after.reopen} mail="The e-mail also says: “We ended it by mistake and go on.”" />
      <Button kind="alt">Reopen and take it</Button>
    </form>
  );
}

type NameOfProps = {
  reopening: NonNullable<OrderView["reopening"]>;
  back: { id: string; name: string; initialValue?: string | undefined };
};

/** What becomes of the order's name: a renewed one gets its date back if that is ticked, any other stays as it is. */
function NameOf({ reopening, back }: NameOfProps) {
  const isTicked = back.initialValue === "on";
  return (
    <>
      {reopening.back !== null && (
        <label className="flex min-h-touch items-center gap-3" htmlFor={back.id}>
          <input type="checkbox" id={back.id} name={back.name} defaultChecked={isTicked} className="size-6 flex-none" />
          Set the last day back to {reopening.back}
        </label>
      )}
      <input type="hidden" name="expectedExpiry" value={reopening.expectedExpiry} />
      <p>
        {reopening.back === null ? "The name stays as it is. " : "Is another day right? "}
        <a href={reopening.nameHref}>Correct the name at its page</a>.
      </p>
    </>
  );
}
