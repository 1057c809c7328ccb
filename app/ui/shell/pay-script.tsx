import { useNonce } from "#app/ui/primitives/csp-nonce.ts";

/**
 * The one script of the pages of bills, receipts and first passwords, which never hydrate. The pages are complete without it.
 * - It shows the buttons that only scripts can serve: [data-copy] copies its value, [data-print] prints.
 * - [data-look] has the state of a page that waits. The script asks for the state every five seconds, at most 24 times. It
 *   changes the line and the button of the page, nothing else, and loads the page again only when its state has changed.
 */
const source = `(()=>{
const all=(what)=>document.querySelectorAll("[data-"+what+"]");
for(const one of navigator.clipboard?all("copy"):[]){
const [label]=one.children,old=label.textContent;
one.hidden=false;
one.onclick=async()=>{
await navigator.clipboard.writeText(one.dataset.copy);
label.textContent="Copied";
setTimeout(()=>{label.textContent=old},2e3);
};
}
for(const one of all("print")){
one.hidden=false;
one.onclick=()=>print();
}
const [look]=all("look"),[line]=all("line");
let left=24;
const ask=async()=>{
const {then}=look.dataset;
if(!left--){
if(then)location.replace(then);
return;
}
try{
const {key,words,isLate}=await(await fetch(location.pathname+"/state")).json();
if(key&&key!=look.dataset.look)return location.replace(location.pathname);
if(line&&line.textContent!=words)line.textContent=words;
for(const one of all("again"))one.classList.toggle("button",isLate);
}catch{}
setTimeout(ask,5e3);
};
if(look)setTimeout(ask,5e3);
})()`;

/** The script on one line. Each statement ends in a semicolon or a bracket. */
export const PAY_SCRIPT = source.replace(/\n/g, "");

/** The script of these pages. */
export function PayScript() {
  return <script nonce={useNonce()} dangerouslySetInnerHTML={{ __html: PAY_SCRIPT }} />;
}
