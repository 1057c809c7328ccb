import { IncomingMessage } from "node:http";

/**
 * Returns a copy of a request that can be read again: with a body that was read before, or as a GET of another path. `type` is
 * the new Content-Type of a converted body.
 */
export function replayRequest(
  req: IncomingMessage,
  changes: { body?: Buffer; type?: string; method?: string; url?: string },
) {
  const copy = new IncomingMessage(req.socket);
  const { rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = req;
  const { method = req.method, url = req.url, body, type } = changes;
  const headers =
    type === undefined ? req.headers : { ...req.headers, "content-type": type, "content-length": String(body?.length) };
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.complete = true;
  if (body !== undefined) copy.push(body);
  copy.push(null);
  return copy;
}
