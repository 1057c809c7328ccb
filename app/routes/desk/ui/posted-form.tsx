import { useLocation } from "@remix-run/react";
import { CSRF_TOKEN } from "#app/platform/http/csrf-token.ts";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

/** Labels of what staff type in the forms of the desk. Other fields are hidden. */
export const POSTED_LABELS: Record<string, string> = {
  account: "Account",
  bank: "Bank",
  body: "Text",
  category: "Category",
  client: "Client",
  code: "Code",
  confirms: "How you know that it is they",
  content: "Text",
  day: "Day",
  demourl: "Demo",
  description: "Description",
  email: "E-mail",
  excerpt: "Excerpt",
  fulldescription: "Long description",
  githuburl: "Source code",
  ksh: "Shillings",
  link: "Link",
  next_on: "Next date",
  note: "Note",
  number: "Number",
  paidAt: "Paid at",
  picture: "Picture",
  reason: "Reason",
  reference: "Bill number",
  slug: "Address",
  stage: "Stage",
  tags: "Tags",
  takenBy: "Taken by",
  technologies: "Technologies",
  time: "Time",
  title: "Title",
  typed: "Typed to confirm",
  until: "Last day",
  why: "Reason",
  words: "What the customer reads",
  year: "Year",
};
/** Fields of several lines. */
const LONG = ["body", "content", "description", "excerpt", "fulldescription", "note", "words"];

type Posted = [name: string, value: string][];

/** Returns the fields of the posted form in an error that a page of the desk threw; undefined if none was posted. */
export function postedIn(error: unknown): Posted | undefined {
  const thrown = typeof error === "object" && error !== null && "data" in error ? error.data : undefined;
  const posted = typeof thrown === "object" && thrown !== null && "posted" in thrown ? thrown.posted : undefined;
  return Array.isArray(posted) ? posted : undefined;
}

/** A posted form whose page could not be read: all of it to be sent again, by the same button, or copied. */
export function PostedForm({ posted }: { posted: Posted }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={pathname + search} className="page sheet flow">
      <h2>What you sent</h2>
      <p>We could not confirm that it was saved. Look whether it was done, or wait a minute and send it again.</p>
      <CsrfToken />
      {posted
        .filter(([name]) => name !== CSRF_TOKEN)
        .map(([name, value], index) => {
          const about = { id: `posted-${index}`, name, defaultValue: value, label: POSTED_LABELS[name] ?? "" };
          if (about.label === "") return <input key={about.id} type="hidden" name={name} value={value} />;
          return LONG.includes(name) ? (
            <LongField key={about.id} rows={8} {...about} />
          ) : (
            <Field key={about.id} {...about} />
          );
        })}
      <Button>Send it again</Button>
    </form>
  );
}
