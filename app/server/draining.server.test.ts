import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { drain, isDraining } from "./draining.server.ts";

const AT_THE_DOOR = 20;

test("whoever is at the door when the server is told to stop gets an answer, and who comes afterwards is refused", async () => {
  const server = createServer((_req, res) => res.setHeader("Connection", "close").end("here"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // The system lets them in at once; Node has had no turn to.
  const answers = Array.from({ length: AT_THE_DOOR }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 0\r\n\r\n");
    return text(socket).catch(String);
  });
  let isReleased = false;
  const drained = drain(server, async () => {
    isReleased = true;
  });
  expect(isDraining()).toBe(true);
  expect((await Promise.all(answers)).filter((answer) => answer.endsWith("here"))).toHaveLength(AT_THE_DOOR);
  await drained;
  expect(isReleased).toBe(true);
  const [refused] = await once(connect(port, "127.0.0.1"), "error");
  expect(refused.code).toBe("ECONNREFUSED");
});
