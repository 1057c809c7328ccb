import { z } from "zod";
import { onMessage, publish } from "../redis.server.ts";

/** What processes tell each other of: what everybody is shown, and what is wrong with the mail of a zone. */
type Topic = "posts" | "projects" | "mail";
const SHOWN_TO_ALL = new Set<string>(["posts", "projects"]);

const MAX_ABOUT = 500;
const messageSchema = z.object({ topic: z.string(), about: z.string().max(MAX_ABOUT) });

/** `about` is undefined when something may have been missed. */
type Learn = (about: string | undefined) => unknown;
const learners: [topic: Topic, learn: Learn][] = [];
const renewals: (() => void)[] = [];

onMessage((message) => void hear(message));

/** Tells all processes, this one too, that something has changed. Without Redis nobody is told. */
export function announce(topic: Topic, about = ""): void {
  publish(JSON.stringify({ topic, about: about.slice(0, MAX_ABOUT) }));
}

/** `learn` is called at each announcement, and when some may have been missed. */
export function onAnnounced(topic: Topic, learn: Learn): void {
  learners.push([topic, learn]);
}

/** `renew` is called when what everybody is shown has changed, after all who keep parts of it have learned so. */
export function onPublicChange(renew: () => void): void {
  renewals.push(renew);
}

async function hear(message: string | undefined): Promise<void> {
  const told = message === undefined ? undefined : read(message);
  if (message !== undefined && told === undefined) return;
  const concerned = learners.filter(([topic]) => told === undefined || topic === told.topic);
  await Promise.allSettled(concerned.map(async ([, learn]) => learn(told?.about)));
  if (told === undefined || SHOWN_TO_ALL.has(told.topic)) for (const renew of renewals) renew();
}

function read(message: string) {
  try {
    return messageSchema.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}
