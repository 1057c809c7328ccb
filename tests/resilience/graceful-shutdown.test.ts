import { Agent } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { contactFields, httpRequest, newVisitor, postForm } from "./request.ts";
import { makeReadyFolder, readOutbox, runSite, type Site } from "./run-site.ts";
import { waitFor } from "./wait-for.ts";

const isLong = process.env.LONG === "1";
const READERS = isLong ? 50 : 12;
const WRITERS = isLong ? 20 : 6;
const KILLS = isLong ? 20 : 1;

let dataDir: string;
/** The process that the second test kills, in the folder of the first. */
let site: Site | undefined;
beforeAll(async () => {
  dataDir = await makeReadyFolder();
});

type Client = { statuses: number[]; isClosed: boolean; failure?: string };

/**
 * Sends requests over one persistent connection, as a proxy does, until the server closes it: each must get a response. New
 * connections: app/server/graceful-shutdown.server.test.ts.
 */
async function requestUntilClosed(site: Site, path: string, client: Client): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    while (!client.isClosed) {
      const response = await httpRequest(site, path, { agent, headers: newVisitor() });
      client.statuses.push(response.status);
      client.isClosed = response.headers.connection === "close";
    }
  } catch (error) {
    client.failure = String(error);
  }
  agent.destroy();
}

test("a site that is stopped under load drops no request, reports that it is not ready, exits with 0 and frees its data folder", async () => {
  const stopping = await runSite("sandbox", { DATA_DIR: dataDir, LOG_LEVEL: "info" });
  const pages = ["/", "/contact", "/nothing-here", "/favicon.svg", "/domains?q=njeri.co.ke", "/healthz"];
  const clients = Array.from({ length: READERS }, (): Client => ({ statuses: [], isClosed: false }));
  const reading = clients.map((one, index) => requestUntilClosed(stopping, pages[index % pages.length] ?? "/", one));
  const probe = new Agent({ keepAlive: true, maxSockets: 1 });
  const isReady = async () => (await httpRequest(stopping, "/readyz", { agent: probe })).status === 200;
  // A busy machine may take longer than the two seconds of the health check.
  await waitFor(isReady);
  // Each of these takes the provider or the database 3 s, so all are running when the signal arrives.
  const slow = Array.from({ length: WRITERS }, (_, index) =>
    index % 2
      ? postForm(stopping, "/contact", contactFields({ email: `dbslow@writer-${index}.example.co.ke` }), newVisitor())
      : httpRequest(stopping, `/domains?q=slow-reader-${index}.com`, { headers: newVisitor() }),
  );
  const before = clients.map(({ statuses }) => statuses.length);
  await waitFor(() => clients.every(({ statuses }, index) => statuses.length >= (before[index] ?? 0) + 5));

  const stopped = stopping.stop("SIGTERM");
  while (await isReady().catch(() => false));
  await Promise.all(reading);
  const replies = await Promise.all(slow);

  expect(await stopped).toBe(0);
  expect(clients.map(({ statuses: _, ...end }) => end)).toEqual(clients.map(() => ({ isClosed: true })));
  expect(new Set(clients.flatMap(({ statuses }) => statuses))).toEqual(new Set([200, 404]));
  expect(replies.map(({ status }) => status)).toEqual(slow.map((_, index) => (index % 2 ? 303 : 200)));
  expect(replies.every(({ headers }) => headers.connection === "close")).toBe(true);
  expect(stopping.output()).toContain('"event":"stopped"');

  site = await runSite("sandbox", { DATA_DIR: dataDir });
  const sent = (await readOutbox(site)).filter(({ text }) => text.includes("<dbslow@writer-"));
  expect(sent).toHaveLength(WRITERS / 2);
});

test("after a kill during contact messages, the next start has every acknowledged one and recognises it when it is sent again", async () => {
  const acknowledged: Record<string, string>[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const running = site ?? (await runSite("sandbox", { DATA_DIR: dataDir }));
    site = undefined;
    // The slow database stores a submission late, and one that was not stored would be sent again.
    while ((await httpRequest(running, "/readyz")).status !== 200);
    let isKilled = false;
    const write = async () => {
      while (!isKilled) {
        const fields = contactFields();
        const response = await postForm(running, "/contact", fields, newVisitor()).catch(() => undefined);
        if (response?.status === 303) acknowledged.push(fields);
      }
    };
    const writers = Array.from({ length: 4 }, write);
    await waitFor(() => acknowledged.length >= (kill + 1) * 25);
    isKilled = true;
    expect(await running.stop("SIGKILL")).toBe(null);
    await Promise.all(writers);
  }
  const next = await runSite("sandbox", { DATA_DIR: dataDir });
  // One after the other: all at once could exceed the database's timeout on a busy machine.
  for (const fields of acknowledged) expect((await postForm(next, "/contact", fields, newVisitor())).status).toBe(303);
  const sent = await readOutbox(next);
  const ids = acknowledged.map(({ email = "" }) =>
    sent.filter(({ text }) => text.includes(`<${email}>`)).map(({ messageId }) => messageId),
  );
  // Each message is one mail. One that a killed process had sent and not recorded arrived twice (decision 037).
  expect(ids.flat()).not.toContain(undefined);
  expect(ids.map((own) => new Set(own).size)).toEqual(acknowledged.map(() => 1));
  expect(ids.flat().length - ids.length).toBeLessThanOrEqual(KILLS);
});
