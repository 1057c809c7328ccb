import type { ServiceView } from "#app/services/desk-view.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { EarlyTick, FormOf, SharedTick, serviceAction } from "./service-forms.tsx";

const LABELS = {
  panel: "Address of the panel",
  username: "Username",
  host: "Server",
  ip: "IP address",
  password: "First password",
  cert_ends_on: "Last day of the certificate",
  early: "Not paid yet",
  shared: "The name of another customer",
};
type Name = keyof typeof LABELS;

const FIELDS: Record<ServiceView["kind"], readonly Name[]> = {
  hosting: ["panel", "username", "host", "ip", "password"],
  mail: ["panel", "username", "password"],
  certificate: ["cert_ends_on"],
};

/** The fields that staff seldom fill in. They are folded unless they have a value or an error. */
const SELDOM: Record<ServiceView["kind"], readonly Name[]> = { hosting: ["ip"], mail: ["username"], certificate: [] };

/** Says how the customer gets in. With it an ordered service begins, and its order is done. */
export function SetupForm({ view }: { view: ServiceView }) {
  const { kind, access, firstOrder, hasSecret } = view;
  const defaultValue: Record<Name, string> = {
    ...{ panel: "", username: "", host: "", ip: "", password: "", early: "", shared: "" },
    ...access,
    cert_ends_on: view.certEndsOn,
  };
  const page = usePageForm({ id: "setup", formKey: "first", defaultValue });
  const { fields } = page;
  const isShown = (name: Name) => FIELDS[kind].includes(name);
  // A first password is for a new account.
  const seldom = firstOrder || kind === "certificate" ? SELDOM[kind] : [...SELDOM[kind], "password" as const];
  const username = (
    <Field
      {...inputProps(fields.username)}
      {...AS_TYPED}
      label={LABELS.username}
      maxLength={kind === "mail" ? 100 : 16}
      {...(kind === "mail" ? { isOptional: true } : { required: true })}
    />
  );
  const password = (
    <Field
      {...inputProps(fields.password)}
      {...AS_TYPED}
      label={LABELS.password}
      hint={`The customer reads it for ten minutes, after signing in. You cannot read it again.${hasSecret ? " Empty: the one that waits stays." : ""}`}
      autoComplete="off"
      maxLength={100}
      isOptional
    />
  );
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <FormProblems
        page={page}
        fields={[...FIELDS[kind], "early" as const, "shared" as const].map((name) => ({
          ...problemOf(fields[name]),
          label: LABELS[name],
        }))}
      />
      <FormOf view={view} act="setup" />
      {isShown("panel") && (
        <Field
          {...inputProps(fields.panel)}
          {...AS_TYPED}
          label={LABELS.panel}
          hint={kind === "mail" ? "https://webmail.example.com" : "https://web1.example.co.ke:2083"}
          inputMode="url"
          maxLength={200}
          required
        />
      )}
      {kind === "hosting" && username}
      {isShown("host") && (
        <Field
          {...inputProps(fields.host)}
          {...AS_TYPED}
          label={LABELS.host}
          hint="web1.example.co.ke"
          maxLength={253}
          required
        />
      )}
      {isShown("password") && !seldom.includes("password") && password}
      {isShown("cert_ends_on") && (
        <Field
          {...inputProps(fields.cert_ends_on)}
          type="date"
          {...view.days.certificate}
          label={LABELS.cert_ends_on}
          required
        />
      )}
      {seldom.length > 0 && (
        <details
          className="desk-fold"
          open={seldom.some((name) => fields[name].errors !== undefined || fields[name].initialValue)}
        >
          <summary>{seldom.map((name) => LABELS[name]).join(", ")}</summary>
          <div className="form pt-3">
            {kind === "mail" && username}
            {isShown("ip") && (
              <Field
                {...inputProps(fields.ip)}
                {...AS_TYPED}
                label={LABELS.ip}
                hint="For the customer’s website. 192.0.2.10"
                maxLength={45}
                isOptional
              />
            )}
            {seldom.includes("password") && password}
          </div>
        </details>
      )}
      <EarlyTick view={view} field={fields.early} />
      <SharedTick view={view} field={fields.shared} />
      <p className="quiet">
        {firstOrder ? "Then the order is done, and the customer gets a mail." : "The customer gets a mail."}
      </p>
      <Button {...(view.needed === "setup" ? {} : { kind: "alt" as const })}>
        {firstOrder ? "Mark as set up" : "Save the way in"}
      </Button>
    </form>
  );
}
