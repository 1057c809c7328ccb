import type { ReactNode } from "react";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import type { PageForm } from "#app/ui/forms/use-page-form.ts";

/** A fact in one line: its label, and its value at the end. */
export const FACT = "flex flex-wrap items-baseline justify-between gap-x-4 py-2";

type Props = {
  page: PageForm & { formProps: { id: string; method: "post" } };
  /** The URL of the service. */
  path: string;
  fields?: Parameters<typeof OwnFormProblems>[0]["fields"];
  /** The prices that the form shows, as one text. */
  priceFingerprint?: string;
  children: ReactNode;
};

/** A form of the page of a service, which is named by its hidden field. */
export function ServiceForm({ page, path, fields, priceFingerprint, children }: Props) {
  const { id, method } = page.formProps;
  return (
    <form id={id} method={method} noValidate action={path} className="form">
      <OwnFormProblems page={page} {...(fields && { fields })} />
      <input type="hidden" name="form" value={page.id} />
      {priceFingerprint !== undefined && <input type="hidden" name="priceFingerprint" value={priceFingerprint} />}
      {children}
    </form>
  );
}
