import { DeskScript } from "./desk-script.tsx";

/**
 * The script of the pages that write an article, beside that of all pages of the desk (desk-keys.tsx).
 *
 * Drafts and previews: a changed draft is saved as its button would save it, without its file; the answer has the preview, the
 * version of the next save and the words about it. A public text, and a draft that cannot be saved yet, is only previewed. This
 * happens after each change, and every 4 seconds where the preview stands beside the form, else every 20. A change, also of a
 * tab, waits for such a request and sends the newest text. Until its answer is there, a phone shows the old preview pale. A
 * pressed button waits for it, too, because its version would be old. The sign-in page, which answers after a session has ended,
 * has no such form; nothing is saved then.
 *
 * The toolbar puts Markdown around the selected text. While the text scrolls, the preview beside it scrolls by the same share.
 */
const source = `{
const $=(q)=>document.querySelector(q);
const tools=$(".markdown-tools"),text=$(".markdown textarea"),view=$(".editor-preview"),form=$("[data-keep]");
if(tools){
tools.hidden=false;
tools.onclick=(e)=>{
const{before,after}=e.target.closest("button").dataset;
text.focus();
document.execCommand("insertText",0,before+text.value.slice(text.selectionStart,text.selectionEnd)+after);
text.selectionEnd-=after.length;
};
text.onscroll=()=>view.scrollTop=text.scrollTop*(view.scrollHeight-view.clientHeight)/(text.scrollHeight-text.clientHeight);
}
const read=()=>{
const data=new FormData(form);
data.set("upload","");
data.set("form",form.checkValidity()?form.dataset.keep:"preview");
data.delete("expectedVersion");
return new URLSearchParams(data)+"";
};
let busy,last=read();
const keep=async()=>{
const now=read();
if(now==last)return;
let state="Not saved. Press Save";
view.ariaBusy=true;
try{
const old=form.expectedVersion,body=new URLSearchParams(now);
body.set("expectedVersion",old.value);
const reply=await fetch(form.action,{body,method:"POST"});
const page=new Range().createContextualFragment(await reply.text());
if(reply.ok){
state=page.querySelector(".kept").textContent;
view.innerHTML=page.querySelector(".editor-preview").innerHTML;
if(reply.redirected){
old.value=page.querySelector("[data-keep]").expectedVersion.value;
form.action=reply.url;
history.replaceState(0,"",reply.url);
}
last=now;
}
}catch{}
view.ariaBusy=now!=last;
$(".kept").textContent=state;
};
const check=()=>busy||=keep().finally(()=>busy=0);
setInterval(check,innerWidth<864?2e4:4e3);
onchange=async()=>{await busy;check()};
form.onsubmit=(e)=>{
if(!busy)return;
e.preventDefault();
busy.then(()=>form.requestSubmit(e.submitter));
};
}`;

/** The script on one line. It has no comments, and each statement ends in a semicolon or a bracket. */
export const EDITOR_SCRIPT = source.replace(/\n/g, "");

/** The script, after the form that it serves. */
export function EditorScript() {
  return <DeskScript text={EDITOR_SCRIPT} />;
}
