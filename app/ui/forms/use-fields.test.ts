import { useForm } from "@conform-to/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { useDrawnForm } from "./use-fields.ts";

type Options = Parameters<typeof useDrawnForm<{ name: string; email: string }>>[0];

/** What a form's parts read, as the two give it. */
function read(use: typeof useDrawnForm, options: Options) {
  let read: unknown;
  const Reader = () => {
    const [form, fields] = use(options);
    const parts = [fields.name, fields.email].map(({ id, name, formId, initialValue, errors }) => {
      return { id, name, formId, initialValue, errors };
    });
    read = { id: form.id, errors: form.errors, allErrors: form.allErrors, parts };
    return null;
  };
  renderToString(createElement(Reader));
  return read;
}

const refused = { name: ["Too long"], "": ["Not now"] };
it.each<[about: string, lastResult: Options["lastResult"]]>([
  ["is new", undefined],
  ["came back with what was typed", { status: "error", initialValue: { name: "Njeri", email: "" }, error: refused }],
  ["came back without what was typed", { status: "error", error: refused }],
  ["came back without a word", { status: "error", initialValue: {}, error: {} }],
  ["was sent with a field twice", { status: "error", initialValue: { name: ["a", "b"], email: "x" }, error: refused }],
  ["was sent", { status: "success", initialValue: null }],
])("a form that %s is drawn on the server as conform draws it in the browser", (_about, lastResult) => {
  for (const name of ["", "Wanjiru"]) {
    const options = { id: "contact-form", lastResult, defaultValue: { name, email: "" } };
    expect(read(useDrawnForm, options)).toEqual(read(useForm as typeof useDrawnForm, options));
  }
});
