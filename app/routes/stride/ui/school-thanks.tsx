import { type FormEvent, useEffect, useRef } from "react";
import type { FlashMessage } from "#app/model/flash.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type SchoolThanksProps = {
  notice: FlashMessage;
  /** It came to a page that was open already: a toast says the title, and the focus was in a form that is gone. */
  isArrival: boolean;
  onAgain: () => void;
};

/** What takes the form's place once a school is registered. It can be left for an empty form, with scripts and without. */
export function SchoolThanks({ notice, isArrival, onAgain }: SchoolThanksProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArrival) title.current?.focus();
  }, [isArrival]);
  const startAgain = (event: FormEvent) => {
    event.preventDefault();
    onAgain();
    // The form is drawn after this.
    setTimeout(() => document.getElementById("form")?.focus());
  };
  return (
    <section id="form" className="page section flow pt-8 *:max-w-[40rem]" aria-labelledby="thank-you">
      <h2 id="thank-you" ref={title} tabIndex={-1}>
        Thank You!
      </h2>
      {!isArrival && (
        <p className="lead" role="status">
          {notice.title}
        </p>
      )}
      <p className="lead">{notice.text}</p>
      {/* With its question mark it is another address than the page's own, so the browser really loads it. */}
      <form action="/stride#form" onSubmit={startAgain}>
        <Button kind="alt">Register Another School</Button>
      </form>
    </section>
  );
}
