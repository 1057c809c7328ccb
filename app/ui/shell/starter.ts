/**
 * The only script that runs on a first visit, inlined in the page and hashed in its policy. It makes the inert module a
 * real one:
 * - at the first pointerdown, touchstart, keydown or focusin inside a form or a [data-enhance] element, or the pointer
 *   coming over one that says [data-enhance="hover"];
 * - when idle, if the page asks for it or the files are in this browser's cache already (`enhanced` holds the file name
 *   of the entry they came with);
 * - never with Save-Data or on a line slower than 4g, where a plain form is faster (docs/performance.md, "Tasks").
 * A form that the browser sends by itself takes its draft along (`draft-storage.ts`).
 * While the page is read it touches no element and no storage: the first element that a script asks for, and the storage, which is
 * another process's, would hold a slow phone up before anything is painted (035).
 * Plain links don't count: a tap on one leaves the page, and the load would be cancelled.
 */
const source = `(()=>{
const net=navigator.connection||{};
addEventListener("submit",({defaultPrevented,target})=>{
if(defaultPrevented)return;
target.dataset.sent="";
try{sessionStorage.removeItem("draft "+target.id+location.search)}catch{}
});
if(net.saveData||/[23]g/.test(net.effectiveType))return;
let begun=0;
const module=()=>document.getElementById("page-module");
const start=()=>{
if(begun++)return;
const script=document.createElement("script");
script.type="module";
script.textContent=module().textContent;
document.body.append(script);
};
const note=(event)=>{
const place=event.target.closest&&event.target.closest("form,[data-enhance]");
if(place&&(event.type!="pointerover"||place.dataset.enhance=="hover"))start();
};
for(const type of ["pointerdown","touchstart","keydown","focusin","pointerover"])addEventListener(type,note,{capture:true,passive:true});
const wait=()=>{
let known;
try{known=localStorage.enhanced}catch{}
if(module().dataset.when=="idle"||known&&module().textContent.includes(known))start();
};
addEventListener("load",()=>(window.requestIdleCallback||setTimeout)(wait));
})()`;

/** Line ends are for reading; each statement ends in a semicolon or a bracket. */
export const STARTER = source.replace(/\n/g, "");
