import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { assertNoSecrets } from "./leaks.ts";

/** A server on this machine. Requests come from the loopback address `from`, which stands for a visitor. */
type Server = { port: number; from?: string };
type Options = { method?: string; headers?: Record<string, string>; body?: string | Buffer; agent?: Agent };
export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };

/** Sends one request exactly as given: fetch would add headers, decompress the body and follow redirects. */
export function httpRequest({ port, from }: Server, path: string, options: Options = {}): Promise<Reply> {
  const { body, agent = false, ...rest } = options;
  return new Promise((resolve, reject) => {
    const req = request({ host: "127.0.0.1", localAddress: from, port, path, agent, ...rest }, (res) => {
      buffer(res)
        .then((body) => {
          const response = { status: res.statusCode ?? 0, headers: res.headers, body, text: body.toString() };
          assertNoSecrets(port, JSON.stringify(res.headers) + response.text);
          resolve(response);
        })
        .catch(reject);
    });
    req.once("error", reject);
    req.end(body);
  });
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
type Fields = Record<string, string> | string | Buffer;

/** Posts a form as a browser does from the site's own page. Leaves out headers that are undefined. */
export function postForm(site: Server, path: string, fields: Fields, more: Record<string, string | undefined> = {}) {
  const body = typeof fields === "string" || Buffer.isBuffer(fields) ? fields : new URLSearchParams(fields).toString();
  const entries = Object.entries({ ...FORM, "Content-Length": String(Buffer.byteLength(body)), ...more });
  const headers = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return httpRequest(site, path, { method: "POST", headers, body });
}

/** Sends bytes unchanged. Returns everything that arrives until the connection is closed. */
export function sendBytes({ port }: Server, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  return text(socket);
}

/** Returns a valid contact message from an e-mail address that no other message has. */
export function contactFields(changes: Record<string, string> = {}) {
  const email = `njeri.${crypto.randomUUID()}@example.co.ke`;
  const typed = { name: "Njeri Mwangi", email, subject: "Bei", message: `Habari ${email}`, domain: "" };
  return { ...typed, website_2: "", ...changes };
}

let visitors = 0;

/** Returns the headers of a new visitor. A sandbox takes the IP address from them. */
export function newVisitor(): Record<string, string> {
  visitors += 1;
  return { "X-Sandbox-Address": `198.51.${Math.floor(visitors / 250)}.${visitors % 250}` };
}
