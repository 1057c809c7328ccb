import { z } from "zod";
import { onMessage, publish } from "./redis.api.server.ts";

/**
 * What processes tell each other about: content that all visitors see ("posts", "projects"), and what is known of the mail,
 * the name servers and the services of a zone.
 */
type Topic = "posts" | "projects" | "mail" | "name-servers" | "checks";
const SHOWN_TO_ALL = new Set<string>(["posts", "projects"]);

const MAX_ABOUT = 500;
const messageSchema = z.object({ topic: z.string(), about: z.string().max(MAX_ABOUT) });

/** `about` is undefined if messages may have been missed. */
type Listener = (about: string | undefined) => unknown;
const listeners: [topic: Topic, listener: Listener][] = [];
const publicListeners: (() => void)[] = [];

onMessage((message) => void receive(message));

/** Tells all processes, including this one, that something has changed. Does nothing without Redis. */
export function publishChange(topic: Topic, about = ""): void {
  publish(JSON.stringify({ topic, about: about.slice(0, MAX_ABOUT) }));
}

/**
 * Does the same as `publishChange`, and also tells this process at once, even without Redis, because the change was made here.
 */
export async function announceChange(topic: Topic, about = ""): Promise<void> {
  publishChange(topic, about);
  await receive(JSON.stringify({ topic, about }));
}

/** Calls `listener` for each change of this topic, and when changes may have been missed. */
export function onChange(topic: Topic, listener: Listener): void {
  listeners.push([topic, listener]);
}

/** Calls `listener` after content that all visitors see has changed and all `onChange` listeners have run. */
export function onPublicChange(listener: () => void): void {
  publicListeners.push(listener);
}

async function receive(message: string | undefined): Promise<void> {
  const change = message === undefined ? undefined : read(message);
  if (message !== undefined && change === undefined) return;
  const concerned = listeners.filter(([topic]) => change === undefined || topic === change.topic);
  await Promise.allSettled(concerned.map(async ([, listener]) => listener(change?.about)));
  if (change === undefined || SHOWN_TO_ALL.has(change.topic)) for (const listener of publicListeners) listener();
}

function read(message: string) {
  try {
    return messageSchema.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}
