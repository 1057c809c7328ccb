import fc from "fast-check";
import { JSDOM } from "jsdom";
import { expect, it } from "vitest";
import { STARTER } from "./hydration-start.ts";

const storage: { typed?: string } = {};
type Load = { url?: string; redirectCount?: number; subject?: string; isCut?: boolean };

/** Opens a page with a form in the tab. Returns its fields, and leaves the page again. `isCut`: after the form its line broke. */
function open({ url = "/contact", redirectCount = 0, subject = "Bei", isCut = false }: Load = {}) {
  const { document } = new JSDOM(`<form>
    <input name="name"><input name="subject" value="${subject}"><textarea name="message"></textarea>
    <input type="radio" name="years" value="1" checked><input type="radio" name="years" value="2">
    <input type="checkbox" name="wants" value="news"><select name="ttl"><option>1</option><option>2</option></select>
    <input type="hidden" name="stamp" value="x"><input type="password" name="new"><input name="authCode"><input name="code">
    <input type="file" name="zone"><input name="answer"></form>
    ${isCut ? "" : '<script type="text/remix-module" id="page-module" data-when="intent"></script>'}`).window;
  const listeners = new Map<string, (event?: unknown) => void>();
  const page = {
    ...{
      document,
      location: url,
      sessionStorage: storage,
      navigator: {},
      window: { requestIdleCallback: (work: () => void) => work() },
      performance: { navigation: { redirectCount } },
    },
    addEventListener: (name: string, listener: (event?: unknown) => void) => listeners.set(name, listener),
  };
  new Function(...Object.keys(page), STARTER)(...Object.values(page));
  for (const event of ["DOMContentLoaded", "load"]) listeners.get(event)?.();
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

it("keeps what was typed beyond a page that was cut off, as long as nobody uses a field of that page", () => {
  const page = open();
  field(page, "message").value = "Habari";
  page.leave();
  open({ url: "/list", isCut: true }).leave();
  const again = open({ isCut: true });
  expect(field(again, "message").value).toBe("Habari");
  again.focus(field(again, "message"));
  field(again, "message").value = "Habari tena";
  again.leave();
  expect(field(open(), "message").value).toBe("Habari tena");
});

it("keeps no text in the storage once the next page has loaded as a whole", () => {
  const page = open();
  field(page, "message").value = "Habari";
  page.leave();
  open();
  expect(storage.typed).toBeUndefined();
});

it("starts no script of a page that is still on its way, and does so at the next use of a form", () => {
  const { document, fields, focus } = open({ isCut: true });
  focus(fields[0]);
  document.body.insertAdjacentHTML(
    "beforeend",
    '<script type="text/remix-module" id="page-module">import "/a"</script>',
  );
  focus(fields[0]);
  focus(fields[0]);
  expect([...document.querySelectorAll("script[type=module]")].map(({ textContent }) => textContent)).toEqual([
    'import "/a"',
  ]);
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
