import { useNonce } from "#app/ui/primitives/csp-nonce.ts";

/**
 * The only script of the desk's pages.
 *
 * Drafts and previews: a changed draft is saved as its button would save it, without its file; the answer has the preview, the
 * version of the next save and the words about it. A public text, and a draft that cannot be saved yet, is only previewed. This
 * happens after each field, and every 4 seconds where the preview stands beside the form, else every 20. A press of a tab,
 * which is outside of the form, waits for such a request and sends the newest text. A pressed button waits for it, too, because
 * its version would be old. The sign-in page, which answers after a session has ended, has no such form; nothing is saved then.
 *
 * The toolbar puts Markdown around the selected text. While the text scrolls, the preview beside it scrolls by the same share.
 *
 * Keys: `j` and `k` move the focus along the rows of a list, and Enter opens a row as it opens any link. `a` and `e` move the
 * focus to the element with this `data-key`; `?` shows all keys. A key does nothing while somebody types in a field, with
 * Ctrl, Alt or Meta, or after the keys were switched off (WCAG 2.2, 2.1.4).
 */
const source = `(()=>{
const $=(q)=>document.querySelector(q);
const box=$("#keys input");
try{box.checked=localStorage.keys!="false"}catch{}
box.onchange=()=>{try{localStorage.keys=box.checked}catch{}};
const show=()=>$("#keys").showModal();
$(".desk-keys").hidden=false;
$(".desk-keys button").onclick=show;
onkeydown=(e)=>{
const{key,target}=e;
if(!box.checked||e.altKey||e.ctrlKey||e.metaKey||target.closest("input,textarea,select,dialog"))return;
let to=/^[ae]$/.test(key)&&$("[data-key="+key+"]");
if(/^[jk]$/.test(key)){
const rows=[...document.querySelectorAll("[data-row]")].filter((row)=>row.offsetParent);
const at=rows.indexOf(target);
const now=at<0&&$(".pane-item")?.offsetParent?rows.findIndex((row)=>row.ariaCurrent):at;
to=rows[key=="j"?now+1:now-1];
}
if(key=="?")show();
else if(!to)return;
else{
to.closest("details")?.setAttribute("open","");
to.focus();
to.selectionStart=1e6;
}
e.preventDefault();
};
const tools=$(".markdown-tools"),text=$(".markdown textarea"),view=$(".editor-preview");
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
const form=$("[data-keep]");
if(form){
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
try{
const body=new URLSearchParams(now),old=form.expectedVersion;
body.set("expectedVersion",old.value);
const reply=await fetch(form.action,{body,method:"POST"});
const page=new Range().createContextualFragment(await reply.text());
if(reply.ok){
state=page.querySelector(".kept").textContent;
view.innerHTML=page.querySelector(".editor-preview").innerHTML;
if(reply.redirected){
old.value=page.querySelector("[data-keep]").expectedVersion.value;
form.action=reply.url;
history.replaceState(null,"",reply.url);
}
last=now;
}
}catch{}
$(".kept").textContent=state;
};
const check=()=>busy||=keep().finally(()=>busy=0);
setInterval(check,innerWidth<864?2e4:4e3);
onchange=async(e)=>{if(!e.target.form)await busy;check()};
form.onsubmit=(e)=>{
if(!busy)return;
e.preventDefault();
busy.then(()=>form.requestSubmit(e.submitter));
};
}
})()`;

/** The script on one line. It has no comments, and each statement ends in a semicolon or a bracket. */
export const DESK_SCRIPT = source.replace(/\n/g, "");

const KEYS = [
  ["j", "Next row"],
  ["k", "Previous row"],
  ["Enter", "Open the row, or press the button"],
  ["a", "To the answer"],
  ["e", "To the button that ends it"],
  ["?", "These keys"],
] as const;

/** The keys in one line at the bottom of a wide screen, and all of them in a dialog. Both are hidden without scripts. */
export function DeskKeys() {
  return (
    <>
      <aside className="desk-keys" aria-label="Keys" hidden>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> next, previous
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span className="for-a">
          <kbd>a</kbd> answer
        </span>
        <span className="for-e">
          <kbd>e</kbd> mark as done
        </span>
        <button type="button" className="link-button min-h-touch">
          <kbd>?</kbd> all keys
        </button>
      </aside>
      <dialog id="keys" aria-labelledby="keys-title">
        <form method="dialog" className="flow">
          <p id="keys-title" className="banner-title">
            Keys
          </p>
          <dl className="desk-facts">
            {KEYS.map(([key, words]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <label className="flex min-h-touch items-center gap-2">
            <input type="checkbox" defaultChecked />
            Use these keys
          </label>
          <button type="submit" className="button button-alt">
            <span>Close</span>
          </button>
        </form>
      </dialog>
      <script
        nonce={useNonce()}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? DESK_SCRIPT : "" }}
      />
    </>
  );
}
