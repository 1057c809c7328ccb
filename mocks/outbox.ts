import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { nowDate } from "#app/model/clock.ts";
import { dataFileError } from "./database/data-folder.ts";

/**
 * Something that was "sent": a mail of the site's own, one of the two workers, a message of the contact form, or an order at
 * the domain provider.
 */
export type Sent = {
  kind: "mail" | "newsletter" | "school" | "contact" | "order";
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Of what came by SMTP: the same of a mail that came twice. */
  messageId?: string;
};
export type Entry = Sent & { id: string; at: string };

const MAX_ENTRIES = 1000;

let entries: Entry[] = [];
let file: string | undefined;

/** What was sent, newest first. In memory; over HTTP it is also kept in the data folder, so that it survives a restart. */
export const outbox = {
  list(): Entry[] {
    return entries.toReversed();
  },

  add(sent: Sent): Entry {
    const entry = { id: randomUUID(), at: nowDate().toISOString(), ...sent };
    entries = [...entries, entry].slice(-MAX_ENTRIES);
    if (file) keep(file, entry);
    return entry;
  },

  clear(): void {
    entries = [];
    if (file) rmSync(file, { force: true });
  },

  /** From now on the outbox is kept in `outbox.jsonl` of this folder; what lies there already is read in. */
  keepIn(folder: string): void {
    mkdirSync(folder, { recursive: true });
    file = path.join(folder, "outbox.jsonl");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    entries = text.split("\n").flatMap(readEntry).slice(-MAX_ENTRIES);
    // Behind a line that was cut off the next one would be lost as well.
    if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
  },
};

const entrySchema = z.object({
  kind: z.enum(["mail", "newsletter", "school", "contact", "order"]),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  messageId: z.string().optional(),
  id: z.string(),
  at: z.string(),
});

/** What was sent stays in memory when it cannot be kept, and the terminal says so in a sentence. */
function keep(file: string, entry: Entry): void {
  try {
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
  } catch (error) {
    process.stderr.write(`${dataFileError(file, error).message}\n`);
  }
}

/** A line that was cut off by a crash, or damaged, is left out. */
function readEntry(line: string): Entry[] {
  try {
    const { html, messageId, ...entry } = entrySchema.parse(JSON.parse(line));
    return [{ ...entry, ...(html !== undefined && { html }), ...(messageId !== undefined && { messageId }) }];
  } catch {
    return [];
  }
}
