// Two processes of a real site behind nginx, with one Redis and one PostgreSQL 15 behind the fake Supabase.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireStaleJobs } from "#mocks/database/stale-jobs.ts";
import { outbox } from "#mocks/outbox.ts";
import { zones } from "#mocks/zones.ts";
import { startRedis } from "../redis-server.ts";
import { contactFields, httpRequest, postForm, type Reply } from "../resilience/request.ts";
import { makeFolder, runSite, type Site } from "../resilience/run-site.ts";
import { newBrowser, type SiteBrowser } from "../resilience/site-browser.ts";
import { waitFor } from "../resilience/wait-for.ts";
import { openExternalServices } from "./external-services.ts";
import { measureLimits } from "./measure-limits.ts";
import { assetsOf, makeNextBuild } from "./next-build.ts";
import { type Change, missingServers, startNginx } from "./servers.ts";

const isLong = process.env.LONG === "1";
const MESSAGES = isLong ? 400 : 25;
/** Makes nginx name the process in a header. */
const NAME_PROCESS: Change = ["location / {", "add_header X-Upstream $upstream_addr always; location / {"];
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
  const response = await browser.send({ action, fields: { ...fields, ...typed } });
  expect(response.status).toBe(303);
  browser.take(response);
}

const sentBy = ({ email = "" }: Record<string, string>) =>
  outbox.list().filter(({ kind, text }) => kind === "contact" && text.includes(`<${email}>`)).length;

const title =
  missingServers.length === 0
    ? "two processes behind nginx"
    : `two processes behind nginx (skipped: ${missingServers.join(", ")} not installed)`;

describe.skipIf(missingServers.length > 0)(title, () => {
  let external: Awaited<ReturnType<typeof openExternalServices>>;
  let sites: [Site, Site];
  let nginx: { port: number; output: string[] };
  let redis: Awaited<ReturnType<typeof startRedis>>;
  const settings = () => ({ ...external.settings, REDIS_URL: redis.url });

  /** Waits until nginx sends requests to this process: it avoids an unreachable one for two seconds. */
  const waitForNginx = ({ port }: Site) =>
    waitFor(async () => {
      const { headers } = await httpRequest(visitor(nginx.port), "/healthz");
      return String(headers["x-upstream"]).endsWith(`:${port}`);
    });

  /** Starts a process again on its port, from the build in a folder. */
  const restart = ({ port, sandboxPort, dataDir }: Site, folder?: string) =>
    runSite(
      "real",
      { ...settings(), PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
      folder,
    );

  beforeAll(async () => {
    [external, redis] = await Promise.all([openExternalServices(), startRedis()]);
    sites = await Promise.all([runSite("real", settings()), runSite("real", settings())]);
    nginx = await startNginx([sites[0].port, sites[1].port], [NAME_PROCESS]);
  });

  afterAll(() => Promise.all([redis?.kill(), external?.close()]));

  test("a customer signs in at one process, changes a record at the other, and sees the change at both", async () => {
    const target = visitor(sites[0].port);
    const browser = newBrowser(target, "without scripts");
    await signIn(browser);
    target.port = sites[1].port;
    const { action, fields } = await browser.formOn(`${DNS}/add`, "add-record");
    const typed = { name: "tawi", content: "41.90.64.12", ttl: "3600" };
    const added = await browser.send({ action, fields: { ...fields, type: "A", ...typed } });
    expect(added.status).toBe(303);
    browser.take(added);
    for (const { port } of sites) {
      target.port = port;
      expect((await browser.open(DNS)).text).toContain("tawi");
    }
  });

  test("both processes share the limits of mails, wrong passwords and calls to a provider", async () => {
    const measured = await measureLimits(sites, external, () => visitor(0).from);
    expect(measured).toEqual({ mails: 2, wrongPasswords: 5, callsToRegistrar: 60 });
  });

  test.runIf(isLong)("each process has its own limits without Redis", async () => {
    const alone = await Promise.all([runSite("real", external.settings), runSite("real", external.settings)]);
    const measured = await measureLimits(alone, external, () => visitor(0).from);
    expect(measured).toEqual({ mails: 4, wrongPasswords: 10, callsToRegistrar: 120 });
  });

  test("when a process is killed under load, no acknowledged form is lost or carried out twice", async () => {
    const acknowledged: Record<string, string>[] = [];
    const unanswered: Record<string, string>[] = [];
    const send = (fields: Record<string, string>) => postForm(visitor(nginx.port), "/contact", fields);
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
    await waitFor(() => acknowledged.length >= MESSAGES);
    await sites[0].stop("SIGKILL");
    await waitFor(() => acknowledged.length >= 2 * MESSAGES);
    isOver = true;
    await Promise.all(writers);
    // These are the forms of the killed process: nginx sent all others to the other one.
    expect(unanswered.length).toBeLessThanOrEqual(4);

    await expireStaleJobs(external.database);
    for (const fields of [...unanswered, ...acknowledged]) expect((await send(fields)).status).toBe(303);
    expect([...unanswered, ...acknowledged].map(sentBy)).toEqual([...unanswered, ...acknowledged].map(() => 1));
    sites[0] = await restart(sites[0]);
    await waitForNginx(sites[0]);
  });

  test("nginx does not repeat the form of a killed process, and sending it again carries it out once", async () => {
    // nginx sends fewer requests to a process that was unreachable.
    for (let i = 0; i < 4; i++) expect((await httpRequest(visitor(nginx.port), "/healthz")).status).toBe(200);
    // The provider takes 3 s, so each process is carrying out a form when one of them is killed.
    const forms = [1, 2].map((writer) => contactFields({ email: `slow@writer-${writer}.example.co.ke` }));
    const sent = forms.map((fields) => postForm(visitor(nginx.port), "/contact", fields));
    await waitFor(
      async () => (await external.database.query("select 1 from submissions where state = 'running'")).length === 2,
    );
    await sites[0].stop("SIGKILL");
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 502]);

    await expireStaleJobs(external.database);
    for (const fields of forms) expect((await postForm(visitor(nginx.port), "/contact", fields)).status).toBe(303);
    expect(forms.map(sentBy)).toEqual([1, 1]);
    sites[0] = await restart(sites[0]);
    await waitForNginx(sites[0]);
  });

  test("a process that hangs delays no other page, and its form is not carried out twice", async () => {
    // Shorter than the database's timeout, so that the pending queries succeed when the process continues.
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
      // The same form is refused while the first one may still be running.
      await waitFor(async () => (await postForm(visitor(nginx.port), "/contact", fields)).status === 303);
    }
    expect(forms.map(sentBy)).toEqual([1, 1]);
    await waitForNginx(sites[0]);
  });

  test("a rolling restart to a new build drops no request, serves the files of old pages, and accepts their forms", async () => {
    const next = makeNextBuild(await makeFolder(), "zz");
    const old = assetsOf(".");
    const customer = newBrowser(visitor(nginx.port), "without scripts");
    await signIn(customer);
    const openForm = await customer.formOn("/contact", "contact");
    const recordForm = await customer.formOn(`${DNS}/add`, "add-record");
    const [onePage] = assetsIn(await customer.open("/"));
    expect(old).toContain(onePage);

    const replies: Reply[] = [];
    const sent: Record<string, string>[] = [];
    let isOver = false;
    const read = async (index: number) => {
      for (let turn = index; !isOver; turn += 1) {
        const path = ["/", "/contact", old[turn % old.length] ?? "", "/healthz"][turn % 4] ?? "/";
        const response = await httpRequest(visitor(nginx.port), path);
        replies.push(response);
        // Either process has the files of a page that the other one rendered.
        for (const asset of assetsIn(response).slice(0, 1)) replies.push(await httpRequest(visitor(nginx.port), asset));
        await wait(20);
      }
    };
    const write = async () => {
      while (!isOver) {
        const fields = contactFields();
        sent.push(fields);
        replies.push(await postForm(visitor(nginx.port), "/contact", fields));
        await wait(20);
      }
    };
    const clients = [read(0), read(1), read(2), write(), write()];
    for (const index of [0, 1] as const) {
      expect(await sites[index].stop("SIGTERM")).toBe(0);
      sites[index] = await restart(sites[index], next.folder);
      await waitForNginx(sites[index]);
    }
    isOver = true;
    await Promise.all(clients);
    expect(
      replies.filter(({ status }) => status !== 200 && status !== 303).map(({ status, text }) => [status, text]),
      nginx.output.join(""),
    ).toEqual([]);
    expect(sent.map(sentBy)).toEqual(sent.map(() => 1));

    for (const { port } of [nginx, ...sites]) {
      for (const asset of [...old.slice(0, 5), ...next.assets.slice(0, 5)]) {
        const { status, headers } = await httpRequest({ port }, asset);
        expect([asset, status, headers["cache-control"]]).toEqual([asset, 200, "public, max-age=31536000, immutable"]);
      }
      const unknown = await httpRequest({ port }, "/assets/home-0000000.js");
      expect([unknown.status, unknown.headers["cache-control"]]).toEqual([404, "private, no-cache"]);
    }
    const typed = contactFields();
    expect((await customer.send({ ...openForm, fields: { ...openForm.fields, ...typed } })).status).toBe(303);
    expect(sentBy(typed)).toBe(1);
    const added = { type: "A", name: "tawi-mpya", content: "41.90.64.13", ttl: "3600" };
    expect((await customer.send({ ...recordForm, fields: { ...recordForm.fields, ...added } })).status).toBe(303);
    expect(zones.findByName("fundiwaviatu.co.ke")?.records.map(({ name }) => name)).toContain(
      "tawi-mpya.fundiwaviatu.co.ke",
    );
  });
});

function assetsIn({ text }: Reply): string[] {
  return [...text.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
}
