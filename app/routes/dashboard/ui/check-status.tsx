import { useEffect, useState } from "react";

type CheckStatusProps = { words: string; isChecking: boolean; isOnTop: boolean };

/**
 * How much there is to do. While names are checked and no dialog is open over the page (`isOnTop`), the page loads its data
 * again by itself; each time it waits a second longer.
 */
export function CheckStatus({ words, isChecking, isOnTop }: CheckStatusProps) {
  const [looks, setLooks] = useState(1);
  useEffect(() => {
    if (!isChecking || !isOnTop) return;
    const look = () => {
      // Loading the data again would interrupt a form that is being sent.
      if (window.__remixRouter.state.navigation.state === "idle") window.__remixRouter.revalidate();
      setLooks(looks + 1);
    };
    const timer = setTimeout(look, looks * 1000);
    return () => clearTimeout(timer);
  }, [isChecking, isOnTop, looks]);
  return (
    <p role="status" className="quiet">
      {words}
    </p>
  );
}
