import { IncomingMessage } from "node:http";

/**
 * A request like another one, to be read anew: the same visitor and headers, with a body that has been read already,
 * or turned into a GET of another path.
 */
export function replayRequest(req: IncomingMessage, changes: { body?: Buffer; method?: string; url?: string }) {
  const copy = new IncomingMessage(req.socket);
  const { headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = req;
  const { method = req.method, url = req.url, body } = changes;
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.complete = true;
  if (body !== undefined) copy.push(body);
  copy.push(null);
  return copy;
}
