import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import type { UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import { server as mocks } from "#mocks/node.ts";

export const servers: Server[] = [];
const { isSandbox } = env;
export let calls = 0;

// Connection faults cannot be mocked, so these tests use servers on this computer, and the messages of a real site.
beforeAll(() => mocks.close());
beforeEach(() => {
  calls = 0;
  Object.assign(env, { isSandbox: false });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { isSandbox });
  for (const server of servers.splice(0)) server.close();
});

export async function listen<T extends Server>(server: T): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

/** Starts a provider with this handler. Returns its URL. */
export async function provider(respond: RequestListener): Promise<string> {
  const server = createServer((req, res) => {
    calls += 1;
    respond(req, res);
  });
  const port = await listen(server);
  return `http://127.0.0.1:${port}/base`;
}

export function call(base: string, changes: Partial<UpstreamCall<{ n: number }>> = {}) {
  return requestJson({
    service: "test",
    op: "get",
    base,
    path: ["a"],
    method: "GET",
    schema: z.object({ n: z.number() }),
    fallbackMessage: "No luck.",
    ...changes,
  });
}

export const post = { method: "POST", body: { x: 1 } } as const;
