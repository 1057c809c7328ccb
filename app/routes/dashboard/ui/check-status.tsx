import { type MouseEvent, useEffect, useState } from "react";
import { Button } from "#app/ui/primitives/button.tsx";
import { NAMES_FORM } from "./domain-list.tsx";

/** How often the page loads its data again while names are checked; each time it waits a second longer. */
const LOOKS = 8;

type CheckStatusProps = { words: string; isChecking: boolean; isOnTop: boolean };

function lookAgain(event: MouseEvent) {
  event.preventDefault();
  window.__remixRouter.revalidate();
}

/**
 * How much there is to do. While names are checked and no dialog is open over the page (`isOnTop`), the page loads its data
 * again by itself, a few times; a button does the same without JavaScript and after that.
 */
export function CheckStatus({ words, isChecking, isOnTop }: CheckStatusProps) {
  // Undefined until hydration.
  const [looks, setLooks] = useState<number>();
  useEffect(() => {
    if (!isChecking || !isOnTop || looks === LOOKS) return;
    const done = looks ?? 0;
    const look = () => {
      // Loading the data again would interrupt a form that is being sent.
      if (window.__remixRouter.state.navigation.state === "idle") window.__remixRouter.revalidate();
      setLooks(done + 1);
    };
    const timer = setTimeout(look, (done + 1) * 1000);
    return () => clearTimeout(timer);
  }, [isChecking, isOnTop, looks]);
  return (
    <p>
      <span role="status" className={isChecking ? "check" : undefined}>
        {words}
      </span>{" "}
      {isChecking && (looks === undefined || looks === LOOKS) && (
        // It sends the form of the names, which keeps their filter and ticks.
        <Button kind="alt" form={NAMES_FORM} className="min-h-touch px-3" onClick={lookAgain}>
          See what we found
        </Button>
      )}
    </p>
  );
}
