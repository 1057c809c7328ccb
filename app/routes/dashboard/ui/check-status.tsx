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
 * again by itself, a few times; a button does the same after that.
 */
export function CheckStatus({ words, isChecking, isOnTop }: CheckStatusProps) {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isChecking || !isOnTop || looks === LOOKS) return;
    const look = () => {
      // Loading the data again would interrupt a form that is being sent.
      if (window.__remixRouter.state.navigation.state === "idle") window.__remixRouter.revalidate();
      setLooks(looks + 1);
    };
    const timer = setTimeout(look, (looks + 1) * 1000);
    return () => clearTimeout(timer);
  }, [isChecking, isOnTop, looks]);
  return (
    <p className="quiet">
      <span role="status">{words}</span> {isChecking && looks === LOOKS && <LookAgain onClick={lookAgain} />}
    </p>
  );
}

/** Sends the form of the names, which keeps their filter and ticks. */
export function LookAgain({ onClick }: { onClick?: (event: MouseEvent) => void }) {
  return (
    <Button kind="alt" form={NAMES_FORM} className="min-h-touch px-3" onClick={onClick}>
      See what we found
    </Button>
  );
}
