import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { reloadUnlessRefused } from "./keep-typed.ts";

/** `shouldRevalidate` of pages that show a zone: a form that met another zone than it knew of (409, 503) wants it anew. */
export function reloadAfterTrouble(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus = 200 } = args;
  return actionStatus === 409 || actionStatus === 503 || reloadUnlessRefused(args);
}
