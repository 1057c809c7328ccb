import { setTimeout as wait } from "node:timers/promises";
import type { createClient } from "@redis/client";
import type { Why } from "../upstream/failure-kind.server.ts";
import { whyOf } from "./why.server.ts";

/** The longest that anybody waits for Redis; whoever is slower is left alone until a new connection has proved itself. */
const PATIENCE_MS = 200;
const OPENING_MS = 2000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 10_000];

/** What is asked of a connection before it is used: that it takes scripts and writes. A full Redis, or one that copies another, does not. */
const PROOF = `return redis.call("set", KEYS[1], 1, "PX", 1000)`;

export type Client = ReturnType<typeof createClient>;

/** Redis is not there, or has just failed: do without. */
class RedisAway extends Error {
  override name = "RedisAway";
}

/** By this name a wait that was too long is known. */
class TimeoutError extends Error {
  override name = "TimeoutError";
}

type Options = {
  url: string;
  /** The key that the proof may write, and the channel on which processes tell each other what has changed. */
  proofKey: string;
  channel: string;
  /** A message on the channel; undefined: some may have been missed. */
  onMessage: (message: string | undefined) => void;
  /** The connection has begun to work (undefined), or does not and why; once for each change. */
  onChange: (trouble: Why | undefined) => void;
};

/**
 * One connection to Redis, opened anew for as long as it takes. Nobody waits for it: a command has 200 ms, and the first one
 * that fails, for whatever reason, ends the connection, so that the others are refused at once until a new one works.
 */
export function createConnection({ url, proofKey, channel, onMessage, onChange }: Options) {
  let current: Client | undefined;
  let end: (why: unknown) => void = () => undefined;
  let state: Why | "well" = { kind: "left alone" };
  let wasWell: boolean | undefined;
  let firstDone: () => void = () => undefined;
  const closing = new AbortController();

  function change(next: Why | "well") {
    firstDone();
    state = next;
    const isWell = next === "well";
    if (isWell !== wasWell && !closing.signal.aborted) onChange(isWell ? undefined : next);
    wasWell = isWell;
  }

  /** A connection from its beginning to its end. Gives back what ended it, and whether it was of any use. */
  async function live(): Promise<{ why: unknown; wasUseful: boolean }> {
    let wasUseful = false;
    const client = await makeClient(url);
    const why = await new Promise<unknown>((resolve) => {
      end = resolve;
      client.on("error", resolve);
      within(OPENING_MS, open(client)).then(() => {
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
    await client.eval(PROOF, { keys: [proofKey], arguments: [] });
    await client.subscribe(channel, onMessage);
  }

  async function keepOpen(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      const { why, wasUseful } = await live().catch((why: unknown) => ({ why, wasUseful: false }));
      change(whyOf(why));
      pause = wasUseful ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS);
      // Never the same, so that many processes do not come back together.
      await wait(pause * (0.75 + Math.random() / 2), undefined, { signal: closing.signal, ref: false }).catch(
        () => null,
      );
    }
  }

  return {
    /** Begins to connect, and goes on for ever. Done when it works, or has failed for the first time. */
    open: () =>
      new Promise<void>((resolve) => {
        firstDone = resolve;
        void keepOpen();
      }),

    /** Does work with Redis. Throws, within 200 ms, when that cannot be done, and at once when it is known that it can't. */
    async ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
      const client = current;
      if (!client) throw new RedisAway();
      try {
        return await within(PATIENCE_MS, work(client));
      } catch (error) {
        if (client === current) {
          current = undefined;
          end(error);
        }
        throw new RedisAway(undefined, { cause: error });
      }
    },

    /** Whether it works; else why not. */
    state: () => state,

    close(): void {
      closing.abort();
      end(new RedisAway());
    },
  };
}

/** Loaded here, so that a site without Redis never loads it. It does not connect anew by itself: we do, and prove it. */
async function makeClient(url: string): Promise<Client> {
  const { createClient } = await import("@redis/client");
  return createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    socket: { connectTimeout: OPENING_MS, reconnectStrategy: false },
  });
}

/** What work gives, unless that takes longer. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // An answer that came while this process was busy with something else is read before it is missed.
    const timer = setTimeout(() => setImmediate(() => reject(new TimeoutError())), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
