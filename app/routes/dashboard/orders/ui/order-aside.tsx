import type { ReactNode } from "react";
import { Words } from "#app/ui/primitives/words.tsx";

const AFTER_REVIEW = "Pay nothing now. We e-mail you first, and you can still cancel.";
const AT_ONCE = "Pay nothing now. We order it straight away and e-mail you the bill.";

/** When the order is charged; shown above the button. Empty if the buttons say it. */
export function chargeWords(isDirect: boolean, isPaidFirst = false): string {
  if (isPaidFirst) return "";
  return isDirect ? AT_ONCE : AFTER_REVIEW;
}

/** The next steps (`children`) and how to pay. */
export function OrderAside({ payment, children }: { payment: string; children: ReactNode }) {
  return (
    <aside className="grid content-start gap-6">
      <section>
        <h2 className="pb-2">What happens next</h2>
        {children}
      </section>
      {payment !== "" && (
        <section>
          <h2 className="pb-2">How you pay</h2>
          <p className="border-l-6 border-cloth bg-sunk px-4 py-3">
            <Words>{payment}</Words>
          </p>
        </section>
      )}
    </aside>
  );
}
