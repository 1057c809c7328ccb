import { randomInt, randomUUID } from "node:crypto";
import { newCustomer } from "./customer.js";
import { serveHttp2 } from "./http2-front.js";
import { median } from "./median.js";
import { startSite } from "./processes.js";
import { LINES, openBrowser, openSlowPage, openVisitor } from "./slow-phone.js";
import { TASKS } from "./task-steps.js";

const VISITS = ["first", "second"];
const CUSTOMER = "customer@example.co.ke";

/**
 * Each step of each task on a slow phone: seconds, bytes and requests, plain and with scripts in turns, at a first visit and at a
 * second with the first one's cache, over HTTP/1.1 and HTTP/2. `only` is the name of one task.
 */
export async function measureTasks({ entry, settings, folder, rounds, only }) {
  const site = await startSite({ entry, settings, logFile: `${folder}/tasks.log` });
  const front = await serveHttp2(site.origin, folder);
  const browser = await openBrowser(front.keyHash);
  const rows = [];
  for (const { name: task, steps, isOwn } of TASKS.filter(({ name }) => only === undefined || name.includes(only))) {
    for (const [protocol, { origin }] of [
      ["HTTP/1.1", site],
      ["HTTP/2", front],
    ]) {
      const runs = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const line of Object.keys(LINES)) {
          runs.push(...(await visitTwice({ browser, site, origin, line, steps, isOwn })));
        }
      }
      rows.push(...summarize(runs).map((row) => ({ task, protocol, ...row })));
    }
  }
  await browser.close();
  front.stop();
  await site.stop();
  return { tasks: rows };
}

/** One visitor who does a task twice. Gives back what was measured of each step. */
async function visitTwice({ browser, site, origin, line, steps, isOwn = false }) {
  const context = await openVisitor(browser, { origin, line, address: `10.9.${randomInt(256)}.${randomUUID()}` });
  const measured = [];
  for (const visit of VISITS) {
    await context.clearCookies();
    if (isOwn) await signIn(context, site.origin);
    const { page, measure } = await openSlowPage(context);
    for (const { name, ...step } of steps({ mailTo: (email) => mailedLink(site, email) })) {
      measured.push({ visit, step: name, line, ...(await measure(step)) });
    }
    await page.close();
  }
  await context.close();
  return measured;
}

/** Medians of each step, by what the browser says of its line. */
function summarize(runs) {
  const places = [...new Set(runs.map(({ visit, step }) => `${visit}|${step}`))];
  return places.map((place) => {
    const here = runs.filter(({ visit, step }) => place === `${visit}|${step}`);
    const lines = Object.keys(LINES).map((line) => [line, middle(here.filter((run) => run.line === line))]);
    return { visit: here[0].visit, step: here[0].step, ...Object.fromEntries(lines) };
  });
}

function middle(runs) {
  const keys = ["seconds", "bytes", "requests", "requestsAfterPress"];
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key]))]));
}

async function signIn(context, origin) {
  const customer = newCustomer(origin, CUSTOMER, "X-Sandbox-Address");
  await customer.signIn();
  const cookies = customer.cookies().filter(([name]) => name.startsWith("sb-"));
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, domain: "127.0.0.1", path: "/" })));
}

/** The address in the mail that confirms a new account, as soon as it is there. */
async function mailedLink({ sandboxPort }, email) {
  for (let tries = 0; tries < 100; tries += 1) {
    const outbox = await (await fetch(`http://127.0.0.1:${sandboxPort}/outbox.json`)).json();
    const mail = JSON.stringify(outbox.filter((sent) => JSON.stringify(sent).includes(email))).replaceAll("&amp;", "&");
    const [link] = /\/auth\/confirm\?token_hash=[\w-]+&type=\w+/.exec(mail) ?? [];
    if (link) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`No mail for ${email}.`);
}
