import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FlashMessage } from "#app/model/flash.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";

const TITLE = "Thank you!";
const TEXT = "We have your message. A person answers, typically within 24 hours.";

/** In the page's HTML, in the place of the form. */
export function ThankYou() {
  return (
    <section className="flow" aria-labelledby="thank-you">
      <h2 id="thank-you">{TITLE}</h2>
      <p>{TEXT}</p>
      <p>
        <ButtonLink kind="alt" to="/contact" reloadDocument>
          Write another message
        </ButtonLink>
      </p>
    </section>
  );
}

/** The same over the page, when the form was sent without leaving it. Takes the notice that tells of it. */
export function ThankYouDialog({ notice }: { notice: FlashMessage | undefined }) {
  const [closedId, setClosedId] = useState<string>();
  const isOpen = notice !== undefined && notice.id !== closedId;
  return (
    <ThanksDialog isOpen={isOpen} title={TITLE} onClose={() => setClosedId(notice?.id)}>
      <p>{TEXT}</p>
    </ThanksDialog>
  );
}

type ThanksDialogProps = { isOpen: boolean; title: string; children: ReactNode; onClose: () => void };

/**
 * The browser's own modal dialog: it keeps the focus inside and closes on Escape. What had the focus before was the button
 * of a form that has started afresh, so the focus goes to the page instead. Only scripts can open it; a page without them
 * says the same in a section.
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
