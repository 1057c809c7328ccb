import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";

type ThanksDialogProps = { isOpen: boolean; title: string; children: ReactNode; onClose: () => void };

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back to what had it.
 * Only scripts can open it; a page without them says the same in a section.
 */
export function ThanksDialog({ isOpen, title, children, onClose }: ThanksDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-labelledby="thanks" onClose={onClose}>
      <form method="dialog" className="form">
        <h2 id="thanks">{title}</h2>
        {children}
        <Button>Close</Button>
      </form>
    </dialog>
  );
}
