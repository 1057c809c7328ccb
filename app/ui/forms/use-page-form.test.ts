import { useForm } from "@conform-to/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { useServerForm } from "./use-page-form.ts";

type Options = Parameters<typeof useServerForm<{ name: string; email: string }>>[0];

/** Returns what the parts of a form read from a hook's result. */
function read(useFields: typeof useServerForm, options: Options) {
  let result: unknown;
  const Form = () => {
    const [{ id, errors, allErrors }, fields] = useFields(options);
    const parts = [fields.name, fields.email].map(({ id, name, formId, initialValue, errors }) => {
      return { id, name, formId, initialValue, errors };
    });
    result = { id, errors, allErrors, parts };
    return null;
  };
  renderToString(createElement(Form));
  return result;
}

const error = { name: ["Too long"], "": ["Not now"] };
it.each<[what: string, lastResult: Options["lastResult"]]>([
  ["a new form", undefined],
  ["a form rejected with its input", { status: "error", initialValue: { name: "Njeri", email: "" }, error }],
  ["a form rejected without its input", { status: "error", error }],
  ["a form rejected without messages", { status: "error", initialValue: {}, error: {} }],
  ["a form sent with a field twice", { status: "error", initialValue: { name: ["a", "b"], email: "x" }, error }],
  ["a form that succeeded", { status: "success", initialValue: null }],
])("renders %s on the server as conform renders it in the browser", (_what, lastResult) => {
  for (const name of ["", "Wanjiru"]) {
    const options = { id: "contact-form", lastResult, defaultValue: { name, email: "" } };
    expect(read(useServerForm, options)).toEqual(read(useForm as typeof useServerForm, options));
  }
});
