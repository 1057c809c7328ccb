import { useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether a part of a page came by a navigation that loaded no document: what it says is new to whoever listens. */
export function useCameWithoutLoading(): boolean {
  const isDrawnHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useState(isDrawnHere)[0];
}
