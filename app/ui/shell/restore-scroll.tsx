import { ScrollRestoration } from "@remix-run/react";
import { URL_OF_PAGE } from "#app/platform/http/post-address.ts";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";

/**
 * Restores the scroll position of a reloaded page before React is loaded. Only a page that was hydrated has a key and a
 * position. On a first visit the script reads no storage, which would delay a slow phone.
 */
const source = `(()=>{
const key=(history.state||{}).key;
if(!key)return;
try{
const place=JSON.parse(sessionStorage.positions)[key];
if(place>=0)scrollTo(0,place);
}catch{}
})()`;

/** The script on one line. Each statement ends in a semicolon or a bracket. */
const RESTORE = source.replace(/\n/g, "");

/** Only the HTML has this text. When React hydrates, the script has run, and the bundle need not repeat it. */
const TEXT = import.meta.env.SSR ? RESTORE : "";

/**
 * Sets the history key under which the scroll position is stored, and the URL for which the server has rendered the page. This
 * script runs at hydration, whereas Remix's own script would set the key at once.
 */
export const HISTORY_SCRIPT = `history.replaceState({key:Math.random().toString(32).slice(2),...history.state},"",${URL_OF_PAGE});`;

/** Remix's ScrollRestoration with a script that has a third of the bytes. */
export function RestoreScroll() {
  const nonce = useNonce();
  // ScrollRestoration is called and not rendered: only its hooks are needed, not its script.
  if (!import.meta.env.SSR) ScrollRestoration({});
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: TEXT }} />;
}
