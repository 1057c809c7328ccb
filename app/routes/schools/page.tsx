import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { stampFor, widgetSettings } from "#app/platform/abuse/bot-check.server.ts";
import { callLink } from "#app/platform/brand.ts";
import { formPage } from "#app/platform/http/cache-headers.server.ts";
import type { FlashMessage } from "#app/platform/http/flash-message.ts";
import { useFlash } from "#app/ui/feedback/flash-area.tsx";
import { Toast } from "#app/ui/feedback/toast.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { PageStarter } from "#app/ui/shell/page-scripts.tsx";
import { SandboxRibbon } from "#app/ui/shell/sandbox-ribbon.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import schoolsCss from "#app/ui/styles/areas/schools.css?url";
import { Introduction } from "./introduction.tsx";
import { registerAction } from "./register-action.ts";
import { SCHOOL_FORM, SchoolForm } from "./ui/school-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent", areas: "schools" };

export const links = () => areaSheet("schools", schoolsCss);

export const headers = formPage;

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, {
    title: "Stride, a digital classroom for Kenyan schools",
    description:
      "Lessons, exams, fees and reports for the CBC, on cheap Android phones and weak networks, under Ksh. 50 per student per month.",
  }),
  { name: "theme-color", content: "#0F5C4D" },
];

export function loader() {
  return { stamp: stampFor(SCHOOL_FORM), widget: widgetSettings() };
}

export function action(args: ActionFunctionArgs) {
  return registerAction(args);
}

/** A page without the site's header and footer. Its links are plain, because other pages have other style sheets. */
export default function StridePage() {
  const form = useLoaderData<typeof loader>();
  const root = useRootData();
  const { banner, toast, close } = useFlash();
  const [closedToast, setClosedToast] = useState<string>();
  const thanks = [banner, toast].find((flash) => flash?.about === SCHOOL_FORM);
  const panel = thanks && <SchoolThanks flash={thanks} isArrival={thanks === toast} onAgain={close} />;
  return (
    <>
      {root?.outbox !== undefined && <SandboxRibbon outboxHref={root.outbox} />}
      <header className="page top-row w-full">
        <b className="home-link">stride</b>
        {/* biome-ignore lint/a11y/noAmbiguousAnchorText: the only link of a header that says whose page this is */}
        <a href="#form">Learn More</a>
      </header>
      <div className="pindo" />
      <main id="main" tabIndex={-1}>
        {/* Above the introduction after a full page load, so that it is seen without scrolling. */}
        {banner && panel}
        <Introduction />
        {toast && panel}
        {!panel && <Register {...form} />}
      </main>
      <PageStarter />
      <footer className="foot">
        <div className="page">
          <p>
            Stride, a product of {root?.brand.name} · <a href="/privacy">Privacy</a>
          </p>
          <p className="flex flex-wrap gap-x-5">
            {root?.brand.phone && <a href={callLink(root.brand.phone)}>{root.brand.phone}</a>}
            <a href={`mailto:${root?.brand.email}`}>{root?.brand.email}</a>
          </p>
        </div>
      </footer>
      <Toast
        message={toast && toast === thanks && toast.id !== closedToast ? { title: toast.title } : null}
        onClose={() => setClosedToast(toast?.id)}
      />
    </>
  );
}

function Register(form: { stamp: string; widget: { script: string; siteKey: string } }) {
  return (
    <section id="form" tabIndex={-1} className="page section flow pt-8 *:max-w-[40rem]" aria-labelledby="register">
      <h2 id="register">Register Your School's Interest</h2>
      <p className="quiet">
        Seven questions, the last two optional. We use your answers only to contact you about Stride.{" "}
        <a href="/privacy#schools-and-news">Privacy</a>
      </p>
      <SchoolForm {...form} />
    </section>
  );
}

type SchoolThanksProps = {
  flash: FlashMessage;
  /** Shown after a client-side submission: a toast has the title, and the focus must leave the removed form. */
  isArrival: boolean;
  onAgain: () => void;
};

/** Replaces the form after a registration. Its button shows an empty form again. */
function SchoolThanks({ flash, isArrival, onAgain }: SchoolThanksProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArrival) title.current?.focus();
  }, [isArrival]);
  const startAgain = (event: FormEvent) => {
    event.preventDefault();
    onAgain();
    // After React has rendered the form.
    setTimeout(() => document.getElementById("form")?.focus());
  };
  return (
    <section id="form" className="page section flow pt-8 *:max-w-[40rem]" aria-labelledby="thank-you">
      <h2 id="thank-you" ref={title} tabIndex={-1}>
        Thank You!
      </h2>
      {!isArrival && (
        <p className="lead" role="status">
          {flash.title}
        </p>
      )}
      <p className="lead">{flash.text}</p>
      {/* A form's GET adds a question mark, so the browser loads the page instead of jumping to the fragment. */}
      <form action="/stride#form" onSubmit={startAgain}>
        <Button kind="alt">Register Another School</Button>
      </form>
    </section>
  );
}
