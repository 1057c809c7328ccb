import { Banner } from "#app/ui/feedback/banner.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

/** The input of a form that was sent after the session ended: the path of the form, and its fields. */
type Draft = { path: string; fields: [name: string, value: string][] };
export type DraftReply = { backAgain: Draft };

export function isDraftReply(received: unknown): received is DraftReply {
  return typeof received === "object" && received !== null && "backAgain" in received;
}

/**
 * A button that leads back to the form, which shows the input again before it is sent. It loads the whole page, because the
 * signed-in customer has changed.
 */
export function RestoreDraft({ path, fields }: Draft) {
  return (
    <form method="post" action={path} className="form">
      <CsrfToken />
      <Banner kind="ok" title="You are signed in again">
        <p>What you typed is kept. You will see it again before it is sent.</p>
      </Banner>
      <input type="hidden" name="backAgain" value="1" />
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields may share a name, and their order never changes
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button autoFocus>Continue with it</Button>
    </form>
  );
}
