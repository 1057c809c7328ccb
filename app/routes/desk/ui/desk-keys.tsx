import { DeskScript } from "./desk-script.tsx";

/**
 * The script of all pages of the desk. Those of the editor and of copy buttons are beside what they serve.
 *
 * Keys: `j` and `k` move the focus along the rows of a list, and Enter opens a row as it opens any link. `a` and `e` move the
 * focus to the element with this `data-key`; `?` shows all keys. A key does nothing while somebody types in a field, with
 * Ctrl, Alt or Meta, or after the keys were switched off (WCAG 2.2, 2.1.4).
 */
const source = `{
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
}`;

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
      <DeskScript text={DESK_SCRIPT} />
    </>
  );
}
