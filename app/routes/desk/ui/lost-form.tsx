import { useActionData } from "@remix-run/react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";

/** Names of what was typed; hidden fields have none. */
const TYPED: Record<string, string> = {
  words: "What the customer reads",
  ksh: "Shillings",
  until: "Last day",
  body: "Note",
  number: "eTIMS number",
  way: "How",
  code: "Its code or number",
};

/** Why a form was refused that the page does not offer any more, with what was typed in it. */
export function LostForm({ offered }: { offered: Record<string, boolean> }) {
  const reply = useActionData<unknown>();
  const lost = [...Object.keys(offered)].find((form) => !offered[form] && isReplyTo(form, reply));
  if (lost === undefined || !isReplyTo(lost, reply)) return null;
  const { error, initialValue } = reply.result;
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
