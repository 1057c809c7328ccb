import { useEffect, useState } from "react";

const SHOWN_MS = 2000;

/** Copies a text. Without scripts, or where the browser does not let pages copy, there is none: the text can be marked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<"missing" | "ready" | "copied">("missing");
  useEffect(() => {
    if (navigator.clipboard !== undefined) setState("ready");
  }, []);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("ready"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "missing") return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("missing"),
    );
  return (
    <button type="button" aria-label={label} onClick={copy}>
      <span role="status">{state === "copied" ? "Copied" : "Copy the value"}</span>
    </button>
  );
}
