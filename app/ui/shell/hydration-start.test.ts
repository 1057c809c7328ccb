import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draftKey } from "../forms/draft-storage.ts";
import { STARTER } from "./hydration-start.ts";

type Visit = { when?: string; enhanced?: string; connection?: { effectiveType?: string; saveData?: boolean } };

/** Runs the starter in a fake page until the page is idle, and records what it reads. `submit` fires the event of a form. */
function visit({ when = "intent", enhanced, connection = {} }: Visit) {
  const reads: string[] = [];
  let isStarted = false;
  const document = {
    get currentScript() {
      return reads.push("element");
    },
    getElementById() {
      reads.push("element");
      return { dataset: { when }, textContent: 'import "/assets/entry-1.js"' };
    },
    createElement: () => ({}),
    body: {
      append() {
        isStarted = true;
      },
    },
  };
  const localStorage = {
    get enhanced() {
      reads.push("storage");
      return enhanced;
    },
  };
  const drafts = new Set([draftKey("contact-form"), draftKey("school-form")]);
  const sessionStorage = { removeItem: (key: string) => drafts.delete(key) };
  const idle: (() => void)[] = [];
  const window = { requestIdleCallback: (work: () => void) => idle.push(work) };
  const listeners = new Map<string, (event?: object) => void>();
  const addEventListener = (type: string, listener: (event?: object) => void) => listeners.set(type, listener);
  const performance = { navigation: { redirectCount: 0 } };
  const page = {
    ...{ performance, document, localStorage, sessionStorage, window, addEventListener },
    navigator: { connection },
  };
  new Function(...Object.keys(page), STARTER)(...Object.values(page));
  const readsWhileParsing = [...reads];
  listeners.get("load")?.();
  for (const work of idle) work();
  const submit = (id: string, defaultPrevented: boolean) => {
    const target = { id, dataset: {} };
    listeners.get("submit")?.({ defaultPrevented, target });
    return { drafts: [...drafts], isMarked: "sent" in target.dataset };
  };
  return { readsWhileParsing, isStarted, submit };
}

beforeEach(() => vi.stubGlobal("location", { search: "?domain=njeri.com" }));
afterEach(() => vi.unstubAllGlobals());

it.each<Visit>([{}, { when: "idle" }, { enhanced: "/assets/entry-1.js" }])(
  "reads no element and no storage while the page is parsed, which would delay a phone: %j",
  (page) => {
    expect(visit(page).readsWhileParsing).toEqual([]);
  },
);

it.each<[Visit, boolean]>([
  [{}, false],
  [{ when: "idle" }, true],
  [{ enhanced: "/assets/entry-1.js" }, true],
  [{ enhanced: "/assets/entry-0.js" }, false],
  [{ when: "idle", connection: { effectiveType: "4g" } }, true],
  [{ when: "idle", connection: { effectiveType: "3g" } }, false],
  [{ when: "idle", connection: { effectiveType: "slow-2g" } }, false],
  [{ when: "idle", connection: { saveData: true } }, false],
])("decides whether the page %j hydrates when it is idle: %s", (page, isStarted) => {
  expect(visit(page).isStarted).toBe(isStarted);
});

it.each([{}, { connection: { saveData: true } }])(
  "deletes the draft of a form that the browser sends without scripts: %j",
  (page) => {
    expect(visit(page).submit("contact-form", false)).toEqual({ drafts: [draftKey("school-form")], isMarked: true });
  },
);

it("keeps the draft of a form that scripts send, until they have its result", () => {
  const { drafts, isMarked } = visit({}).submit("contact-form", true);
  expect(drafts).toHaveLength(2);
  expect(isMarked).toBe(false);
});
