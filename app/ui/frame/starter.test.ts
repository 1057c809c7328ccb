import { expect, it } from "vitest";
import { draftKey } from "../forms/draft-storage.ts";
import { STARTER } from "./starter.ts";

type Visit = { when?: string; known?: string; net?: { effectiveType?: string; saveData?: boolean } };

/** Runs the starter in a page that notes what of it is asked for, up to the load and the first idle moment after it. */
function visit({ when = "intent", known, net = {} }: Visit) {
  const asked: string[] = [];
  const listeners = new Map<string, () => void>();
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
  const storage = {
    get enhanced() {
      asked.push("storage");
      return known;
    },
  };
  const window = { requestIdleCallback: (work: () => void) => idle.push(work) };
  const listen = (type: string, work: () => void) => listeners.set(type, work);
  const names = ["document", "localStorage", "navigator", "window", "addEventListener"];
  new Function(...names, STARTER)(document, storage, { connection: net }, window, listen);
  const whileRead = [...asked];
  listeners.get("load")?.();
  for (const work of idle) work();
  return { whileRead, isStarted: asked.includes("started") };
}

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
  [{ when: "idle", net: { effectiveType: "3g" } }, false],
  [{ when: "idle", net: { effectiveType: "slow-2g" } }, false],
  [{ when: "idle", net: { saveData: true } }, false],
])("takes a page of %j over when idle: %s", (about, isStarted) => {
  expect(visit(about).isStarted).toBe(isStarted);
});
