import type { Offer } from "#app/model/order.ts";
import { Steps } from "#app/ui/marks/steps.tsx";

const AFTER_REVIEW = "No card needed now. We confirm by e-mail before anything is charged.";
const AT_ONCE = "No card needed now. We order it at once where we can, and send the bill by e-mail.";

/** When something is charged, over the button that orders. */
export function chargeWords(isDirect: boolean): string {
  return isDirect ? AT_ONCE : AFTER_REVIEW;
}

/** What happens after the press, and how one pays. */
export function OrderAside({ steps, payment }: Pick<Offer, "steps" | "payment">) {
  return (
    <aside>
      <section>
        <h2>What happens next</h2>
        <Steps steps={steps} />
      </section>
      <section>
        <h2>How you pay</h2>
        <p className="pay">{payment}</p>
      </section>
    </aside>
  );
}
