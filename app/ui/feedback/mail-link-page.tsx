import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Banner } from "./banner.tsx";

type MailLinkPageProps = {
  /** The page's own path, to which its button posts. */
  action: string;
  title: string;
  text: string;
  button: string;
  /** Where a user gets another link. */
  again: { to: string; label: string };
};

type Looked = { token: string };
type Failed = { token?: string; message?: string; reference?: string };

/** The page that a link in an e-mail opens. It has a button that posts, because mail scanners follow links. */
export function MailLinkPage({ action, title, text, button, again }: MailLinkPageProps) {
  const { token } = useLoaderData<Looked>();
  const failed = useActionData<Failed>();
  if (failed && failed.token === undefined) return <SpentLink {...again} />;
  return (
    <section className="page section flow">
      <h1>{title}</h1>
      {failed ? <LinkFailure failed={failed} /> : <p className="lead">{text}</p>}
      <Form method="post" action={action}>
        <CsrfToken />
        <input type="hidden" name="token" value={failed?.token ?? token} />
        <Button>{button}</Button>
      </Form>
    </section>
  );
}

/** Why the form of a mailed link was not carried out. */
export function LinkFailure({ failed: { message, reference } }: { failed: Failed }) {
  return (
    <Banner kind="bad" title={message}>
      {reference && <p>Reference: {reference}</p>}
    </Banner>
  );
}

type SpentLinkProps = { to: string; label: string; more?: string };

/** The page of a mailed link that is unknown by now. `more`: what that means for who opens it. */
export function SpentLink({ to, label, more = "If you have already used it, all is well." }: SpentLinkProps) {
  return (
    <section className="page section flow">
      <h1>This link no longer works</h1>
      <p className="lead">It may be too old, or part of it may be missing. {more}</p>
      <p>
        <ButtonLink to={to}>{label}</ButtonLink>
      </p>
    </section>
  );
}
