import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/primitives/button.tsx";

type ThanksDialogProps = { isOpen: boolean; title: string; children: ReactNode; onClose: () => void };

/**
 * The browser's own modal dialog: it keeps the focus inside and closes on Escape. What had the focus before was the button
 * of a form that has started afresh, so the focus goes to the page instead. Only scripts can open it; a page without them
 * says the same in a section.
 */
export function ThanksDialog({ isOpen, title, children, onClose }: ThanksDialogProps) {
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
