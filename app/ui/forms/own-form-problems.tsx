import { type ComponentProps, useEffect, useState } from "react";
import { Toast } from "#app/ui/feedback/toast.tsx";
import { FormProblems } from "./form-problems.tsx";
import type { PageForm } from "./use-page-form.ts";

/** After this time people wonder whether the form still waits. */
const LATE_MS = 2500;
const STILL_WAITING = {
  isFailure: true,
  title: "Still waiting for an answer",
  text: "What you typed is still here. You can go on waiting, or reload this page and send it again: nothing is done twice.",
};

type OwnFormProblemsProps = ComponentProps<typeof FormProblems> & { page: Pick<PageForm, "isPending"> };

/**
 * FormProblems of a page of the account, which also says when the form has waited long and what the customer can do. Public
 * forms do without: their code is in the script file that every page loads.
 */
export function OwnFormProblems(props: OwnFormProblemsProps) {
  return (
    <>
      <FormProblems {...props} />
      {props.page.isPending && <StillWaiting />}
    </>
  );
}

/** The live region is in the page before it has a text, or screen readers would miss that. */
function StillWaiting() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Toast message={isLate ? STILL_WAITING : null} onClose={() => setIsLate(false)} />;
}
