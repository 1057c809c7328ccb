import { CSRF_TOKEN } from "#app/platform/http/form-reply.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

/**
 * The hidden field by which a browser that names no origin (Opera Mini) proves that a signed-in customer's form is on our page.
 * Every form that posts has one.
 */
export function CsrfToken() {
  const token = useRootData()?.csrfToken;
  return token && <input type="hidden" name={CSRF_TOKEN} value={token} />;
}
