import { useNonce } from "#app/ui/primitives/csp-nonce.ts";

/**
 * The line under the bar comes once the page has scrolled more than 20 px, also where the style sheet cannot see that. And what the two menus do that <details> alone does not, on every page and without React: they close by Escape, which gives
 * the focus back, by a followed link, by a press elsewhere, by Back and Forward, and when a page comes out of the
 * browser's back-forward cache. In the phone's menu, which covers the page, Tab goes round.
 */
const source = `(()=>{
const line=()=>document.documentElement.classList.toggle("flat",scrollY<21);
if(!CSS.supports("animation-range:20px 21px"))for(const type of ["load","scroll"])addEventListener(type,line,{passive:true});
const menu=()=>document.querySelector(".top details[open]")||{};
const close=()=>menu().open=0;
addEventListener("popstate",close);
addEventListener("pageshow",(event)=>event.persisted&&close());
addEventListener("click",({target})=>(target.closest("a")||!target.closest(".top details"))&&close());
addEventListener("keydown",(event)=>{
const place=menu(),ends=[...document.querySelectorAll(".top-row>a,.menu :is(a,button)")];
if(event.key=="Escape"&&place.open){close();place.firstChild.focus();}
if(event.shiftKey)ends.reverse();
if(event.key=="Tab"&&place.className=="menu"&&place.offsetWidth&&event.target==ends.pop()){event.preventDefault();ends[0].focus();}
});
})()`;

/** Line ends are for reading; each statement ends in a semicolon or a bracket. */
const MENU_SCRIPT = source.replace(/\n/g, "");

/** In the page's HTML only: it has run long before React comes, which need not carry its text. */
export function MenuScript() {
  const text = import.meta.env.SSR ? MENU_SCRIPT : "";
  return <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
