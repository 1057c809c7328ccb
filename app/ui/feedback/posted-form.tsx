import { useLocation } from "@remix-run/react";
import type { PostedField } from "#app/platform/http/outage.server.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

/** A posted form whose page could not be read: all of it to be sent again, by the same button, or copied. */
export function PostedForm({ posted }: { posted: PostedField[] }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={pathname + search} className="page sheet flow">
      <h2>What you sent</h2>
      <p>We do not know whether it was saved. Look first, or send it again in a minute.</p>
      {posted.map(({ name, value, label, isLong }, index) => {
        const about = { id: `posted-${index}`, name, defaultValue: value };
        if (label === undefined) return <input key={about.id} type="hidden" name={name} value={value} />;
        if (isLong) return <LongField key={about.id} rows={8} {...about} label={label} />;
        return <Field key={about.id} {...about} label={label} />;
      })}
      <Button>Send it again</Button>
    </form>
  );
}
