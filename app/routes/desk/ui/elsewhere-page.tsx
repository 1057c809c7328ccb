import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { DeskEmpty } from "./desk-empty.tsx";

type ElsewherePageProps = { title: string; what: string };

/** Shown in place of a page whose data is kept by a worker of the agency. */
export function ElsewherePage({ title, what }: ElsewherePageProps) {
  return (
    <div className="page sheet app flow">
      <h1>{title}</h1>
      <DeskEmpty title={`Another service keeps ${what}`}>
        <p>This list comes from another service. Ask the administrator to change it.</p>
      </DeskEmpty>
    </div>
  );
}

type PreviewSectionProps = { isUnsaved: boolean; isPlain?: boolean; children: ReactNode };

/**
 * The article as readers see it, or would see it. `isPlain`: the text is too long or too deeply nested, so its markdown is
 * shown as plain paragraphs.
 */
export function PreviewSection({ isUnsaved, isPlain = false, children }: PreviewSectionProps) {
  return (
    <section className="flow" id="preview" aria-label="Preview">
      <p className="quiet">
        {isUnsaved ? "Preview of what you typed. It is not saved yet." : "Preview of what is saved"}
      </p>
      {isPlain && (
        <Banner kind="warn" title="Readers see plain paragraphs">
          <p>The text is very long, or has too many quotes or tables in each other.</p>
        </Banner>
      )}
      {children}
    </section>
  );
}

/** The labels of typed fields. Hidden fields have none, so they are not shown. */
const TYPED: Record<string, string> = {
  words: "What the customer reads",
  ksh: "Shillings",
  reason: "Why",
  name: "Name",
  until: "Last day",
  body: "Note",
  number: "eTIMS number",
  way: "How",
  code: "Its code or number",
};

/** Shows why a form was refused and what was typed in it, if the page no longer offers this form (`offered`). */
export function LostForm({ offered }: { offered: Record<string, boolean> }) {
  const actionData = useActionData<unknown>();
  const lost = [...Object.keys(offered)].find((form) => !offered[form] && isReplyTo(form, actionData));
  if (lost === undefined || !isReplyTo(lost, actionData)) return null;
  const { error, initialValue } = actionData.result;
  const typed = Object.entries(initialValue ?? {}).flatMap(([name, value]) =>
    TYPED[name] !== undefined && typeof value === "string" ? [{ label: TYPED[name], value }] : [],
  );
  const [message = "This was not saved.", ...more] = Object.values(error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <Banner kind="bad" title={message}>
      {more.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {typed.map(({ label, value }) => (
        <p key={label} className="stranger">
          You typed: {label}: {value}
        </p>
      ))}
    </Banner>
  );
}
