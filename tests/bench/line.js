// The contact form on bad lines: how often the visitor is told, the message is delivered, and text is lost.
import { launchBrowser } from "../../scripts/browser.js";
import { seededRandom, serveBadLine } from "./bad-line.js";
import { FOLDER, startSandbox } from "./servers.js";

/** How many of a hundred requests fail. */
const LINES = { good: 5, poor: 20, terrible: 40 };
/** A 3G line loads no scripts (decision 051); on a 4G line the form is hydrated. */
const MODES = {
  "scripts off": { javaScriptEnabled: false },
  "3g, no scripts loaded": { effectiveType: "3g" },
  "4g, hydrated": { effectiveType: "4g" },
};
const MAX_TRIES = 6;
const MAX_MS = 240_000;
/** How long a person waits for a page before they reload it. */
const PATIENCE_MS = 30_000;
const TEXT = "Habari, nataka tovuti ya duka langu.";

/** Measures all lines and modes, as often as `--visits` says or `usualVisits` times each. `report` prints a row. */
export async function line(report, usualVisits) {
  const visits = Number(/--visits=(\d+)/.exec(process.argv.join(" "))?.[1] ?? usualVisits);
  const site = await startSandbox({ DATA_DIR: `${FOLDER}/line` });
  const browser = await launchBrowser(["--disable-quic"]);
  for (const [name, percent] of Object.entries(LINES)) {
    for (const [mode, options] of Object.entries(MODES)) {
      const all = [];
      for (let seed = 1; seed <= visits; seed += 1) all.push(await visit(browser, site, { percent, seed, ...options }));
      const share = (pick) => `${Math.round((100 * all.filter(pick).length) / all.length)} %`;
      const told = share((one) => one.isTold);
      const delivered = share((one) => one.delivered > 0);
      const twice = share((one) => one.delivered > 1);
      const untrue = share((one) => one.isTold && one.delivered === 0);
      const figures = [told, delivered, twice, share((one) => one.isLost), untrue].join(" · ");
      report(
        `Contact form, ${name} line (${percent} % fail), ${mode}, ${visits} visits`,
        figures,
        "lost ≤ 2 or 5 %, twice 0",
      );
    }
  }
  await Promise.all([browser.close(), site.stop()]);
}

/**
 * One person sends one message. Returns whether they were told that it was sent, how often it arrived, and whether text was
 * lost.
 */
async function visit(browser, site, { percent, seed, effectiveType, javaScriptEnabled = true }) {
  const { proxy, stop } = await serveBadLine(percent / 100, seed);
  const random = seededRandom(1000 + seed);
  const context = await browser.newContext({
    ...{ proxy, javaScriptEnabled, viewport: { width: 360, height: 740 } },
    extraHTTPHeaders: { "X-Sandbox-Address": `10.${percent}.${seed}.${effectiveType === "4g" ? 4 : 3}` },
  });
  if (effectiveType) {
    await context.addInitScript((type) => {
      Object.defineProperty(navigator, "connection", { value: { effectiveType: type } });
    }, effectiveType);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const email = `line.${percent}.${seed}.${crypto.randomUUID()}@example.co.ke`;
  const endsAt = Date.now() + MAX_MS;
  let isTold = false;
  let isLost = false;
  let presses = 0;
  await page.goto(`${site.origin}/contact`).catch(() => {});
  while (presses < MAX_TRIES && Date.now() < endsAt) {
    const found = await look(page);
    if (found === "sent") {
      isTold = true;
      break;
    }
    if (found === "error") {
      // Half of the people go back, the others reload.
      await (presses > 0 && random() < 0.5 ? page.goBack() : page.reload()).catch(() => {});
      if (page.url() === "about:blank") {
        isLost ||= presses > 0;
        await page.goto(`${site.origin}/contact`).catch(() => {});
      }
      continue;
    }
    if (found === "form") isLost = (await fill(page, email)) && presses > 0 ? true : isLost;
    presses += 1;
    await press(page, found);
  }
  await context.close();
  stop();
  const sent = await fetch(`${site.sandboxOrigin}/outbox.json?text=${encodeURIComponent(email)}`);
  return { isTold, isLost, delivered: (await sent.json()).length };
}

/** Returns what the person sees: "sent", "form", "again" (the worker's page) or "error" (none of them). */
async function look(page) {
  const seen = {
    sent: page.getByText("Message sent successfully").first(),
    again: page.getByRole("button", { name: "Send again" }),
    form: page.locator("#contact-form").getByRole("button", { name: "Send message" }),
  };
  for (const [name, part] of Object.entries(seen)) if (await part.isVisible().catch(() => false)) return name;
  return "error";
}

/** Types what is missing in the form. Returns whether the message was. */
async function fill(page, email) {
  const form = page.locator("#contact-form");
  const typed = { "Your name": "Njeri", "E-mail": email, Subject: "Tovuti", Message: TEXT };
  const isEmpty =
    (await form
      .getByLabel("Message")
      .inputValue()
      .catch(() => TEXT)) === "";
  for (const [label, text] of Object.entries(typed)) {
    const field = form.getByLabel(label);
    if ((await field.inputValue().catch(() => text)) !== text) await field.fill(text).catch(() => {});
  }
  return isEmpty;
}

/** Sends the form and waits for an outcome. After 30 s the person stops waiting and reloads the page. */
async function press(page, found) {
  const name = found === "again" ? "Send again" : "Send message";
  const outcome = page.waitForEvent("load").catch(() => "silent");
  await page
    .getByRole("button", { name })
    .first()
    .click({ noWaitAfter: true })
    .catch(() => {});
  const shown = page.getByText(/Message sent successfully|What you typed is still here/).first();
  const first = await Promise.race([outcome, shown.waitFor().catch(() => "silent")]);
  if (first === "silent") await page.reload().catch(() => {});
}
