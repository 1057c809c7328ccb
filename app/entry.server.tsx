import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { contentSecurityPolicy, hashMarked } from "./http/content-security-policy.server.ts";
import { log } from "./log.server.ts";
import { MODULE_ID } from "./ui/frame/page-scripts.tsx";
import { MarkContext } from "./ui/marks/mark.ts";

const RENDER_DEADLINE_MS = 5_000;

/** Renders a page whole: one body has a length and an ETag, compresses better and costs a third of streaming. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext | undefined,
): Promise<Response> {
  const stale = status >= 500 ? context?.lastGood?.() : undefined;
  if (stale !== undefined) return new Response(stale.body, { headers: stale.headers });

  const mark = randomUUID();
  const { html, hasFailed } = await render(request.url, remixContext, mark);
  const page = hashMarked(html, mark);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy(page.hashes, { isInteractive: isInteractive(page.html), frames: context?.frames }),
  );
  const body = page.html;
  const finalStatus = hasFailed ? 500 : status;
  const isPublic = finalStatus === 200 && headers.get("Cache-Control")?.startsWith("public");
  if (isPublic && !headers.has("Set-Cookie")) context?.keep?.({ headers, body });
  return new Response(body, { headers, status: finalStatus });
}

/** Whether scripts may take the page over: it carries their module, inert. In development every page is taken over. */
function isInteractive(html: string): boolean {
  return import.meta.env.DEV || html.includes(` id="${MODULE_ID}"`);
}

function render(url: string, remixContext: EntryContext, mark: string): Promise<{ html: string; hasFailed: boolean }> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const deadline = setTimeout(() => stream.abort(), RENDER_DEADLINE_MS);
    const stream = renderToPipeableStream(
      <MarkContext.Provider value={mark}>
        <RemixServer context={remixContext} url={url} nonce={mark} abortDelay={RENDER_DEADLINE_MS} />
      </MarkContext.Provider>,
      {
        nonce: mark,
        onAllReady() {
          clearTimeout(deadline);
          text(stream.pipe(new PassThrough())).then((html) => resolve({ html, hasFailed }), reject);
        },
        onShellError(error) {
          clearTimeout(deadline);
          reject(error);
        },
        onError(error) {
          hasFailed = true;
          log.error({ err: error }, "render failed");
        },
      },
    );
  });
}

/** A visitor who left is no error, and neither is a page that does not exist. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isRefusal) log.error({ err: error }, "loader or action failed");
};
