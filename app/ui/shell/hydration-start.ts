/**
 * The starter: the only script that runs on a first visit, inlined in the page and hashed in its policy. It turns the inert
 * module into a running one:
 * - at the first pointerdown, keydown or focusin in a form or a [data-enhance] element, or when the pointer
 *   enters a [data-enhance="hover"] element. Links do not count, because following one would cancel the load;
 * - when the browser is idle, if the page asks for it or this browser has the files in its cache. `localStorage.enhanced`
 *   names the shell file of the build that it has;
 * - never with Save-Data or on a network slower than 4g, where a plain form is faster (docs/performance.md, "Tasks").
 * At the same moments, but on any network, it registers the worker that answers a form which did not reach the site.
 * When a page is left it keeps what is typed, without secrets, in the tab's session storage. When the page is reloaded it
 * restores that in each field whose name and default value are as before. If the reload (type 1) was redirected, a form was sent
 * again and this is the page after it (decision 074).
 * It also deletes the draft of a form that the browser sends without scripts (`draft-storage.ts`).
 * While the page is parsed it reads no element and no storage. On a slow phone both would delay the first paint (decision 035).
 */
const source = `(()=>{
const net=navigator.connection||{};
const module=()=>document.getElementById("page-module");
const fields=()=>[...document.querySelectorAll("input,select,textarea")].filter((field)=>!/hidden|pass|file|answer|code|secret/i.test(field.type+field.name));
addEventListener("pagehide",()=>{
try{sessionStorage.typed=JSON.stringify(fields().map((field)=>[location+field.name+field.defaultValue,field.value,field.checked]))}catch{}
});
const {type,redirectCount}=performance.navigation;
if(type-redirectCount==1)try{
const typed=JSON.parse(sessionStorage.typed);
for(const field of fields()){
const old=typed.shift();
if(old[0]==location+field.name+field.defaultValue)[,field.value,field.checked]=old;
}
}catch{}
addEventListener("submit",({defaultPrevented,target})=>{
if(defaultPrevented)return;
target.dataset.sent="";
try{sessionStorage.removeItem("draft "+target.id+location.search)}catch{}
});
let begun=0;
const start=()=>{
if(net.saveData||begun++)return;
navigator.serviceWorker?.register("/offline.js").catch(()=>{});
if(/[23]g/.test(net.effectiveType))return;
const script=document.createElement("script");
script.type="module";
script.textContent=module().textContent;
document.body.append(script);
};
const note=(event)=>{
const place=event.target.closest?.("form,[data-enhance]");
if(place&&(event.type!="pointerover"||place.dataset.enhance=="hover"))start();
};
for(const type of ["pointerdown","keydown","focusin","pointerover"])addEventListener(type,note,true);
const wait=()=>{
let known;
try{known=localStorage.enhanced}catch{}
if(module().dataset.when=="idle"||known&&module().textContent.includes(known))start();
};
addEventListener("load",()=>(window.requestIdleCallback||setTimeout)(wait));
})()`;

/** The script on one line. It has no comments, and each statement ends in a semicolon or a bracket. */
export const STARTER = source.replace(/\n/g, "");
