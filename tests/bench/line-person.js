// A person on a bad line who sends a form or reads a post. They see what is on the page, and do what people do.
const MAX_TRIES = 6;
const MAX_MS = 240_000;
/** How long a person waits for a page. */
const PATIENCE_MS = 30_000;
/** How long a person takes to see that a page did not come and to do something about it; after each try longer. */
const REACTION_MS = 2_000;

/**
 * The person sends a form of `line-forms.js` on this page. Returns whether they were told that it was sent, which typed fields
 * were lost. `steps` gets what they saw and did. A secret has to be typed again by design and is not counted.
 */
export async function sendForm(page, form, random, steps) {
  const endsAt = Date.now() + MAX_MS;
  const lost = new Set();
  let presses = 0;
  page.setDefaultTimeout(PATIENCE_MS);
  await loaded(page, page.goto(form.path));
  while (presses < MAX_TRIES && Date.now() < endsAt) {
    const seen = await look(page, form);
    steps.push(seen);
    if (seen === "told") return { isTold: true, lost: [...lost] };
    if (seen === "form") {
      const missing = await fill(page, form);
      if (presses > 0 && missing.length > 0) {
        steps.push(`lost ${missing}`);
        for (const name of missing) lost.add(name);
      }
    }
    if (seen === "form" || seen === "again") {
      const button = seen === "form" ? buttonOf(page, form) : againButton(page);
      await page.waitForTimeout(REACTION_MS * presses);
      presses += 1;
      let outcome = await press(page, form, () => button.click({ noWaitAfter: true }));
      // Half of the people who have waited long enough press the button again, the others reload the page.
      while (outcome === "waits" && presses < MAX_TRIES && random() < 0.5) {
        steps.push("press again");
        presses += 1;
        outcome = await press(page, form, () => page.keyboard.press("Enter"));
      }
      if (outcome === "waits") {
        steps.push("reload while it waits");
        await loaded(page, page.reload());
      }
    } else {
      await page.waitForTimeout(REACTION_MS);
      const isBack = seen === "advice" || (presses > 0 && random() < 0.5);
      steps.push(isBack ? "back" : "reload");
      await loaded(page, isBack ? back(page, form) : page.reload());
      if (page.url() === "about:blank") {
        steps.push("new visit");
        await loaded(page, page.goto(form.path));
      }
    }
  }
  // The last page may say so, too.
  return { isTold: (await look(page, form)) === "told", lost: [...lost] };
}

/** Goes back. A page that the browser has kept in memory shows the form without an event; another one takes a while to load. */
const back = (page, form) =>
  Promise.race([
    page.goBack(),
    buttonOf(page, form)
      .waitFor()
      .then(() => page.waitForTimeout(REACTION_MS)),
  ]);

/** Waits for a page that the person has asked for. After 30 s they stop it. */
async function loaded(page, asked) {
  await asked.catch(async () => {
    const browser = await page.context().newCDPSession(page);
    // A page that is just being replaced cannot be stopped.
    await browser.send("Page.stopLoading").catch(() => {});
  });
}

const buttonOf = (page, { id, button }) => page.locator(`#${id}`).getByRole("button", { name: button });
/** What says that the form was sent: its own message, or the page in place of one that could not be fetched afterwards. */
const toldOn = (page, form) =>
  page.getByText(form.told).or(page.getByText("Your form arrived, and you need not send it again")).first();
const againButton = (page) => page.getByRole("button", { name: "Send again" });

/**
 * Returns what the person sees: "told" that it was sent, "again" (the worker's page with the text), "advice" (its page without
 * text, which says to go back), "form" or "error" (none of them).
 */
async function look(page, form) {
  const parts = {
    told: toldOn(page, form),
    again: againButton(page),
    advice: page.getByText("your browser still has what you typed"),
    form: buttonOf(page, form),
  };
  for (const [name, part] of Object.entries(parts)) if (await part.isVisible().catch(() => false)) return name;
  return "error";
}

/** Types what is missing in the form. Returns the names of the fields that did not have what was typed. */
async function fill(page, { id, typed, secrets = {} }) {
  const missing = [];
  for (const [name, value] of Object.entries({ ...typed, ...secrets })) {
    // A page that was cut off may have only a part of the form.
    const isMissing = await typeInto(page.locator(`#${id} [name="${name}"]`), value).catch(() => false);
    if (isMissing && name in typed) missing.push(name);
  }
  return missing;
}

/** Gives a field a value. Returns false if it has it already. */
async function typeInto(field, value) {
  const kind = await field.first().evaluate((one) => {
    // Optional fields are folded away, and the person opens them.
    one.closest("details:not([open])")?.querySelector("summary").click();
    return one.type;
  });
  if (kind === "radio") {
    const choice = field.and(field.page().locator(`[value="${value}"]`));
    return (await choice.isChecked()) ? false : choice.check().then(() => true);
  }
  if ((await field.inputValue()) === value) return false;
  await (kind === "select-one" ? field.selectOption(value) : field.fill(value));
  return true;
}

/** Presses a button and waits for what comes of it. Returns "waits" if nothing does in 30 s. */
async function press(page, form, act) {
  const load = page.waitForEvent("load");
  load.catch(() => {});
  await act().catch(() => {});
  // The message of the last try is gone when the form is on its way.
  await page.waitForTimeout(500);
  const shown = toldOn(page, form).or(page.getByText("What you typed is still here")).first();
  // A page that was still loading may end while the form is on its way by scripts; the bar at the top says so.
  const isOver = () => page.getByRole("progressbar").waitFor({ state: "hidden" });
  return Promise.race([load, shown.waitFor()])
    .then(isOver)
    .then(
      () => "seen",
      () => "waits",
    );
}

/**
 * The person reads: the home page, from there the list of posts, from there the first post. They reload a page that does not
 * come. Returns the milliseconds until they have the whole post, or undefined after four minutes without it.
 */
export async function readPost(page) {
  const startedAt = Date.now();
  page.setDefaultTimeout(PATIENCE_MS);
  const [toList, toPost] = [page.locator('a[href="/blog"]').first(), page.locator('main a[href^="/blog/"]').first()];
  await loaded(page, page.goto("/"));
  while (Date.now() - startedAt < MAX_MS) {
    const before = page.url();
    // The last link of each page.
    const isWhole = await page
      .locator('footer a[href="#top"]')
      .isVisible()
      .catch(() => false);
    if (isWhole && /\/blog\/./.test(before)) return Date.now() - startedAt;
    if (isWhole) {
      const link = before.endsWith("/blog") ? toPost : toList;
      // On a phone the first one is in a menu.
      const follow = () => Promise.all([page.waitForURL(({ href }) => href !== before), link.dispatchEvent("click")]);
      await loaded(page, follow());
    } else {
      await page.waitForTimeout(REACTION_MS);
      await loaded(page, page.reload());
    }
  }
  return undefined;
}
