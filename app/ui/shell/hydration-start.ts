/**
 * The starter: the only script that runs on a first visit, inlined in the page and hashed in its policy. It turns the inert
 * module into a running one:
 * - at the first pointerdown, keydown or focusin in a form or a [data-enhance] element, or when the pointer
 *   enters a [data-enhance="hover"] element. Links do not count, because following one would cancel the load;
 * - when the browser is idle, if the page asks for it or this browser has the files in its cache. `localStorage.enhanced`
 *   has the name of the script file that all pages of the cached build load;
 * - never with Save-Data or on a network slower than 4g, where a plain form is faster (docs/performance.md, "Tasks").
 * At the same moments, also on a slow network, the starter registers the worker that answers a form which did not reach the
 * site; if the worker's file is lost, at the next such moment again. When the user leaves a page, it keeps the typed values,
 * without secrets, in the session storage, until the next page of the site has loaded as a whole: one that was cut off, and in
 * which nobody used a field, leaves them as they are. If the next page is the same again, by a reload, Back or a link, it
 * restores each value whose field has the same name and default value as before: that at its first event, because React sets
 * the default value of a controlled field to what is typed. After a redirect it restores nothing: a form was sent again, and
 * this is the page after that form (decision 074).
 * The starter also deletes the draft of a form that the browser sends without scripts (`draft-storage.ts`).
 * While the page is parsed it reads no element and no storage, because both would delay the first paint on a slow phone
 * (decision 035).
 */
const source = `(()=>{
const net=navigator.connection||{};
const module=()=>document.getElementById("page-module");
const fields=()=>[...document.querySelectorAll("form [name]")].filter((field)=>!/hidden|pass|file|answer|code|secret/i.test(field.type+field.name));
addEventListener("pagehide",()=>{
if(typed)try{sessionStorage.typed=JSON.stringify(fields().map((field)=>[location+field.name+(field.typed||[field.defaultValue]),field.value,field.checked]))}catch{}
});
addEventListener("DOMContentLoaded",()=>{
if(!performance.navigation.redirectCount)try{
const kept=JSON.parse(sessionStorage.typed);
for(const field of fields()){
const old=kept.shift();
if(old[0]==location+field.name+(field.typed||[field.defaultValue]))[,field.value,field.checked]=old;
}
}catch{}
});
addEventListener("submit",({target,defaultPrevented})=>{
if(!defaultPrevented)try{
target.dataset.sent="";
sessionStorage.removeItem("draft "+target.id+location.search);
}catch{}
});
let on,asked,typed;
const start=()=>{
typed=1;
if(net.saveData)return;
if(!asked)try{asked=1;navigator.serviceWorker.register("/offline.js").catch(()=>{asked=0})}catch{}
if(on||/[23]g/.test(net.effectiveType))return;
const script=document.createElement("script");
script.type="module";
script.textContent=module().textContent;
document.body.append(script);
on=1;
};
const note=({target,type})=>{
try{
const place=target.closest("form,[data-enhance]");
target.typed=target.typed||[target.defaultValue];
if(place&&(type!="pointerover"||place.dataset.enhance=="hover"))start();
}catch{}
};
for(const type of ["keydown","focusin","pointerdown","pointerover"])addEventListener(type,note,true);
const wait=()=>{
try{
typed=delete sessionStorage.typed;
if(module().dataset.when=="idle"||module().textContent.includes(localStorage.enhanced||{}))start();
}catch{}
};
addEventListener("load",()=>module()&&(window.requestIdleCallback||setTimeout)(wait));
})()`;

/** The script on one line. It has no comments, and each statement ends in a semicolon or a bracket. */
export const STARTER = source.replace(/\n/g, "");
