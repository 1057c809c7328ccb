import type { ReactNode } from "react";
import { Icon } from "#app/ui/primitives/icons.tsx";

type ToastMessage = { title: string; text?: string | undefined; isFailure?: boolean; button?: ReactNode };

/**
 * A short message at the bottom of the screen. Its live region is always in the page, or screen readers would miss the message.
 * A toast has no timeout, because some people read slowly.
 */
export function Toast({ message, onClose }: { message: ToastMessage | null; onClose: () => void }) {
  return (
    <div role="status" className="toasts">
      {message !== null && (
        <div className="toast">
          <Icon name={message.isFailure ? "warning" : "check"} />
          <div>
            <b>{message.title}</b>
            {message.text !== undefined && <p>{message.text}</p>}
            {message.button}
          </div>
          <button type="button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
