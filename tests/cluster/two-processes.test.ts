// Two processes of a built real site behind nginx, with one Redis, and one PostgreSQL 15 behind the fake project.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireStaleJobs } from "#mocks/database/stale-jobs.ts";
import { outbox } from "#mocks/outbox.ts";
import { zones } from "#mocks/zones.ts";
import { startRedis } from "../redis-server.ts";
import { contactFields, httpRequest, postForm, type Reply } from "../resilience/request.ts";
import { makeFolder, runSite, type Site } from "../resilience/run-site.ts";
import { newBrowser, type SiteBrowser } from "../resilience/site-browser.ts";
import { openExternalServices } from "./external-services.ts";
import { measureLimits } from "./measure-limits.ts";
import { assetsOf, makeNextBuild } from "./next-build.ts";
import { type Change, missingServers, startNginx } from "./servers.ts";

const isLong = process.env.LONG === "1";
const MESSAGES = isLong ? 400 : 25;
/** The header in which nginx names the process. */
const SAY_WHO: Change = ["location / {", "add_header X-Upstream $upstream_addr always; location / {"];
const DNS = "/dashboard/domains/fundiwaviatu.co.ke/dns";

let visitors = 0;
/** Returns a visitor with their own IP address. */
function visitor(port: number) {
  visitors += 1;
  return { port, from: `127.9.${visitors >> 8}.${visitors & 255 || 1}` };
}

async function signIn(browser: SiteBrowser): Promise<void> {
  const { action, fields } = await browser.formOn("/login", "sign-in");
  const typed = { email: "customer@example.co.ke", password: "sandbox-password" };
  const reply = await browser.send({ action, fields: { ...fields, ...typed } });
  expect(reply.status).toBe(303);
  browser.take(reply);
}

const sentBy = ({ email = "" }: Record<string, string>) =>
  outbox.list().filter(({ kind, text }) => kind === "contact" && text.includes(`<${email}>`)).length;

const title =
  missingServers.length === 0
    ? "two processes behind nginx"
    : `two processes behind nginx (left out: ${missingServers.join(", ")} not installed)`;

describe.skipIf(missingServers.length > 0)(title, () => {
  let outside: Awaited<ReturnType<typeof openExternalServices>>;
  let sites: [Site, Site];
  let front: { port: number; said: string[] };
  let redis: Awaited<ReturnType<typeof startRedis>>;
  const settings = () => ({ ...outside.settings, REDIS_URL: redis.url });

  /** Waits until nginx has had a response of this process: it avoids an unreachable one for two seconds. */
  async function isAskedAgain({ port }: Site): Promise<void> {
    const answeredBy = async () => String((await httpRequest(visitor(front.port), "/healthz")).headers["x-upstream"]);
    while (!(await answeredBy()).endsWith(`:${port}`)) await wait(50);
  }

  /** Starts the process again on its port, from a build. */
  const startAgain = ({ port, outboxPort, dataDir }: Site, folder?: string) =>
    runSite("real", { ...settings(), PORT: String(port), SANDBOX_PORT: String(outboxPort), DATA_DIR: dataDir }, folder);

  beforeAll(async () => {
    [outside, redis] = await Promise.all([openExternalServices(), startRedis()]);
    sites = await Promise.all([runSite("real", settings()), runSite("real", settings())]);
    front = await startNginx([sites[0].port, sites[1].port], [SAY_WHO]);
  });

  afterAll(() => Promise.all([redis?.kill(), outside?.close()]));

  test("a customer signs in at one process, changes a record at the other, and sees the change at both", async () => {
    const where = visitor(sites[0].port);
    const browser = newBrowser(where, "without scripts");
    await signIn(browser);
    where.port = sites[1].port;
    const { action, fields } = await browser.formOn(`${DNS}/add`, "add-record");
    const typed = { name: "tawi", content: "41.90.64.12", ttl: "3600" };
    const added = await browser.send({ action, fields: { ...fields, type: "A", ...typed } });
    expect(added.status).toBe(303);
    browser.take(added);
    for (const { port } of sites) {
      where.port = port;
      expect((await browser.open(DNS)).text).toContain("tawi");
    }
  });

  test("both processes share the limits of mails, of wrong passwords and of calls to a provider", async () => {
    const measured = await measureLimits(sites, outside, () => visitor(0).from);
    expect(measured).toEqual({ mails: 2, wrongPasswords: 5, callsToRegistrar: 50 });
  });

  test.runIf(isLong)("each process counts for itself when there is no Redis", async () => {
    const alone = await Promise.all([runSite("real", outside.settings), runSite("real", outside.settings)]);
    const measured = await measureLimits(alone, outside, () => visitor(0).from);
    expect(measured).toEqual({ mails: 4, wrongPasswords: 10, callsToRegistrar: 100 });
  });

  test("no acknowledged request is lost or done twice when a process is killed under load", async () => {
    const acknowledged: Record<string, string>[] = [];
    const unanswered: Record<string, string>[] = [];
    const send = (fields: Record<string, string>) => postForm(visitor(front.port), "/contact", fields);
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const fields = contactFields();
        const { status } = await send(fields);
        if (status === 303) acknowledged.push(fields);
        else unanswered.push(fields);
      }
    };
    const writers = Array.from({ length: 4 }, write);
    while (acknowledged.length < MESSAGES) await wait(5);
    await sites[0].stop("SIGKILL");
    while (acknowledged.length < 2 * MESSAGES) await wait(5);
    isOver = true;
    await Promise.all(writers);
    // At most the requests of the dead process: nginx sent all others to the other one.
    expect(unanswered.length).toBeLessThanOrEqual(4);

    await expireStaleJobs(outside.database);
    for (const fields of [...unanswered, ...acknowledged]) expect((await send(fields)).status).toBe(303);
    expect([...unanswered, ...acknowledged].map(sentBy)).toEqual([...unanswered, ...acknowledged].map(() => 1));
    sites[0] = await startAgain(sites[0]);
    await isAskedAgain(sites[0]);
  });

  test("nginx does not repeat a form whose process died, and sending it again carries it out once", async () => {
    // nginx sends fewer requests to a process that was away.
    for (let i = 0; i < 4; i++) expect((await httpRequest(visitor(front.port), "/healthz")).status).toBe(200);
    // The provider takes 3 s: one is running in each process when one of them dies.
    const forms = [1, 2].map((writer) => contactFields({ email: `slow@writer-${writer}.example.co.ke` }));
    const sent = forms.map((fields) => postForm(visitor(front.port), "/contact", fields));
    const isStarted = async () =>
      (await outside.database.query("select 1 from submissions where state = 'running'")).length === forms.length;
    while (!(await isStarted())) await wait(20);
    await sites[0].stop("SIGKILL");
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 502]);

    await expireStaleJobs(outside.database);
    for (const fields of forms) expect((await postForm(visitor(front.port), "/contact", fields)).status).toBe(303);
    expect(forms.map(sentBy)).toEqual([1, 1]);
    sites[0] = await startAgain(sites[0]);
    await isAskedAgain(sites[0]);
  });

  test("a process that hangs blocks no reader, and its form is not carried out twice", async () => {
    // Shorter than the database timeout: its pending queries get their replies when it continues.
    const soon: Change = ["proxy_read_timeout 30s;", "proxy_read_timeout 3s;"];
    const { port } = await startNginx([sites[0].port, sites[1].port], [soon]);
    process.kill(sites[0].pid, "SIGSTOP");
    const forms = Array.from({ length: 2 }, () => contactFields());
    const [written, read] = await Promise.all([
      Promise.all(forms.map((fields) => postForm(visitor(port), "/contact", fields))),
      Promise.all(Array.from({ length: 4 }, () => httpRequest(visitor(port), "/privacy"))),
    ]);
    process.kill(sites[0].pid, "SIGCONT");
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(written.every(({ status }) => status === 303 || status === 504)).toBe(true);
    for (const fields of forms) {
      // Sending the same again has to wait while the first may still be running.
      let again = await postForm(visitor(front.port), "/contact", fields);
      while (again.status !== 303) {
        await wait(200);
        again = await postForm(visitor(front.port), "/contact", fields);
      }
    }
    expect(forms.map(sentBy)).toEqual([1, 1]);
    await isAskedAgain(sites[0]);
  });

  test("a rolling restart to a new build drops no request, serves the files of old pages, and accepts their forms", async () => {
    const next = makeNextBuild(await makeFolder(), "zz");
    const old = assetsOf(".");
    const reader = newBrowser(visitor(front.port), "without scripts");
    await signIn(reader);
    const open = await reader.formOn("/contact", "contact");
    const record = await reader.formOn(`${DNS}/add`, "add-record");
    const [onePage] = assetsIn(await reader.open("/"));
    expect(old).toContain(onePage);

    const replies: Reply[] = [];
    const sent: Record<string, string>[] = [];
    let isOver = false;
    const read = async (index: number) => {
      for (let turn = index; !isOver; turn += 1) {
        const path = ["/", "/contact", old[turn % old.length] ?? "", "/healthz"][turn % 4] ?? "/";
        const reply = await httpRequest(visitor(front.port), path);
        replies.push(reply);
        // Both processes have the files of each page.
        for (const asset of assetsIn(reply).slice(0, 1)) replies.push(await httpRequest(visitor(front.port), asset));
        await wait(20);
      }
    };
    const write = async () => {
      while (!isOver) {
        const fields = contactFields();
        sent.push(fields);
        replies.push(await postForm(visitor(front.port), "/contact", fields));
        await wait(20);
      }
    };
    const clients = [read(0), read(1), read(2), write(), write()];
    for (const index of [0, 1] as const) {
      expect(await sites[index].stop("SIGTERM")).toBe(0);
      sites[index] = await startAgain(sites[index], next.folder);
      await isAskedAgain(sites[index]);
    }
    isOver = true;
    await Promise.all(clients);
    expect(
      replies.filter(({ status }) => status !== 200 && status !== 303).map(({ status, text }) => [status, text]),
      front.said.join(""),
    ).toEqual([]);
    expect(sent.map(sentBy)).toEqual(sent.map(() => 1));

    for (const { port } of [front, ...sites]) {
      for (const asset of [...old.slice(0, 5), ...next.assets.slice(0, 5)]) {
        const { status, headers } = await httpRequest({ port }, asset);
        expect([asset, status, headers["cache-control"]]).toEqual([asset, 200, "public, max-age=31536000, immutable"]);
      }
      const unknown = await httpRequest({ port }, "/assets/home-0000000.js");
      expect([unknown.status, unknown.headers["cache-control"]]).toEqual([404, "private, no-cache"]);
    }
    const typed = contactFields();
    expect((await reader.send({ ...open, fields: { ...open.fields, ...typed } })).status).toBe(303);
    expect(sentBy(typed)).toBe(1);
    const added = { type: "A", name: "tawi-mpya", content: "41.90.64.13", ttl: "3600" };
    expect((await reader.send({ ...record, fields: { ...record.fields, ...added } })).status).toBe(303);
    expect(zones.findByName("fundiwaviatu.co.ke")?.records.map(({ name }) => name)).toContain(
      "tawi-mpya.fundiwaviatu.co.ke",
    );
  });
});

function assetsIn({ text }: Reply): string[] {
  return [...text.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
}
