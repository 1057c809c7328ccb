import { FORM_TOKEN } from "#app/model/form-token.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

/**
 * The hidden field by which a browser that names no origin (Opera Mini) proves that a signed-in customer's form is on our page.
 * Every form that posts has one.
 */
export function FormToken() {
  const token = useRootData()?.formToken;
  return token && <input type="hidden" name={FORM_TOKEN} value={token} />;
}
