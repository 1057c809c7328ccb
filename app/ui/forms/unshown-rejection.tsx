import { createContext, useContext } from "react";
import type { FormReply } from "#app/platform/http/form-reply.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";

/** The response to a rejected form that the page does not have, because it is not offered any more. Only on the server. */
export const UnshownRejection = /* @__PURE__ */ createContext<FormReply | undefined>(undefined);

/** The attributes by which `FormProblems` and `Confirm` bring what they show into view, as HTML. */
const IN_VIEW = 'tabindex="-1" autofocus=""';

/**
 * Returns the response to a rejected form if the page says nothing about it. Takes the actions' data by route, and the page's HTML.
 * Source: docs/product/forms.md, "Forms".
 */
export function unshownRejection(actionData: Record<string, unknown> | null, html: string): FormReply | undefined {
  const rejection = Object.values(actionData ?? {}).find(isRejection);
  return rejection && !html.includes(IN_VIEW) ? rejection : undefined;
}

function isRejection(data: unknown): data is FormReply {
  const isReply = typeof data === "object" && data !== null && "form" in data && "result" in data;
  return isReply && messagesOf(data as FormReply).length > 0;
}

function messagesOf({ title, result }: FormReply): string[] {
  return [title ?? [], ...Object.values(result.error ?? {}).map((messages) => messages ?? [])].flat();
}

/** Shows the messages of that response at the top of the page. The page has no scripts then, which would not know of them. */
export function UnshownProblems() {
  const rejection = useContext(UnshownRejection);
  if (!rejection) return null;
  const [title, ...more] = messagesOf(rejection);
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to move focus to the error
    <div className="page pt-4" tabIndex={-1} autoFocus>
      <Banner kind="bad" title={title}>
        {more.length > 0 && <p>{more.join(" ")}</p>}
      </Banner>
    </div>
  );
}
