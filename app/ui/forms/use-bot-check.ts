import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Without a site key there is no widget, and forms do not wait. */
export type WidgetSettings = { script: string; siteKey: string };
export type BotCheckState = ReturnType<typeof useBotCheck>;

/** `action` is the form's name for the widget; `isPending`: the form is being sent. */
type UseBotCheck = WidgetSettings & { action: string; isPending: boolean };
type Submit = (event: FormEvent<HTMLFormElement>) => void;

/**
 * The bot check of a hydrated form. Its widget is loaded when the form is first used. The form waits until there is a token or
 * the wait times out; a submit in the meantime is sent when the wait ends. After a response the token is spent, and the widget
 * gets a new one.
 * Source: docs/product/forms.md, "The bot check".
 */
export function useBotCheck({ isPending, ...settings }: UseBotCheck) {
  const box = useRef<HTMLDivElement>(null);
  const [gate, setGate] = useState<Gate>(IDLE);
  const [control] = useState(() => createBotCheckGate(setGate));
  const reset = useWidget(box, control, settings);

  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending) reset();
    wasPending.current = isPending;
  }, [isPending, reset]);

  const isBlocked = gate.state === "waiting" && !isPending;
  const isWanted = useRef(false);
  useEffect(() => {
    if (isBlocked || !isWanted.current) return;
    isWanted.current = false;
    box.current?.closest("form")?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
  }, [isBlocked]);

  const holdingBack =
    (submit: Submit): Submit =>
    (event) => {
      if (!isBlocked) return submit(event);
      event.preventDefault();
      isWanted.current = true;
    };
  return { box, gate, hasWidget: settings.siteKey !== "", isBlocked, holdingBack };
}

type Control = ReturnType<typeof createBotCheckGate>;
type Widget = { reset: () => void; remove: () => void };

/** Renders the widget when its form has the focus, and removes it with the form. Returns what resets it. */
function useWidget(
  box: RefObject<HTMLDivElement>,
  control: Control,
  { script, siteKey, action }: Omit<UseBotCheck, "isPending">,
) {
  const widget = useRef<Widget>();
  useEffect(() => {
    const place = box.current;
    const form = place?.closest("form");
    if (!place || !form || siteKey === "") return;
    let isGone = false;
    const begin = () => {
      form.removeEventListener("focusin", begin);
      control.wait();
      loadTurnstile(script)
        .then((turnstile) => {
          if (isGone) return;
          widget.current = renderWidget(turnstile, place, { siteKey, action, control });
        })
        .catch(control.release);
    };
    form.addEventListener("focusin", begin);
    if (form.contains(document.activeElement)) begin();
    return () => {
      isGone = true;
      form.removeEventListener("focusin", begin);
      control.stop();
      widget.current?.remove();
      widget.current = undefined;
    };
  }, [box, control, script, siteKey, action]);

  return useCallback(() => {
    if (!widget.current) return;
    control.wait();
    widget.current.reset();
  }, [control]);
}

/** Throws if the widget cannot be rendered. */
function renderWidget(
  turnstile: Turnstile,
  place: HTMLElement,
  { siteKey, action, control }: { siteKey: string; action: string; control: Control },
): Widget {
  const id = turnstile.render(place, {
    sitekey: siteKey,
    action,
    theme: "auto",
    size: "flexible",
    appearance: "interaction-only",
    callback: control.pass,
    "error-callback": () => {
      control.release();
      return true;
    },
    "expired-callback": control.wait,
  });
  if (!id) throw new Error("The bot check was not rendered.");
  return { reset: () => turnstile.reset(id), remove: () => turnstile.remove(id) };
}

/** The calls of the widget's script that we use (Turnstile, "Client-side rendering", explicit). */
export type Turnstile = {
  render(box: HTMLElement, options: WidgetOptions): string | null | undefined;
  reset(id: string): void;
  remove(id: string): void;
};

type WidgetOptions = {
  sitekey: string;
  action: string;
  theme: "auto";
  size: "flexible";
  /** Takes no room unless the visitor has to press it (Turnstile, "Widget configurations", appearance modes). */
  appearance: "interaction-only";
  callback: (token: string) => void;
  /** Returns true if the error was handled, so that the widget does not report it. */
  "error-callback": () => boolean;
  "expired-callback": () => void;
};

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

let loading: Promise<Turnstile> | undefined;

/** Loads the widget's script once per document. Rejects if it is blocked; the next call tries again. */
export function loadTurnstile(script: string): Promise<Turnstile> {
  loading ??= load(script).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(source: string): Promise<Turnstile> {
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = `${source}?render=explicit`;
    script.onload = () => (window.turnstile ? done(window.turnstile) : fail(new Error("The bot check is not there.")));
    script.onerror = () => fail(new Error("The bot check was not loaded."));
    document.head.append(script);
  });
}

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
