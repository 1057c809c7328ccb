/** How long a form waits for the widget's token, in milliseconds. After that it is sent without, on the no-JavaScript path. */
const TIMEOUT_MS = 8000;

/**
 * The state of a form's bot check. "idle": the form is unused. "waiting": the form waits for a token. "passed": there is a
 * token. "released": no token came, and the form may be sent without one.
 */
export type Gate = { state: "idle" | "waiting" | "passed" | "released"; token: string };

export const IDLE: Gate = { state: "idle", token: "" };

/**
 * Decides whether a form waits for its bot check: from the start of the check until a token comes, the check fails, or eight
 * seconds have passed. A token that has expired or was spent starts the wait again. Calls back on every change.
 * Source: docs/product/forms.md, "The bot check".
 */
export function createBotCheckGate(onChange: (gate: Gate) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enter = (gate: Gate) => {
    clearTimeout(timer);
    if (gate.state === "waiting") timer = setTimeout(release, TIMEOUT_MS);
    onChange(gate);
  };
  const release = () => enter({ state: "released", token: "" });
  return {
    wait: () => enter({ state: "waiting", token: "" }),
    pass: (token: string) => enter({ state: "passed", token }),
    release,
    stop: () => clearTimeout(timer),
  };
}
