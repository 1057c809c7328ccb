import { setTimeout as wait } from "node:timers/promises";
import type { createClient } from "@redis/client";
import { deadlineMs } from "../upstream/deadlines.server.ts";
import { type FailureReason, failureOf } from "../upstream/failure-kind.server.ts";

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 10_000];

/** Sent before a connection is used: a full Redis or a replica accepts connections but no writes. */
const WRITE_TEST = `return redis.call("set", KEYS[1], 1, "PX", 1000)`;

export type Client = ReturnType<typeof createClient>;

/** Redis is unavailable. */
class RedisDown extends Error {
  override name = "RedisDown";
}

/** `failureOf` recognises timeouts by this name. */
class TimeoutError extends Error {
  override name = "TimeoutError";
}

type Options = {
  url: string;
  /** `proofKey`: the key that the write test sets. `channel`: the channel for messages between processes. */
  proofKey: string;
  channel: string;
  /** Called with each message of the channel; with undefined if messages may have been missed. */
  onMessage: (message: string | undefined) => void;
  /**
   * Called once for each change of the state: with undefined when the connection works, otherwise with the reason why it does
   * not.
   */
  onChange: (trouble: FailureReason | undefined) => void;
};

/**
 * Creates a connection to Redis that reconnects for ever. A command has 200 ms. The first command that fails closes
 * the connection, so that later ones fail at once until a new connection works.
 */
export function createConnection({ url, proofKey, channel, onMessage, onChange }: Options) {
  let current: Client | undefined;
  let end: (why: unknown) => void = () => undefined;
  let state: FailureReason | "well" = { kind: "left alone" };
  let wasWell: boolean | undefined;
  let firstDone: () => void = () => undefined;
  const closing = new AbortController();

  function change(next: FailureReason | "well") {
    firstDone();
    state = next;
    const isWell = next === "well";
    if (isWell !== wasWell && !closing.signal.aborted) onChange(isWell ? undefined : next);
    wasWell = isWell;
  }

  /** Runs one connection to its end. Returns why it ended and whether it ever worked. */
  async function live(): Promise<{ why: unknown; wasUseful: boolean }> {
    let wasUseful = false;
    const client = await makeClient(url);
    const why = await new Promise<unknown>((resolve) => {
      end = resolve;
      client.on("error", resolve);
      within(deadlineMs("redisOpening"), open(client)).then(() => {
        wasUseful = true;
        current = client;
        change("well");
        onMessage(undefined);
      }, resolve);
    });
    current = undefined;
    client.destroy();
    return { why, wasUseful };
  }

  async function open(client: Client): Promise<void> {
    await client.connect();
    await client.eval(WRITE_TEST, { keys: [proofKey], arguments: [] });
    await client.subscribe(channel, onMessage);
  }

  async function keepOpen(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      const { why, wasUseful } = await live().catch((why: unknown) => ({ why, wasUseful: false }));
      change(redisFailureOf(why));
      pause = wasUseful ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS);
      // Random, so that processes do not reconnect at the same time.
      await wait(pause * (0.75 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(
        () => null,
      );
    }
  }

  return {
    /** Starts connecting. Resolves after the first success or failure. */
    open: () =>
      new Promise<void>((resolve) => {
        firstDone = resolve;
        void keepOpen();
      }),

    /** Runs commands. Rejects within 200 ms if the commands fail, and at once while Redis is unavailable. */
    async ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
      const client = current;
      if (!client) throw new RedisDown();
      try {
        return await within(deadlineMs("redisCommand"), work(client));
      } catch (error) {
        if (client === current) {
          current = undefined;
          end(error);
        }
        throw new RedisDown(undefined, { cause: error });
      }
    },

    /** Returns "well", or why Redis is unavailable. */
    state: () => state,

    close(): void {
      closing.abort();
      end(new RedisDown());
    },
  };
}

/**
 * The client is imported on use, so that a site without Redis does not load it. The client's own reconnecting is off: this
 * module reconnects and runs the write test.
 */
async function makeClient(url: string): Promise<Client> {
  const { createClient } = await import("@redis/client");
  return createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    socket: { connectTimeout: deadlineMs("redisOpening"), reconnectStrategy: false },
  });
}

/** Rejects if the work takes longer than `ms`. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // A reply that arrived while the event loop was busy is processed before the timeout.
    const timer = setTimeout(() => setImmediate(() => reject(new TimeoutError())), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The client's error classes, which have no code. */
const CLIENT: Record<string, FailureReason> = {
  SocketClosedUnexpectedlyError: { kind: "cut" },
  ClientClosedError: { kind: "cut" },
  DisconnectsClientError: { kind: "cut" },
  ConnectionTimeoutError: { kind: "timeout" },
};

/**
 * Errors that mean a refused key. Other error replies reject the command ("OOM": memory full, "READONLY": a replica).
 */
const KEY = new Set(["WRONGPASS", "NOAUTH", "NOPERM"]);

/** Returns why Redis failed, for the log: the first word of its error, without the rest of the text. */
function redisFailureOf(error: unknown): FailureReason {
  if (!(error instanceof Error)) return { kind: "other" };
  const code = /^([A-Z]{2,20}) /.exec(error.message)?.[1];
  if (code !== undefined) return { kind: KEY.has(code) ? "key" : "status", code };
  return CLIENT[error.constructor.name] ?? failureOf(error);
}
