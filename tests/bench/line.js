// Forms and the blog on bad lines: how often a person is told that the form was sent, it arrived, and text was lost.
import { launchBrowser } from "../../scripts/browser.js";
import { seededRandom, serveBadLine } from "./bad-line.js";
import { formsOf } from "./line-forms.js";
import { readPost, sendForm } from "./line-person.js";
import { FOLDER, median, startSandbox } from "./servers.js";

/** How many of a hundred requests fail. */
const LINES = { poor: 20, terrible: 40 };
/** A 3G line loads no scripts but the starter (decision 051); on a 4G line the form is hydrated. */
const MODES = {
  off: { javaScriptEnabled: false },
  "3g": { effectiveType: "3g" },
  "4g": { effectiveType: "4g" },
};
/**
 * Playwright's. Most browsers keep the pages of their history in memory. Chromium's headless shell cannot, as on a phone with
 * little memory: CHROMIUM_PATH=/usr/bin/chromium measures a browser that does.
 */
const NO_PAGES_KEPT = "--disable-back-forward-cache";
let visitors = 0;
const OWN_FORMS = ["record", "order"];

/**
 * Measures all forms, lines and modes: `--visits` visits of the contact form each (20 by default) and two fifths of that of
 * the others, `--lanes` at a time. `--form`, `--line` and `--mode` choose, and `--only=3,7` chooses visits. `report` prints a row.
 */
export async function line(report, isQuick) {
  const said = (name, usual) => new RegExp(`--${name}=(\\S+)`).exec(process.argv.join(" "))?.[1] ?? usual;
  const visits = Number(said("visits", isQuick ? 2 : 20));
  const only = said("only", undefined)?.split(",").map(Number);
  const inLane = lanes(Number(said("lanes", 4)));
  const site = await startSandbox({ DATA_DIR: `${FOLDER}/line`, SANDBOX_PAYMENTS: "0", SANDBOX_DEADLINES: "10" });
  await ask(site, "/limits", { orders: "off", mails: "off", contact: "off", signIn: "off" });
  const browser = await launchBrowser(["--disable-quic"], { ignoreDefaultArgs: [NO_PAGES_KEPT] });
  const isChosen = (kind, name) => said(kind, name) === name;
  const cells = [...Object.keys(formsOf({ email: "" })), "post"].flatMap((form) =>
    Object.keys(LINES).flatMap((name) => Object.keys(MODES).map((mode) => ({ form, line: name, mode }))),
  );
  await Promise.all(
    cells
      .filter(
        ({ form, line: name, mode }) => isChosen("form", form) && isChosen("line", name) && isChosen("mode", mode),
      )
      .map(async (cell) => {
        const count = cell.form === "contact" ? visits : Math.ceil(visits * 0.4);
        const numbers = only ?? Array.from({ length: count }, (_, at) => at);
        const all = await Promise.all(numbers.map((at) => inLane(() => visit(browser, site, { ...cell, at }))));
        report(
          `${cell.form}, ${cell.line} line, scripts ${cell.mode}, ${all.length} visits`,
          cell.form === "post" ? readFigures(all) : formFigures(all),
        );
      }),
  );
  await Promise.all([browser.close(), site.stop()]);
}

/** Told · delivered · twice · text lost · told and not delivered, in %. */
function formFigures(all) {
  const share = (pick) => Math.round((100 * all.filter(pick).length) / all.length);
  return [
    share((one) => one.isTold),
    share((one) => one.delivered > 0),
    share((one) => one.delivered > 1),
    share((one) => one.lost.length > 0),
    share((one) => one.isTold && one.delivered === 0),
  ].join(" · ");
}

/** The share of people who saw the post, and the median of their seconds. */
function readFigures(all) {
  const times = all.filter((ms) => ms !== undefined);
  return `${Math.round((100 * times.length) / all.length)} % · ${Math.round(median(times) / 1000)} s`;
}

/** One person, in a browser of their own on a line of their own. Prints what they saw if anything went wrong. */
async function visit(browser, site, { form, line: name, mode, at }) {
  const cell = `${form} ${name} ${mode} ${at}`;
  const { effectiveType, javaScriptEnabled = true } = MODES[mode];
  visitors += 1;
  const address = `10.9.${Math.floor(visitors / 250)}.${1 + (visitors % 250)}`;
  const steps = [];
  const note = ({ method, url }, end) => {
    const { pathname, search } = new URL(url);
    if (!/^\/(?:assets|fonts)/.test(pathname))
      steps.push(`[${method} ${pathname.replace(/.*\/domains\//, "…/")}${search} ${end}]`);
  };
  const { proxy, stop } = await serveBadLine(LINES[name] / 100, seedOf(cell), address, note);
  const context = await browser.newContext({
    ...{ proxy, javaScriptEnabled, baseURL: site.origin, viewport: { width: 360, height: 740 } },
  });
  if (effectiveType) {
    await context.addInitScript((type) => {
      Object.defineProperty(navigator, "connection", { value: { effectiveType: type } });
    }, effectiveType);
  }
  const page = await context.newPage();
  const random = seededRandom(seedOf(`person ${cell}`));
  try {
    if (form === "post") return await readPost(page);
    const own = OWN_FORMS.includes(form) && (await ask(site, "/users", { domains: [{}] }));
    if (own) await context.addCookies(own.storageState.cookies);
    const email = own ? own.email : `${cell.replace(/\W/g, ".")}.${crypto.randomUUID()}@example.co.ke`;
    const about = formsOf({ email, domain: own ? own.domains[0].name : "" })[form];
    const { isTold, lost } = await sendForm(page, about, random, steps);
    const arrived = await ask(site, about.delivered);
    const delivered = Array.isArray(arrived) ? arrived.length : arrived.count;
    if (!isTold || lost.length > 0 || delivered !== 1)
      process.stdout.write(`  ${cell}: ${steps.join(" ")}; arrived ${delivered} times\n`);
    return { isTold, lost, delivered };
  } finally {
    await context.close();
    stop();
  }
}

/** Returns a number for a text (FNV-1a), so that each visit has its own faults at each run. */
function seedOf(text) {
  return [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
}

/** Returns a function that runs so many works at a time, in order. */
function lanes(count) {
  let free = count;
  const waiting = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((done) => waiting.push(done));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Calls the workbench, again as long as it says that a mail is still on its way. */
async function ask(site, path, body) {
  const response = await fetch(site.sandboxOrigin + path, body && { method: "POST", body: JSON.stringify(body) });
  if (response.status === 503) return ask(site, path, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
