import { useEffect, useReducer } from "react";

/**
 * Counts the steps back and forward in the browser's history, those within a page aside. What one typed beside what the
 * address says gives way to the address then. The address alone does not tell: a step and the step back can both be over
 * before React has drawn the first, and then nothing that a component is given has changed.
 */
export function usePops(): number {
  const [pops, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    const step = () => !location.hash && count();
    addEventListener("popstate", step);
    return () => removeEventListener("popstate", step);
  }, []);
  return pops;
}
