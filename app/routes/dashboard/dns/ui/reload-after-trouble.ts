import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isUnsent, reloadUnlessRefused } from "#app/ui/forms/keep-typed.ts";

/**
 * `shouldRevalidate` of pages that show a zone: a form that met another zone than it knew of (409, 503) wants it anew.
 * Not one that met nobody: asking again over the same network would put an error in the place of what was typed.
 */
export function reloadAfterTrouble(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus = 200, actionResult } = args;
  if (isUnsent(actionResult)) return false;
  return actionStatus === 409 || actionStatus === 503 || reloadUnlessRefused(args);
}
