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
