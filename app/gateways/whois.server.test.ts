import { createServer, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import { respondToWhois } from "#mocks/whois.ts";
import { listen } from "../../tests/upstream-provider.ts";
import { createWhois } from "./whois.server.ts";

/** For answers that come, however busy the machine is, and for those that never do. */
const PATIENT_MS = 60_000;
const IMPATIENT_MS = 100;
const MANY = { all: 1000, suggestions: 0, reserve: 0 };

/** A registry that answers each line with this; what it was asked lies in `asked`. */
async function registry(answer: (socket: Socket, question: string) => void, options = {}) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.setEncoding("utf8").on("data", (question: string) => {
      asked.push(question);
      answer(socket, question);
    });
  });
  const port = await listen(server);
  const askRegistry = createWhois({ host: "127.0.0.1", port, timeoutMs: PATIENT_MS, perMinute: MANY, ...options });
  return { askRegistry, asked };
}

const fakeRegistry = (options = {}) => registry((socket, question) => void respondToWhois(question, socket), options);
const NO = "Domain Status: No Object Found\r\n";

test("sends the name in one line and reads clear and unclear replies", async () => {
  const { askRegistry, asked } = await fakeRegistry();
  expect(await askRegistry("notfound-duka.co.ke")).toBe("not-found");
  expect(await askRegistry("taken-duka.co.ke")).toBe("registered");
  expect(await askRegistry("duka.co.ke")).toBe("unclear");
  expect(asked).toEqual(["notfound-duka.co.ke\r\n", "taken-duka.co.ke\r\n", "duka.co.ke\r\n"]);
});

test("reads a reply that comes in pieces to its end", async () => {
  const { askRegistry } = await registry((socket) => {
    socket.write(NO);
    setTimeout(() => socket.end("Notes: reserved\r\n"), 20);
  });
  expect(await askRegistry("a.co.ke")).toBe("unclear");
});

test("does not send an invalid name, so that nobody can inject a second line", async () => {
  const { askRegistry, asked } = await fakeRegistry();
  for (const name of ["", "a.co.ke\r\nb.co.ke", "a b.co.ke", "-i 127.0.0.1 a.ke", `${"a".repeat(300)}.ke`]) {
    expect(await askRegistry(name)).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

test.each<[string, (socket: Socket) => void]>([
  ["nothing", (socket) => socket.end()],
  ["blank lines", (socket) => socket.end("\r\n \r\n")],
  ["a broken connection", (socket) => socket.resetAndDestroy()],
  ["an endless text", (socket) => socket.write(NO + "a".repeat(30_000))],
])("treats %s as no reply and does not cache it", async (_what, answer) => {
  const { askRegistry, asked } = await registry(answer);
  expect(await askRegistry("a.co.ke")).toBeUndefined();
  expect(await askRegistry("a.co.ke")).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test.each<[string, (socket: Socket) => void]>([
  ["says nothing", () => {}],
  ["never ends", (socket) => socket.write(NO)],
])("gives up a registry that %s", async (_what, answer) => {
  const { askRegistry } = await registry(answer, { timeoutMs: IMPATIENT_MS });
  expect(await askRegistry("a.co.ke")).toBeUndefined();
});

test("returns undefined if nothing listens", async () => {
  const port = await listen(createServer());
  const askRegistry = createWhois({ host: "127.0.0.1", port: port === 9 ? 10 : 9 });
  expect(await askRegistry("a.co.ke")).toBeUndefined();
});

test("caches a reply for ten minutes and shares one query", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { askRegistry, asked } = await fakeRegistry();
  await Promise.all([1, 2, 3].map(() => askRegistry("notfound-a.ke")));
  vi.setSystemTime(Date.now() + 9 * 60_000);
  expect(await askRegistry("notfound-a.ke")).toBe("not-found");
  expect(asked).toHaveLength(1);
  // The memory looks at the clock once a millisecond, by a timer.
  await new Promise((done) => setTimeout(done, 5));
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await askRegistry("notfound-a.ke");
  expect(asked).toHaveLength(2);
});

test("asks nothing above the minute's budget", async () => {
  const { askRegistry, asked } = await fakeRegistry({ perMinute: { all: 2, suggestions: 0, reserve: 0 } });
  for (const name of ["notfound-a.ke", "notfound-b.ke"]) expect(await askRegistry(name)).toBe("not-found");
  expect(await askRegistry("notfound-c.ke")).toBeUndefined();
  expect(await askRegistry("notfound-a.ke")).toBe("not-found");
  expect(asked).toHaveLength(2);
});

test("asks nothing if the caller is not admitted, but returns cached replies", async () => {
  const { askRegistry, asked } = await fakeRegistry();
  const admit = vi.fn(async () => false);
  expect(await askRegistry("notfound-a.ke", admit)).toBeUndefined();
  expect(await askRegistry("notfound-a.ke", async () => true)).toBe("not-found");
  expect(await askRegistry("notfound-a.ke", admit)).toBe("not-found");
  expect(asked).toHaveLength(1);
  expect(admit).toHaveBeenCalledTimes(1);
});

test("asks nothing after five failures in a row", async () => {
  const { askRegistry, asked } = await registry((socket) => socket.end());
  for (let i = 0; i < 8; i++) expect(await askRegistry(`a${i}.ke`)).toBeUndefined();
  expect(asked).toHaveLength(5);
});

test("logs the outcome without the name", async () => {
  const said = [vi.spyOn(log, "info"), vi.spyOn(log, "warn")].map((spy) => spy.mockImplementation(() => {}));
  const { askRegistry } = await fakeRegistry();
  await askRegistry("notfound-siri.ke");
  const lines = said.flatMap(({ mock }) => mock.calls);
  expect(lines).toMatchObject([[{ upstream: { service: "whois", op: "look-up" } }, "upstream"]]);
  expect(JSON.stringify(lines)).not.toContain("siri");
  for (const spy of said) spy.mockClear();
  const cut = await registry((socket) => socket.end());
  await cut.askRegistry("siri.ke");
  expect(said.flatMap(({ mock }) => mock.calls)).toMatchObject([
    [{ upstream: { kind: "reply", host: "127.0.0.1" } }, "upstream"],
  ]);
});
