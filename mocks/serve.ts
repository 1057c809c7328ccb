import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { getResponse } from "msw";
import { env } from "#app/platform/env.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { isSandboxRequest, NETWORK_STATES, setSandboxNetwork } from "#app/server/sandbox-endpoint.server.ts";
import { payByHand } from "./daraja/daraja.ts";
import { AUTH_MODES, setAuthLimits, setAuthMode } from "./database/gotrue.ts";
import { PROJECTS_MODES, setProjectsMode } from "./handlers/projects.ts";
import { handlers, resetMocks } from "./handlers.ts";
import { mailsPage } from "./mails-page.ts";
import { unknownCall } from "./malformed.ts";
import { sendNotifications } from "./notifications.ts";
import { outbox } from "./outbox.ts";
import { OUTBOX_CSP, outboxPage } from "./outbox-page.ts";
import type { queuedMails } from "./sandbox-smtp.ts";
import { hostingServer } from "./whm/hosting-server.ts";
import { respondToWhois } from "./whois.ts";
import { workbenchReply } from "./workbench/api.ts";
import { addCall, callOf } from "./workbench/calls.ts";
import { answerWith, takeFault } from "./workbench/faults.ts";
import { openApi } from "./workbench/openapi.ts";
import { zones } from "./zones.ts";

export const LOOPBACK = "127.0.0.1";

type Options = {
  /** 0 for a free port. */
  port: number;
  /** The folder of the outbox's and the zones' files. */
  dataDir: string;
  /** The address to listen on; the loopback address by default. */
  host?: string;
  /** Whether requests through a proxy are accepted. */
  isOpen?: boolean;
  /** The mails that the outbox waits for, if any. */
  queued?: typeof queuedMails;
};

/**
 * Serves the mock providers and the outbox, and WHOIS at the same port. The server does not keep the process alive. Returns its
 * port and how to close it. Rejects with Node's error if the port is in use.
 */
export async function serveMocks({ port, dataDir, host = LOOPBACK, isOpen = false, queued }: Options) {
  outbox.keepIn(dataDir);
  zones.keepIn(dataDir);
  hostingServer.keepIn(dataDir);
  const server = createServer((req, res) => {
    if (!isOpen && !isSandboxRequest(req))
      return void res.writeHead(403).end("The sandbox is for this computer only.\n");
    respond(req, res, queued).catch((error) => {
      console.error("The sandbox failed to answer.", error);
      res.destroy();
    });
  });
  // A WHOIS question is invalid HTTP, so it arrives as a parse error with the bytes.
  server.on("clientError", (error, socket) => {
    const question = "rawPacket" in error ? String(error.rawPacket) : "";
    if (!respondToWhois(question, socket)) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
  // Only the client closes idle connections: if the server did too, a new request could be lost.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
  server.unref();
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function respond(req: IncomingMessage, res: ServerResponse, queued: Options["queued"]) {
  const request = await toRequest(req, res);
  const response = (await sandboxPage(request, queued)) ?? (await serviceReply(request));
  // Response.error() mocks a broken connection.
  if (response.status === 0) return res.destroy();
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(Buffer.from(await response.arrayBuffer()));
}

/**
 * Answers a call of the site to a service, with the fault that fits the call if there is one, and adds the call to the journal.
 */
async function serviceReply(request: Request): Promise<Response> {
  const carryOut = async () => (await getResponse(handlers, request)) ?? unknownCall({ request });
  const call = await callOf(request);
  if (!call) return carryOut();
  const began = performance.now();
  const response = await answerWith(takeFault(call), request.signal, carryOut);
  addCall({ ...call, status: response.status, ms: Math.round(performance.now() - began) });
  return response;
}

/** Handles the sandbox's own URLs: the outbox, the modes, and the notifications. Returns undefined for others. */
async function sandboxPage(request: Request, queued: Options["queued"]): Promise<Response | undefined> {
  const { pathname, host } = new URL(request.url);
  const route = `${request.method} ${pathname}`;
  // Another site's page must not empty a visitor's outbox.
  if (request.headers.get("Origin")?.endsWith(`://${host}`) === false) {
    return new Response("Another origin.\n", { status: 403 });
  }
  if (route === "GET /openapi.json") return Response.json(openApi());
  const response = await workbenchReply(request, queued);
  if (response) return response;
  if (route === "GET /smtp.json") return Response.json(env.smtp, { headers: { "Cache-Control": "no-store" } });
  const switches: Record<string, [words: readonly string[], set: (word: string) => boolean]> = {
    "POST /projects-mode": [PROJECTS_MODES, setProjectsMode],
    "POST /auth-mode": [AUTH_MODES, setAuthMode],
    "POST /auth-limits": [["on", "off"], setAuthLimits],
    "POST /network": [NETWORK_STATES, setSandboxNetwork],
  };
  const [words, set] = switches[route] ?? [];
  if (words && set) {
    const isKnown = set(await request.text());
    return new Response(`One of: ${words.join(", ")}.\n`, { status: isKnown ? 200 : 400 });
  }
  if (route === "POST /notifications") {
    const isSent = await sendNotifications(await request.formData().catch(() => new FormData()));
    if (!isSent) return new Response("days: 0 to 400.\n", { status: 400 });
    return new Response(null, { status: 303, headers: { Location: "/" } });
  }
  if (route === "POST /paybill") {
    const isPaid = await payByHand(await request.formData().catch(() => new FormData()));
    if (!isPaid) return new Response("amount: whole shillings.\n", { status: 400 });
    return new Response(null, { status: 303, headers: { Location: "/" } });
  }
  if (route === "POST /reset") {
    await queued?.forget(request.signal);
    resetMocks();
    setSandboxNetwork("up");
    return new Response(null, { status: 303, headers: { Location: "/" } });
  }
  if (request.method === "GET" && pathname.startsWith("/mails")) return mailsPage(pathname);
  if (route === "GET /") {
    await queued?.areSettled(request.signal, { limitMs: deadlineMs("outboxPage") });
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": OUTBOX_CSP,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-store",
    };
    return new Response(outboxPage(outbox.list()), { headers });
  }
}

/** Converts Node's request to a web Request, whose signal aborts when the caller gives up. */
async function toRequest(req: IncomingMessage, res: ServerResponse): Promise<Request> {
  const caller = new AbortController();
  res.once("close", () => caller.abort());
  const headers = new Headers();
  for (const [name, values] of Object.entries(req.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const { method = "GET", url = "/" } = req;
  const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(await buffer(req));
  return new Request(new URL(url, `http://${req.headers.host}`), { method, headers, body, signal: caller.signal });
}
