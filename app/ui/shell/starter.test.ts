import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draftKey } from "../forms/draft-storage.ts";
import { STARTER } from "./starter.ts";

type Visit = { when?: string; known?: string; net?: { effectiveType?: string; saveData?: boolean } };

/**
 * Runs the starter in a page that notes what of it is asked for, up to the load and the first idle moment after it. `submit` sends
 * a form there as the browser does, or, with `isPrevented`, as scripts do.
 */
function visit({ when = "intent", known, net = {} }: Visit) {
  const asked: string[] = [];
  const listeners = new Map<string, (event?: object) => void>();
  const idle: (() => void)[] = [];
  const module = { dataset: { when }, textContent: 'import "/assets/entry-1.js"' };
  const document = {
    get currentScript() {
      return asked.push("element");
    },
    getElementById() {
      asked.push("element");
      return module;
    },
    createElement: () => ({}),
    body: { append: () => asked.push("started") },
  };
  const kept = new Set([draftKey("contact-form"), draftKey("school-form")]);
  const sessionStorage = { removeItem: (key: string) => kept.delete(key) };
  const storage = {
    get enhanced() {
      asked.push("storage");
      return known;
    },
  };
  const window = { requestIdleCallback: (work: () => void) => idle.push(work) };
  const listen = (type: string, work: (event?: object) => void) => listeners.set(type, work);
  const names = ["document", "localStorage", "sessionStorage", "navigator", "window", "addEventListener"];
  new Function(...names, STARTER)(document, storage, sessionStorage, { connection: net }, window, listen);
  const whileRead = [...asked];
  listeners.get("load")?.();
  for (const work of idle) work();
  const submit = (id: string, isPrevented: boolean) => {
    const form = { id, dataset: {} };
    listeners.get("submit")?.({ defaultPrevented: isPrevented, target: form });
    return { kept: [...kept], isMarked: "sent" in form.dataset };
  };
  return { whileRead, isStarted: asked.includes("started"), submit };
}

beforeEach(() => vi.stubGlobal("location", { search: "?domain=njeri.com" }));
afterEach(() => vi.unstubAllGlobals());

it.each<Visit>([{}, { when: "idle" }, { known: "/assets/entry-1.js" }])(
  "asks for no element and no storage while the page of %j is read, for which a phone would wait",
  (about) => {
    expect(visit(about).whileRead).toEqual([]);
  },
);

it.each<[Visit, boolean]>([
  [{}, false],
  [{ when: "idle" }, true],
  [{ known: "/assets/entry-1.js" }, true],
  [{ known: "/assets/entry-0.js" }, false],
  [{ when: "idle", net: { effectiveType: "4g" } }, true],
  [{ when: "idle", net: { effectiveType: "3g" } }, false],
  [{ when: "idle", net: { effectiveType: "slow-2g" } }, false],
  [{ when: "idle", net: { saveData: true } }, false],
])("takes a page of %j over when idle: %s", (about, isStarted) => {
  expect(visit(about).isStarted).toBe(isStarted);
});

it.each([{}, { net: { saveData: true } }])(
  "forgets the draft of a form that the browser sends by itself, with %j",
  (about) => {
    expect(visit(about).submit("contact-form", false)).toEqual({ kept: [draftKey("school-form")], isMarked: true });
  },
);

it("keeps the draft of a form that scripts send, until they know what became of it", () => {
  const { kept, isMarked } = visit({}).submit("contact-form", true);
  expect(kept).toHaveLength(2);
  expect(isMarked).toBe(false);
});
