import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "#app/ui/primitives/link.tsx";
import { Banner } from "./banner.tsx";
import { useFlash } from "./flash-area.tsx";

/** The flash message of one form, beside that form: at the top of a page with several forms it would be out of sight. */
export function InlineFlash({ about }: { about: string }) {
  const message = useInlineFlash(about);
  if (!message) return null;
  return (
    <Banner kind={message.isUnsure ? "warn" : "ok"} title={message.title}>
      {message.text && <p>{message.text}</p>}
    </Banner>
  );
}

type FlashInsteadProps = {
  about: string;
  /** The URL that shows the form again in place of the message. */
  again: string;
  children: ReactNode;
};

/** A form or, after its success, the flash message in its place. After a client-side submission the message gets the focus. */
export function FlashInstead({ about, again, children }: FlashInsteadProps) {
  const message = useInlineFlash(about);
  const { toast } = useFlash();
  const isArrival = message !== undefined && message === toast;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isArrival) place.current?.focus();
  }, [isArrival]);
  if (!message) return children;
  return (
    <div ref={place} tabIndex={-1}>
      <InlineFlash about={about} />
      <p className="pt-2">
        <Link to={again} reloadDocument className="inline-flex min-h-touch items-center">
          Use another address
        </Link>
      </p>
    </div>
  );
}

function useInlineFlash(about: string) {
  const { banner, toast } = useFlash();
  const message = banner ?? toast;
  return message?.isInline && message.about === about ? message : undefined;
}
