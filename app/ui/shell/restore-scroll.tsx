import { ScrollRestoration } from "@remix-run/react";
import { useNonce } from "#app/ui/primitives/csp-nonce.ts";

/**
 * Brings a page that is loaded anew to where it was left, before React is there. Only a page that scripts had taken over
 * has a key and a place: on a first visit nothing is looked up, for which a phone would wait.
 */
const source = `(()=>{
const key=(history.state||{}).key;
if(!key)return;
try{
const place=JSON.parse(sessionStorage.positions)[key];
if(place>=0)scrollTo(0,place);
}catch{}
})()`;

/** Line ends are for reading; each statement ends in a semicolon or a bracket. */
const RESTORE = source.replace(/\n/g, "");

/** In the page's HTML only: it has run when React comes, which need not carry its text. */
const TEXT = import.meta.env.SSR ? RESTORE : "";

/** Gives the page its key, by which its place is remembered, when scripts take it over. Remix's own does so at once. */
export const HISTORY_KEY_SCRIPT = `history.state?.key||history.replaceState({key:Math.random().toString(32).slice(2)},"");`;

/** Remix's scroll restoration with a script of a third of the bytes. */
export function RestoreScroll() {
  const nonce = useNonce();
  // Called, not rendered: its hooks are wanted, its script is not.
  if (!import.meta.env.SSR) ScrollRestoration({});
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: TEXT }} />;
}
