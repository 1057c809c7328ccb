import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { serveProxy } from "./proxy.ts";

const THERE_AND_BACK_MS = 400;
/** What a lost packet costs: it is sent again after a second (RFC 6298, 2.1). One of twenty is lost. */
const LOST_MS = 1000;

/** A proxy that is as slow as 2G, and loses the answer to the next form when it is told to: the site has it by then. */
export async function serveWeakly() {
  const told = { isLosing: false, lost: 0 };
  let packets = 0;
  const travel = () => wait(THERE_AND_BACK_MS / 2 + (++packets % 20 === 0 ? LOST_MS : 0));

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { "proxy-connection": _, ...headers } = incoming.headers;
    const body = await buffer(incoming);
    await travel();
    const onward = request(incoming.url ?? "", { method: incoming.method, headers }, async (reply) => {
      const answer = await buffer(reply);
      await travel();
      if (told.isLosing && incoming.method === "POST") {
        Object.assign(told, { isLosing: false, lost: told.lost + 1 });
        outgoing.destroy();
        return;
      }
      // A browser sends a form once more by itself where a connection that it had used before breaks off.
      outgoing.writeHead(reply.statusCode ?? 502, { ...reply.headers, connection: "close" }).end(answer);
    });
    onward.on("error", () => outgoing.destroy());
    onward.end(body);
  }

  return { ...(await serveProxy(carry)), told };
}
