import { useActionData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { HOLDER_FIELDS, HOLDER_LABELS, REQUEST_WORDS, type RequestKind, type Wanted } from "#app/requests/request.ts";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { type PageForm, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type Row = { id: string; kind: RequestKind; wanted: Wanted; hasCode: boolean; isOngoing: boolean; words: string };
/** `isLocked`: as our last request at the registry left it; undefined if there was none, because registries do not tell. */
type Control = { path: string; email: string; display: string; requests: Row[]; isLocked: boolean | undefined };
type Props = { page: Control };

/** The customer's requests: where each stands, and the button that cancels it or shows a transfer code. */
export function RequestList({ page }: Props) {
  const cancel = usePageForm({ id: "cancel", formKey: "first", defaultValue: {} });
  return (
    <section className="flow" aria-labelledby="requests">
      <h3 id="requests">Your requests</h3>
      <FormProblems page={cancel} />
      <ul className="rows">
        {page.requests.map((one) => (
          <li key={one.id} className="flow py-3">
            <p>
              <b>{REQUEST_WORDS[one.kind].title}</b>
              <span className="block">{one.words}</span>
              <span className="quiet wrap-anywhere">{wantedWords(one.wanted)}</span>
            </p>
            {one.isOngoing && <CancelForm page={page} row={one} />}
            {one.hasCode && <ReadForm page={page} row={one} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wantedWords({ servers = [], ...holder }: Wanted): string {
  return [...servers, ...HOLDER_FIELDS.flatMap((field) => holder[field] ?? [])].join(", ");
}

type RowProps = Props & { row: Row };

function CancelForm({ page, row }: RowProps) {
  const { formProps } = usePageForm({ id: `cancel-${row.id}`, formKey: "first", defaultValue: {} });
  return (
    <RequestForm {...{ formProps, page, form: "cancel" }}>
      <CsrfToken />
      <input type="hidden" name="request" value={row.id} />
      <Button kind="alt">
        Cancel<span className="visually-hidden">: {REQUEST_WORDS[row.kind].title}</span>
      </Button>
    </RequestForm>
  );
}

/** Shows a transfer code to somebody who types the password of the account. */
function ReadForm({ page, row }: RowProps) {
  const read = usePageForm({ id: "read", formKey: "first", defaultValue: { password: "" } });
  return (
    <RequestForm {...{ formProps: read.formProps, page, form: "read" }}>
      <input type="hidden" name="request" value={row.id} />
      <PasswordPart form={read} email={page.email} />
      <Button>Show the code</Button>
    </RequestForm>
  );
}

type FormProps = {
  formProps: { id: string; method: "post" };
  page: { path: string };
  form: string;
  children: ReactNode;
};

/** A form of the Control page, named by its hidden field. */
export function RequestForm({ formProps: { id, method }, page, form, children }: FormProps) {
  return (
    <form id={id} method={method} noValidate action={page.path} className="form">
      <input type="hidden" name="form" value={form} />
      {children}
    </form>
  );
}

type PasswordPartProps = {
  form: PageForm & { fields: { password: Parameters<typeof inputProps>[0] } };
  email: string;
  /** The fields above the password, for the list of problems. */
  fields?: Parameters<typeof FormProblems>[0]["fields"];
  children?: ReactNode;
};

/** The problems of a form, its other fields, and the password of the account. */
export function PasswordPart({ form, email, fields = [], children }: PasswordPartProps) {
  const { password } = form.fields;
  return (
    <>
      <FormProblems page={form} fields={[...fields, { ...problemOf(password), label: "Your password" }]} />
      {children}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField {...inputProps(password, "password")} label="Your password" autoComplete="current-password" />
    </>
  );
}

/** The forms of what the registry changes for us only. A kind that is under way has no form. */
export function RequestForms({ page }: Props) {
  const actionData = useActionData();
  const forms: Record<RequestKind, ReactNode> = {
    servers: <ServersForm page={page} />,
    unlock: <PlainForm page={page} kind="unlock" />,
    lock: <PlainForm page={page} kind="lock" />,
    code: <CodeForm page={page} />,
    holder: <HolderForm page={page} />,
  };
  return (
    <section className="flow" aria-labelledby="ask">
      <h3 id="ask">Ask us to change something</h3>
      <p>
        We begin a day after you ask. If your password, address or second step is new or has just changed, we begin
        after three days. Until then you can stop it, here or by the link in our mail.
      </p>
      <div className="border-b border-line [&>details]:border-t [&>details]:border-line">
        {foldsOf(page).map((kinds) => (
          <details key={kinds[0]} className="fold" open={kinds.some((kind) => isReplyTo(kind, actionData))}>
            <summary>{kinds.length > 1 ? "Lock or unlock the name" : REQUEST_WORDS[kinds[0] ?? "lock"].title}</summary>
            <div className="flow pb-4">
              {kinds.map((kind) => (
                <Fragment key={kind}>
                  <p>{REQUEST_WORDS[kind].text}</p>
                  {forms[kind]}
                </Fragment>
              ))}
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

/** The kinds that can be asked now. Lock and unlock are one fold, and only what changes something where the lock is known. */
function foldsOf({ requests, isLocked }: Control): RequestKind[][] {
  const isFree = (kind: RequestKind) => !requests.some((one) => one.kind === kind && one.isOngoing);
  const lock: RequestKind[] = isLocked === undefined ? ["unlock", "lock"] : [isLocked ? "unlock" : "lock"];
  const folds: RequestKind[][] = [["servers"], isFree("unlock") && isFree("lock") ? lock : [], ["code"], ["holder"]];
  return folds.map((kinds) => kinds.filter(isFree)).filter((kinds) => kinds.length > 0);
}

function PlainForm({ page, kind }: Props & { kind: "lock" | "unlock" }) {
  const form = usePageForm({ id: kind, formKey: "first", defaultValue: {} });
  return (
    <RequestForm {...{ formProps: form.formProps, page, form: kind }}>
      <FormProblems page={form} />
      <Button kind="alt">{kind === "lock" ? "Lock" : "Unlock"} the name</Button>
    </RequestForm>
  );
}

function CodeForm({ page }: Props) {
  const form = usePageForm({ id: "code", formKey: "first", defaultValue: { password: "" } });
  return (
    <RequestForm {...{ formProps: form.formProps, page, form: "code" }}>
      <PasswordPart form={form} email={page.email} />
      <Button kind="alt">Ask for the code</Button>
    </RequestForm>
  );
}

function ServersForm({ page }: Props) {
  const form = usePageForm({ id: "servers", formKey: "first", defaultValue: { servers: "" } });
  const { servers } = form.fields;
  return (
    <RequestForm {...{ formProps: form.formProps, page, form: "servers" }}>
      <FormProblems page={form} fields={[{ ...problemOf(servers), label: "Name servers" }]} />
      <LongField
        {...controlProps(servers)}
        {...AS_TYPED}
        label="Name servers"
        hint="Two to six, one on each line, such as ns1.example.com."
        rows={4}
        required
      />
      <Button kind="alt">Change the name servers</Button>
    </RequestForm>
  );
}

/** The browser's own names for the fields. Source: HTML, "Autofill". */
const AUTOFILL = {
  name: "name",
  organisation: "organization",
  address: "street-address",
  phone: "tel",
  email: "email",
} as const;
const TYPES = { name: "text", organisation: "text", address: "text", phone: "tel", email: "email" } as const;

function HolderForm({ page }: Props) {
  const defaultValue = { name: "", organisation: "", address: "", phone: "", email: "" };
  const form = usePageForm({ id: "holder", formKey: "first", defaultValue });
  const { fields } = form;
  return (
    <RequestForm {...{ formProps: form.formProps, page, form: "holder" }}>
      <FormProblems
        page={form}
        fields={HOLDER_FIELDS.map((field) => ({ ...problemOf(fields[field]), label: HOLDER_LABELS[field] }))}
      />
      {HOLDER_FIELDS.map((field) => (
        <Field
          key={field}
          {...inputProps(fields[field], TYPES[field])}
          label={HOLDER_LABELS[field]}
          autoComplete={AUTOFILL[field]}
          isOptional={field === "organisation"}
          required={field !== "organisation"}
          dir="auto"
        />
      ))}
      <Button kind="alt">Change the holder</Button>
    </RequestForm>
  );
}
