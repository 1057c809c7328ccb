import { Banner } from "./banner.tsx";
import { useFlash } from "./flash-provider.tsx";

/** The flash message of one form, beside that form: at the top of a page with several forms it would be out of sight. */
export function InlineFlash({ about }: { about: string }) {
  const { banner, toast } = useFlash();
  const message = banner ?? toast;
  if (!message?.isNear || message.about !== about) return null;
  return (
    <Banner kind={message.isUnsure ? "warn" : "ok"} title={message.title}>
      {message.text && <p>{message.text}</p>}
    </Banner>
  );
}
