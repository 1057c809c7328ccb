import { IncomingMessage } from "node:http";

/**
 * A request like another one, to be read anew: the same visitor and headers, with a body that has been read already,
 * or turned into a GET of another path. `type` is what the body has become.
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
