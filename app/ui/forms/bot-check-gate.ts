/** How long a form waits for the bot check. After that it may be sent without: the server has another door. */
export const PATIENCE_MS = 8000;

/**
 * Where the bot check of a form stands. "idle": nobody has used the form yet. "waiting": the form is held back. "passed":
 * there is a token to send. "released": no token came, and the form may be sent without one.
 */
export type Gate = { state: "idle" | "waiting" | "passed" | "released"; token: string };

export const IDLE: Gate = { state: "idle", token: "" };

/**
 * Decides whether a form is held back for its bot check: from when the check begins until a token comes, it fails, or
 * eight seconds have passed. A token that has expired or was spent begins the wait anew. Calls back with every change.
 * Source: docs/product.md, "The bot check".
 */
export function createBotCheckGate(onChange: (gate: Gate) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enter = (gate: Gate) => {
    clearTimeout(timer);
    if (gate.state === "waiting") timer = setTimeout(release, PATIENCE_MS);
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
