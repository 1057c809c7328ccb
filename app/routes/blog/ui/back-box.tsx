import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";

const ID = "back";

/** For a page that React never takes over: to the previous page where there is one, which the browser still has. */
const source = `document.getElementById("${ID}").onclick=(event)=>{if(history.length>1){event.preventDefault();history.back()}}`;

/** The end of a post: back to where one was. Without scripts, and without a previous page, to the list. */
export function BackBox() {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (history.length < 2) return;
    event.preventDefault();
    navigate(-1);
  };
  return (
    <div className="back-box mb-8 grid gap-3 rounded-sm border-1 border-line bg-surface p-4">
      <p>
        <b>Ready to get back in action?</b>
      </p>
      <ButtonLink kind="alt" id={ID} to="/blog" onClick={goBack}>
        Back
      </ButtonLink>
      <script
        nonce={useNonce()}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? source : "" }}
      />
    </div>
  );
}
