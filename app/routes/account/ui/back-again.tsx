import { Banner } from "#app/ui/feedback/banner.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

/** Somebody has signed in again and had typed something before: the path of that form, and its fields. */
type Draft = { path: string; fields: [name: string, value: string][] };
export type BackAgainReply = { backAgain: Draft };

export function isBackAgain(received: unknown): received is BackAgainReply {
  return typeof received === "object" && received !== null && "backAgain" in received;
}

/** The way back to the form. It loads a new page, which knows who is signed in now; nothing is sent on yet. */
export function BackAgain({ path, fields }: Draft) {
  return (
    <form method="post" action={path} className="form">
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
