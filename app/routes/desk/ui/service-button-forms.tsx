import type { ServiceAct } from "#app/services/desk-forms.ts";
import type { ServiceView } from "#app/services/desk-view.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Confirm, OrderProblems } from "./order-button-form.tsx";
import { EarlyTick, FormOf, SharedTick, serviceAction } from "./service-forms.tsx";

type Props = { view: ServiceView };

/** Forms that are only a button. */
const BUTTONS: Partial<Record<ServiceAct, { label: string; text: string }>> = {
  server: {
    label: "Set it up at the server",
    text: "The server creates the account within a minute. Then the order is done, and the customer gets a mail.",
  },
  restore: {
    label: "Mark as restored",
    text: "First restore it at the provider. The customer gets a mail. If the next year is not paid, hold it first: else it is suspended again. The days without it are added to a paid year.",
  },
  plan: { label: "Mark the plan as changed", text: "First change it at the provider. The customer gets a mail." },
  again: { label: "Try again", text: "First look at the server whether it has done it. It must not be done twice." },
  there: {
    label: "It is done already",
    text: "First look at the server. Then this counts as done, and the customer gets a mail.",
  },
};

/** A form that is only a button. `isMain`: it is what the service needs. */
export function ActButton({ view, act, isMain }: Props & { act: ServiceAct; isMain: boolean }) {
  const page = usePageForm({ id: act, formKey: "first", defaultValue: { early: "", shared: "" } });
  const { label = "", text = "" } = BUTTONS[act] ?? {};
  const { early, shared } = page.fields;
  const isNew = view.isOrdered && (act === "server" || act === "there");
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(early), label: "Not paid yet" },
          { ...problemOf(shared), label: "The name of another customer" },
        ]}
      />
      <FormOf view={view} act={act} />
      <p>{text}</p>
      {act === "restore" && view.isYearWaiting && (
        <p>
          Its next year is paid, and the order for it is still open: it gets the days without it when you end that order
          as done.
        </p>
      )}
      {act === "server" && <EarlyTick view={view} field={early} />}
      {isNew && <SharedTick view={view} field={shared} />}
      <Button {...(isMain ? {} : { kind: "alt" as const })}>{label}</Button>
    </form>
  );
}

/** Says that a person has suspended the service. */
export function SuspendForm({ view }: Props) {
  const page = usePageForm({ id: "suspend", formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <OrderProblems page={page} />
      <FormOf view={view} act="suspend" />
      {page.carry.sure && <input type="hidden" name="sure" value={page.carry.sure} />}
      <Confirm page={page} backTo={serviceAction(view)} yes="Yes, it is suspended" isBad>
        <p>First suspend it at the provider. Delete nothing.</p>
        <Button kind="bad">Mark as suspended</Button>
      </Confirm>
    </form>
  );
}
