import { createServer, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { respondToWhois } from "#mocks/whois.ts";
import { setDeadlines } from "../../tests/deadlines.js";
import { listen } from "../../tests/upstream-provider.ts";
import { createWhois } from "./whois.api.server.ts";

const perMinute = { all: 1000, suggestions: 0, reserve: 0 };
const NOT_FOUND = "Domain Status: No Object Found\r\n";

/** Starts a registry, by default the mock. Returns its client and the lines that it received. */
async function registry(response: (socket: Socket, line: string) => void = answerLine, options = {}) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.setEncoding("utf8").on("data", (line: string) => {
      lines.push(line);
      response(socket, line);
    });
  });
  const port = await listen(server);
  return { askRegistry: createWhois({ host: "127.0.0.1", port, perMinute, ...options }), lines };
}

const answerLine = (socket: Socket, line: string) => void respondToWhois(line, socket);

test("sends the name in one line and reads clear and unclear replies", async () => {
  const { askRegistry, lines } = await registry();
  expect(await askRegistry("notfound-duka.co.ke")).toBe("not-found");
  expect(await askRegistry("taken-duka.co.ke")).toBe("registered");
  expect(await askRegistry("duka.co.ke")).toBe("unclear");
  expect(lines).toEqual(["notfound-duka.co.ke\r\n", "taken-duka.co.ke\r\n", "duka.co.ke\r\n"]);
});

test("reads a reply that comes in pieces to its end", async () => {
  const { askRegistry } = await registry((socket) => {
    socket.write(NOT_FOUND);
    setTimeout(() => socket.end("Notes: reserved\r\n"), 20);
  });
  expect(await askRegistry("a.co.ke")).toBe("unclear");
});

test.each(["", "a.co.ke\r\nb.co.ke", "a b.co.ke", "-i 127.0.0.1 a.ke", `${"a".repeat(300)}.ke`])(
  "does not send the invalid name %j, which could inject a second line",
  async (name) => {
    const { askRegistry, lines } = await registry();
    expect(await askRegistry(name)).toBeUndefined();
    expect(lines).toEqual([]);
  },
);

test.each<[what: string, response: (socket: Socket) => void, isSilent?: boolean]>([
  ["an empty reply", (socket) => socket.end()],
  ["blank lines", (socket) => socket.end("\r\n \r\n")],
  ["a broken connection", (socket) => socket.resetAndDestroy()],
  ["an endless text", (socket) => socket.write(NOT_FOUND + "a".repeat(30_000))],
  ["silence", () => {}, true],
  ["a reply that never ends", (socket) => socket.write(NOT_FOUND), true],
])("treats %s as no reply and does not cache it", async (_what, response, isSilent) => {
  let isUp = false;
  const { askRegistry } = await registry((socket, line) => (isUp ? answerLine(socket, line) : response(socket)));
  if (isSilent) setDeadlines({ whois: 100 });
  expect(await askRegistry("notfound-a.ke")).toBeUndefined();
  setDeadlines();
  isUp = true;
  expect(await askRegistry("notfound-a.ke")).toBe("not-found");
});

test("caches a reply for ten minutes and shares one query", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { askRegistry, lines } = await registry();
  await Promise.all([1, 2, 3].map(() => askRegistry("notfound-a.ke")));
  vi.setSystemTime(Date.now() + 9 * 60_000);
  expect(await askRegistry("notfound-a.ke")).toBe("not-found");
  expect(lines).toHaveLength(1);
  // The cache reads the clock at most once a millisecond, by a real timer.
  await new Promise((done) => setTimeout(done, 5));
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await askRegistry("notfound-a.ke");
  expect(lines).toHaveLength(2);
});

test("asks nothing above the minute's budget", async () => {
  const { askRegistry, lines } = await registry(answerLine, { perMinute: { all: 2, suggestions: 0, reserve: 0 } });
  for (const name of ["notfound-a.ke", "notfound-b.ke"]) expect(await askRegistry(name)).toBe("not-found");
  expect(await askRegistry("notfound-c.ke")).toBeUndefined();
  expect(await askRegistry("notfound-a.ke")).toBe("not-found");
  expect(lines).toHaveLength(2);
});

test("asks nothing if the caller is not admitted, but returns cached replies", async () => {
  const { askRegistry, lines } = await registry();
  const admit = vi.fn(async () => false);
  expect(await askRegistry("notfound-a.ke", admit)).toBeUndefined();
  expect(await askRegistry("notfound-a.ke", async () => true)).toBe("not-found");
  expect(await askRegistry("notfound-a.ke", admit)).toBe("not-found");
  expect(lines).toHaveLength(1);
  expect(admit).toHaveBeenCalledTimes(1);
});

test("asks nothing after five failures in a row", async () => {
  const { askRegistry, lines } = await registry((socket) => socket.end());
  for (let i = 0; i < 8; i++) expect(await askRegistry(`a${i}.ke`)).toBeUndefined();
  expect(lines).toHaveLength(5);
});

test("logs the outcome without the name", async () => {
  const [info, warn] = [vi.spyOn(log, "info").mockReturnValue(), vi.spyOn(log, "warn").mockReturnValue()];
  await (await registry()).askRegistry("notfound-siri.ke");
  expect(info.mock.calls).toMatchObject([[{ upstream: { service: "whois", op: "look-up" } }, "upstream"]]);
  await (await registry((socket) => socket.end())).askRegistry("siri.ke");
  expect(warn.mock.calls).toMatchObject([[{ upstream: { kind: "reply", host: "127.0.0.1" } }, "upstream"]]);
  expect(JSON.stringify([info.mock.calls, warn.mock.calls])).not.toContain("siri");
});
