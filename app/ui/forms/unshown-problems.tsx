import { createContext, useContext } from "react";
import type { UnshownRejection } from "#app/platform/http/unshown-rejection.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";

/** A rejected form that the page does not have, because it is not offered any more. Only on the server. */
export const UnshownContext = /* @__PURE__ */ createContext<UnshownRejection | undefined>(undefined);

/** Shows at the top of the page why such a form was refused. The page has no scripts then, which would not know of it. */
export function UnshownProblems() {
  const rejection = useContext(UnshownContext);
  if (!rejection) return null;
  const [title, ...more] = rejection.messages;
  return (
    <div className="page py-4">
      {/* biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to move focus to the error */}
      <div tabIndex={-1} autoFocus>
        <Banner kind="bad" title={title}>
          {more.length > 0 && <p>{more.join(" ")}</p>}
          {rejection.typed.map(({ label, value }) => (
            <p key={label} className="wrap-anywhere">
              You typed: {label}: {value}
            </p>
          ))}
        </Banner>
      </div>
    </div>
  );
}
