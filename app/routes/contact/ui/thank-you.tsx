import { useState } from "react";
import type { FlashMessage } from "#app/model/flash.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { ThanksDialog } from "./thanks-dialog.tsx";

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
