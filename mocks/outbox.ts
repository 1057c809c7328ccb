import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { nowDate } from "#app/platform/clock.ts";
import { dataFileError } from "./database/data-folder.ts";

/** Something that was "sent": a mail of the site or of a worker, a contact message, or an order at the domain provider. */
export type OutboxItem = {
  kind: "mail" | "newsletter" | "school" | "contact" | "order";
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** For mails by SMTP; a mail that is sent twice has the same one. */
  messageId?: string;
};
export type OutboxEntry = OutboxItem & { id: string; at: string };

const MAX_ENTRIES = 1000;

let entries: OutboxEntry[] = [];
let file: string | undefined;

/** The sandbox's outbox. It is in memory, and after `keepIn` also in a file, so that it survives a restart. */
export const outbox = {
  /** Returns the entries, newest first. */
  list(): OutboxEntry[] {
    return entries.toReversed();
  },

  add(item: OutboxItem): OutboxEntry {
    const entry = { id: randomUUID(), at: nowDate().toISOString(), ...item };
    entries = [...entries, entry].slice(-MAX_ENTRIES);
    if (file) appendEntry(file, entry);
    return entry;
  },

  /** Replaces the entries, newest first, by those of a saved state. */
  restore(saved: readonly OutboxEntry[]): void {
    this.clear();
    entries = saved.toReversed();
    if (file) for (const entry of entries) appendEntry(file, entry);
  },

  clear(): void {
    entries = [];
    if (file) rmSync(file, { force: true });
  },

  /** Reads the entries of `outbox.jsonl` in the folder, and writes new ones there. */
  keepIn(folder: string): void {
    mkdirSync(folder, { recursive: true });
    file = path.join(folder, "outbox.jsonl");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    entries = text.split("\n").flatMap(readEntry).slice(-MAX_ENTRIES);
    // A truncated last line would also make the next line unreadable.
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

/** Appends an entry to the file. If that fails, the entry stays in memory and a message is printed. */
function appendEntry(file: string, entry: OutboxEntry): void {
  try {
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
  } catch (error) {
    process.stderr.write(`${dataFileError(file, error).message}\n`);
  }
}

/** Returns the entry of a line, or nothing if the line is truncated or damaged. */
function readEntry(line: string): OutboxEntry[] {
  try {
    const { html, messageId, ...entry } = entrySchema.parse(JSON.parse(line));
    return [{ ...entry, ...(html !== undefined && { html }), ...(messageId !== undefined && { messageId }) }];
  } catch {
    return [];
  }
}
