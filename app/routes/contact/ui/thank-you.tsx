import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FlashMessage } from "#app/platform/http/flash-message.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

const TITLE = "Thank you!";

/** The specified message of success. */
export const SENT = { title: "Message sent successfully", text: "We'll get back to you as soon as possible." };

/** What happens next, after either way of sending. */
function Text({ sentTo }: { sentTo: string | null }) {
  const answerTime = useRootData()?.brand.answerTime;
  return (
    <p className="wrap-anywhere">
      <b className="block">{SENT.title}</b>
      {SENT.text}
      {answerTime && ` We answer ${answerTime}.`}
      {sentTo !== null && (
        <>
          {" "}
          Our answer goes to <b translate="no">{sentTo}</b>.
        </>
      )}
    </p>
  );
}

/** Replaces the form after a full page load. `sentTo` is the address of the sender. */
export function ThankYou({ sentTo }: { sentTo: string | null }) {
  return (
    <section className="flow" aria-labelledby="thank-you">
      <h2 id="thank-you">{TITLE}</h2>
      <Text sentTo={sentTo} />
      <p>
        <ButtonLink kind="alt" to="/contact" reloadDocument>
          Write another message
        </ButtonLink>
      </p>
    </section>
  );
}

/** The thanks in a dialog, after a submission by scripts, with the flash message of the submission. */
export function ThankYouDialog({ flash, sentTo }: { flash: FlashMessage | undefined; sentTo: string | null }) {
  const [closedId, setClosedId] = useState<string>();
  const isOpen = flash !== undefined && flash.id !== closedId;
  return (
    <ThanksDialog isOpen={isOpen} title={TITLE} onClose={() => setClosedId(flash?.id)}>
      {isOpen && <Text sentTo={sentTo} />}
    </ThanksDialog>
  );
}

type ThanksDialogProps = { isOpen: boolean; title: string; children: ReactNode; onClose: () => void };

/**
 * The browser's modal dialog, which traps the focus and closes on Escape. Afterwards the focus goes to the page, because the
 * button that had it belongs to a form that was reset.
 */
function ThanksDialog({ isOpen, title, children, onClose }: ThanksDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  const leave = () => {
    onClose();
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <dialog ref={dialog} aria-labelledby="thanks" onClose={leave}>
      <form method="dialog" className="form">
        <h2 id="thanks">{title}</h2>
        {children}
        <Button>Close</Button>
      </form>
    </dialog>
  );
}
