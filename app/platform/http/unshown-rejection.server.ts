import type { FormReply } from "./form-reply.ts";
import { labelOf } from "./outage.server.ts";

/**
 * Returns whether a page, as HTML, brings an error into view: by the attributes of `FormProblems` and `Confirm`, or by an invalid
 * field with the focus, in a form with one field.
 */
function isInView(html: string): boolean {
  const inputs = html.match(/<input [^<>]*>/g) ?? [];
  return (
    html.includes('tabindex="-1" autofocus=""') ||
    inputs.some((input) => input.includes(' autofocus=""') && input.includes(' aria-invalid="true"'))
  );
}

/** What a page shows in place of a form that it does not offer any more: why it was refused, and what was typed. */
export type UnshownRejection = { messages: readonly string[]; typed: readonly { label: string; value: string }[] };

/**
 * Returns what a rejected form says if the page does not show it. Takes the actions' data by route, and the page's HTML.
 * Source: docs/product/forms.md, "Forms".
 */
export function unshownRejection(
  actionData: Record<string, unknown> | null,
  html: string,
): UnshownRejection | undefined {
  const rejection = Object.values(actionData ?? {}).find(isFormReply);
  if (!rejection || isInView(html)) return undefined;
  const { title, result } = rejection;
  const messages = [title ?? [], ...Object.values(result.error ?? {}).map((errors) => errors ?? [])].flat();
  const typed = Object.entries(result.initialValue ?? {}).flatMap(([name, value]) => {
    const { label } = labelOf(name, "");
    // A ticked box, or what the page showed.
    const isTyped = label !== undefined && name !== "seen" && typeof value === "string" && value !== "";
    return isTyped ? [{ label, value }] : [];
  });
  return messages.length === 0 ? undefined : { messages, typed };
}

const isFormReply = (data: unknown): data is FormReply =>
  typeof data === "object" && data !== null && "form" in data && "result" in data;
