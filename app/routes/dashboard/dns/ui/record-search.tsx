import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { RecordFilter } from "#app/dns/listed-record.ts";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type RecordSearchProps = {
  path: string;
  filter: RecordFilter;
  types: readonly string[];
  /** Whether the page has all records and filters them as the user types. If not, the filter loads another document. */
  hasAllRecords: boolean;
  onChange: (filter: RecordFilter) => void;
};

const LABEL = "Find in names, values and notes";

/** The filter of a zone's list. The key `/` focuses it, as at Cloudflare and GitHub. */
export function RecordSearch({ path, filter, types, hasAllRecords, onChange }: RecordSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  // Applies what was typed before hydration.
  useEffect(() => void field.current?.dispatchEvent(new Event("input", { bubbles: true })), []);
  const follow = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    onChange({ ...filter, text: String(fields.get("q") ?? ""), type: String(fields.get("type") ?? ""), page: 1 });
  };
  return (
    <Form
      method="get"
      action={path}
      role="search"
      preventScrollReset
      reloadDocument={!hasAllRecords}
      className="find"
      {...(hasAllRecords && { onInput: (event) => follow(event.currentTarget) })}
    >
      <input
        ref={field}
        name="q"
        type="search"
        className="input"
        defaultValue={filter.text}
        autoComplete="off"
        {...AS_TYPED}
        enterKeyHint="search"
        maxLength={LONGEST_TYPED}
        aria-label={LABEL}
        aria-keyshortcuts="/"
        placeholder="Name or value"
      />
      <select name="type" className="input" defaultValue={filter.type} aria-label="Type">
        <option value="">Types</option>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      {filter.sort !== "name" && <input type="hidden" name="sort" value={filter.sort} />}
      <Button kind="alt">Find</Button>
    </Form>
  );
}
