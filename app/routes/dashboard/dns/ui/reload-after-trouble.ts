import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isUnsent, reloadUnlessRefused } from "#app/ui/forms/keep-typed.ts";

/**
 * The `shouldRevalidate` of pages that show a zone: reloads the page after a 409 or 503, because the zone may have changed. It
 * does not reload after a form that reached no server: the reload would fail too, and an error page would replace the input.
 */
export function reloadAfterTrouble(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus = 200, actionResult } = args;
  if (isUnsent(actionResult)) return false;
  return actionStatus === 409 || actionStatus === 503 || reloadUnlessRefused(args);
}
