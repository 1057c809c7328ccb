import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { getResponse } from "msw";
import { env } from "#app/env.server.ts";
import { isSandboxRequest } from "#app/server/sandbox-endpoint.server.ts";
import { AUTH_MODES, setAuthLimits, setAuthMode } from "./database/gotrue.ts";
import { PROJECTS_MODES, setProjectsMode } from "./handlers/projects.ts";
import { handlers, resetMocks } from "./handlers.ts";
import { unknownCall } from "./malformed.ts";
import { sendNotifications } from "./notifications.ts";
import { outbox } from "./outbox.ts";
import { OUTBOX_CSP, outboxPage } from "./outbox-page.ts";
import type { queuedMails } from "./sandbox-smtp.ts";
import { answerWhois } from "./whois.ts";
import { zones } from "./zones.ts";

/** How long the outbox page waits for mails that are being sent, in ms. */
const PAGE_MS = 2000;

type Options = {
  /** 0 takes a free one. */
  port: number;
  /** Folder of the files of outbox and zones. */
  dataDir: string;
  /** The outbox may be reached through a proxy. */
  isOpen?: boolean;
  /** What is on its way to the outbox, and is waited for; nothing is when left out. */
  queued?: typeof queuedMails;
};

/**
 * Serves the mock providers and the outbox on the loopback address, and WHOIS at the same port. Rejects with node's error when the port is in use.
 * The server does not keep the process alive. Gives back its port and a way to close it.
 */
export async function serveMocks({ port, dataDir, isOpen = false, queued }: Options) {
  outbox.keepIn(dataDir);
  zones.keepIn(dataDir);
  const server = createServer((req, res) => {
    if (!isOpen && !isSandboxRequest(req))
      return void res.writeHead(403).end("The sandbox is for this computer only.\n");
    answer(req, res, queued).catch((error) => {
      console.error("The sandbox failed to answer.", error);
      res.destroy();
    });
  });
  // A WHOIS question is no HTTP: it comes as an error of who reads HTTP, with all that was read.
  server.on("clientError", (error, socket) => {
    const question = "rawPacket" in error ? String(error.rawPacket) : "";
    if (!answerWhois(question, socket)) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
  // Whoever asks closes a connection that rests: closed from here as well, it could break under the next question.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done));
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

async function answer(req: IncomingMessage, res: ServerResponse, queued: Options["queued"]) {
  const request = await toRequest(req, res);
  const response =
    (await ownPage(request, queued)) ?? (await getResponse(handlers, request)) ?? unknownCall({ request });
  // Response.error(), the mock of a connection that breaks.
  if (response.status === 0) return res.destroy();
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(Buffer.from(await response.arrayBuffer()));
}

/** The outbox, the count of DNS writes, how the list of projects and the auth service answer, and the clock of notices; undefined for everything else. */
async function ownPage(request: Request, queued: Options["queued"]): Promise<Response | undefined> {
  const { pathname, host } = new URL(request.url);
  const call = `${request.method} ${pathname}`;
  // Another site's page must not empty the outbox of whoever looks at it.
  if (request.headers.get("Origin")?.endsWith(`://${host}`) === false) {
    return new Response("Another origin.\n", { status: 403 });
  }
  if (call === "GET /outbox.json") {
    if ((await queued?.areSettled(request.signal)) === false) {
      return new Response("Mails are still under way; the log says why.\n", { status: 503 });
    }
    return Response.json(outbox.list(), { headers: { "Cache-Control": "no-store" } });
  }
  if (call === "GET /smtp.json") return Response.json(env.smtp, { headers: { "Cache-Control": "no-store" } });
  if (call === "GET /dns-writes.json")
    return Response.json(zones.writes(), { headers: { "Cache-Control": "no-store" } });
  const switches: Record<string, [words: readonly string[], set: (word: string) => boolean]> = {
    "POST /projects-mode": [PROJECTS_MODES, setProjectsMode],
    "POST /auth-mode": [AUTH_MODES, setAuthMode],
    "POST /auth-limits": [["on", "off"], setAuthLimits],
  };
  const [words, set] = switches[call] ?? [];
  if (words && set) {
    const isKnown = set(await request.text());
    return new Response(`One of: ${words.join(", ")}.\n`, { status: isKnown ? 200 : 400 });
  }
  if (call === "POST /notices") {
    const isSent = await sendNotifications(await request.formData().catch(() => new FormData()));
    if (!isSent) return new Response("days: 0 to 400.\n", { status: 400 });
    return new Response(null, { status: 303, headers: { Location: "/" } });
  }
  if (call === "POST /reset") {
    await queued?.forget(request.signal);
    resetMocks();
    return new Response(null, { status: 303, headers: { Location: "/" } });
  }
  if (call === "GET /") {
    await queued?.areSettled(request.signal, PAGE_MS);
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

/** Node's request as a web Request, whose signal aborts when the caller gives up. */
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
