import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { refuseLeaks } from "./leaks.ts";

/** `from`: another address of this computer that the request comes from, as another visitor's does. */
type Port = { port: number; from?: string };
type Ask = { method?: string; headers?: Record<string, string>; body?: string | Buffer; agent?: Agent };
export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };

/** One request exactly as told: fetch would set headers, unpack the reply and follow redirects. */
export function httpRequest({ port, from }: Port, path: string, options: Ask = {}): Promise<Reply> {
  const { body, agent = false, ...rest } = options;
  return new Promise((resolve, reject) => {
    const req = request({ host: "127.0.0.1", localAddress: from, port, path, agent, ...rest }, (res) => {
      buffer(res)
        .then((body) => {
          const reply = { status: res.statusCode ?? 0, headers: res.headers, body, text: body.toString() };
          refuseLeaks(port, JSON.stringify(res.headers) + reply.text);
          resolve(reply);
        })
        .catch(reject);
    });
    req.once("error", reject);
    req.end(body);
  });
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
type Fields = Record<string, string> | string | Buffer;

/** Posts a form as a browser does from the site's own page. A header that is undefined is left out. */
export function postForm(site: Port, path: string, fields: Fields, more: Record<string, string | undefined> = {}) {
  const body = typeof fields === "string" || Buffer.isBuffer(fields) ? fields : new URLSearchParams(fields).toString();
  const entries = Object.entries({ ...FORM, "Content-Length": String(Buffer.byteLength(body)), ...more });
  const headers = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return httpRequest(site, path, { method: "POST", headers, body });
}

/** Sends bytes as they are and gives back everything that comes until the connection is closed. */
export function sendBytes({ port }: Port, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  return text(socket);
}

/** A contact message that is fine, with an address of its own. */
export function contactFields(changes: Record<string, string> = {}) {
  const email = `njeri.${crypto.randomUUID()}@example.co.ke`;
  const typed = { name: "Njeri Mwangi", email, subject: "Bei", message: `Habari ${email}`, domain: "" };
  return { ...typed, website_2: "", ...changes };
}

let visitors = 0;

/** Headers of a visitor whom no limit knows yet; the sandbox believes them. */
export function newVisitor(): Record<string, string> {
  visitors += 1;
  return { "X-Sandbox-Address": `198.51.100.${visitors}` };
}
