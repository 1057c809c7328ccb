import fc from "fast-check";
import { JSDOM } from "jsdom";
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

const storage: { typed?: string } = {};
type Load = { url?: string; redirectCount?: number; subject?: string };

/** Opens a page with a form in the tab. Returns its fields, and leaves the page again. */
function open({ url = "/contact", redirectCount = 0, subject = "Bei" }: Load = {}) {
  const { document } = new JSDOM(`<form>
    <input name="name"><input name="subject" value="${subject}"><textarea name="message"></textarea>
    <input type="radio" name="years" value="1" checked><input type="radio" name="years" value="2">
    <input type="checkbox" name="wants" value="news"><select name="ttl"><option>1</option><option>2</option></select>
    <input type="hidden" name="stamp" value="x"><input type="password" name="new"><input name="authCode"><input name="code">
    <input type="file" name="zone"><input name="answer"></form>`).window;
  const listeners = new Map<string, (event?: unknown) => void>();
  const page = {
    ...{
      document,
      location: url,
      sessionStorage: storage,
      navigator: {},
      performance: { navigation: { redirectCount } },
    },
    addEventListener: (name: string, listener: (event?: unknown) => void) => listeners.set(name, listener),
  };
  new Function(...Object.keys(page), STARTER)(...Object.values(page));
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")];
  const read = () => fields.map(({ name, value, checked }) => [name, value, checked ?? false]);
  return {
    document,
    fields,
    read,
    leave: () => listeners.get("pagehide")?.(),
    focus: (target: unknown) => listeners.get("focusin")?.({ type: "focusin", target }),
  };
}

const SECRET = ["stamp", "new", "authCode", "code", "zone", "answer"];
const field = (page: ReturnType<typeof open>, name: string) =>
  page.fields.find((one) => one.name === name) as HTMLInputElement;

it("restores all that is typed when the page is the next one that loads, and stores no secret", () => {
  const line = fc.string().map((text) => text.replace(/[\r\n]/g, ""));
  fc.assert(
    fc.property(line, line, fc.string(), fc.boolean(), (name, subject, message, isChosen) => {
      const page = open();
      for (const one of SECRET) if (field(page, one).type !== "file") field(page, one).value = "Siri yangu";
      Object.assign(field(page, "name"), { value: name });
      Object.assign(field(page, "subject"), { value: subject });
      Object.assign(field(page, "message"), { value: message });
      Object.assign(field(page, "ttl"), { value: "2" });
      Object.assign(page.fields.find(({ value }) => value === "2") as object, { checked: isChosen });
      Object.assign(field(page, "wants"), { checked: isChosen });
      page.leave();
      expect(storage.typed).not.toContain("Siri");
      const isSecret = ([one = ""]: unknown[]) => SECRET.includes(`${one}`);
      const typed = page.read().filter((one) => !isSecret(one));
      expect(
        open()
          .read()
          .filter((one) => !isSecret(one)),
      ).toEqual(typed);
    }),
  );
});

it.each<[string, Load]>([
  ["is another one", { url: "/contact?domain=njeri.com" }],
  ["is the page after a form that was sent again", { redirectCount: 1 }],
])("restores nothing when the page %s", (_what, load) => {
  const page = open();
  field(page, "message").value = "Habari";
  page.leave();
  expect(field(open(load), "message").value).toBe("");
});

it.each(["message", "subject", "ttl"])(
  "restores the field %s although React made what is typed its default value",
  (name) => {
    const page = open();
    page.focus(field(page, name));
    const typed = name === "ttl" ? "2" : "Habari";
    Object.assign(field(page, name), { value: typed, defaultValue: typed });
    page.leave();
    expect(field(open(), name).value).toBe(typed);
  },
);

it("restores no field whose value on the site has changed", () => {
  const page = open();
  field(page, "message").value = "Habari";
  page.leave();
  const reloaded = open({ subject: "Jina" });
  expect(["subject", "message"].map((name) => field(reloaded, name).value)).toEqual(["Jina", "Habari"]);
});

it("goes on without storage", () => {
  const { document } = open();
  const listeners: string[] = [];
  const page = {
    document,
    location: "/contact",
    navigator: {},
    performance: { navigation: { redirectCount: 0 } },
  };
  const all = { ...page, addEventListener: (name: string) => listeners.push(name) };
  new Function(...Object.keys(all), STARTER)(...Object.values(all));
  expect(listeners).toContain("load");
});

it.each([
  ["registers the worker at the first use of a form on a slow network", { effectiveType: "2g" }, ["/offline.js"]],
  ["registers no worker with Save-Data", { saveData: true }, []],
])("%s", (_what, connection, expected) => {
  const registered: string[] = [];
  const { document } = open();
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    ...{ document, location: "/contact", sessionStorage: storage },
    performance: { navigation: { redirectCount: 0 } },
    navigator: { connection, serviceWorker: { register: async (file: string) => registered.push(file) } },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  };
  new Function(...Object.keys(page), STARTER)(...Object.values(page));
  for (let times = 0; times < 2; times += 1)
    listeners.get("focusin")?.({ type: "focusin", target: document.querySelector("input") });
  expect(registered).toEqual(expected);
});

it("registers the worker again at the next use of a form if its file was lost", async () => {
  let tries = 0;
  const { document } = open();
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    ...{ document, location: "/contact", sessionStorage: storage },
    performance: { navigation: { redirectCount: 0 } },
    navigator: {
      connection: { effectiveType: "3g" },
      serviceWorker: {
        register() {
          tries += 1;
          return tries === 1 ? Promise.reject(new TypeError("lost")) : Promise.resolve();
        },
      },
    },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  };
  new Function(...Object.keys(page), STARTER)(...Object.values(page));
  for (let times = 0; times < 3; times += 1) {
    listeners.get("keydown")?.({ type: "keydown", target: document.querySelector("input") });
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(tries).toBe(2);
});
