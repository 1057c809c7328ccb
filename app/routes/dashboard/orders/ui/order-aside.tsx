import type { ReactNode } from "react";

const AFTER_REVIEW = "No card needed now. We confirm by e-mail before anything is charged.";
const AT_ONCE = "No card needed now. We order it at once where we can, and send the bill by e-mail.";

/** When the order is charged; shown above the button. */
export function chargeWords(isDirect: boolean): string {
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
      <section>
        <h2 className="pb-2">How you pay</h2>
        <p className="border-l-6 border-cloth bg-sunk px-4 py-3">{payment}</p>
      </section>
    </aside>
  );
}
