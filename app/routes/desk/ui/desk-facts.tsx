import { Fragment, type ReactNode } from "react";
import { Words } from "#app/ui/primitives/words.tsx";
import { DeskScript } from "./desk-script.tsx";

/**
 * A fact about an item of the desk: one value, or parts of which some are links. `copy`: what its button copies. The page then has
 * `CopyScript`.
 */
export type Fact = { label: string; copy?: string } & (
  | { value: string }
  | { parts: readonly { value: string; href?: string }[] }
);

/** Lists facts. What a customer typed is marked as unverified (class `stranger`). `children`: more rows. */
export function Facts({ facts, children }: { facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <dl className="desk-facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd className={fact.label === "To do" ? "stranger font-bold" : "stranger"} dir="auto">
            {("parts" in fact ? fact.parts : [{ value: fact.value, href: undefined }]).map(({ value, href }, index) => (
              <Fragment key={value}>
                {index > 0 && ", "}
                {href === undefined ? wordsOf(value) : <a href={href}>{value}</a>}
              </Fragment>
            ))}
            {fact.copy && (
              <button type="button" className="link-button desk-copy" data-copy={fact.copy} aria-live="polite" hidden>
                Copy<span className="visually-hidden"> {fact.label.toLowerCase()}</span>
              </button>
            )}
          </dd>
        </div>
      ))}
      {children}
    </dl>
  );
}

/** A date may break: with letters of twice the size, the column is narrower than a date. */
const wordsOf = (value: string) => (/\d{4}/.test(value) ? value : <Words>{value}</Words>);

/** Shows the buttons that copy, where the browser lets pages copy. A button then says "Copied" for two seconds. */
const source = `for(const one of navigator.clipboard?document.querySelectorAll("[data-copy]"):[]){
const [label]=one.childNodes;
one.hidden=false;
one.onclick=async()=>{
await navigator.clipboard.writeText(one.dataset.copy);
label.data="Copied";
setTimeout(()=>{label.data="Copy"},2e3);
};
}`;

/** The script on one line. Each statement ends in a semicolon or a bracket. */
export const COPY_SCRIPT = source.replace(/\n/g, "");

/** The script of a page whose facts can be copied, after them. */
export function CopyScript() {
  return <DeskScript text={COPY_SCRIPT} />;
}
