import { readIpv4, readIpv6 } from "./address.ts";
import { caaContent, MAX_FLAGS, readCaaTag, readCaaValue } from "./caa.ts";
import { type Reading, read, wrong } from "./reading.ts";
import { AUTO_TTL, isRecordType, PROXIABLE_TYPES, type RecordDraft, type RecordType } from "./record.ts";
import { toFullName } from "./record-name.ts";
import type { FieldName, RecordValues } from "./record-values.ts";
import { readServiceName, srvContent } from "./srv.ts";
import { readTarget } from "./target.ts";
import { readTtl } from "./ttl.ts";
import { readTxt } from "./txt.ts";
import { MAX_16_BITS, readWholeNumber } from "./whole-number.ts";

/** What is wrong with one field, for whoever typed it. */
export type Problem = { field: FieldName; message: string };

type Typed = { [Field in FieldName]?: string | undefined };
type Take = <Value>(field: FieldName, reading: Reading<Value>, otherwise: Value) => Value;
type Contents = Pick<RecordDraft, "content" | "priority" | "data">;

const MAX_COMMENT = 100;
const ON = ["on", "true", "1"];

/**
 * Takes what a form sent for a record of a zone, each field as text or missing, and gives the record, or everything that is
 * wrong with it, by field. Fields that the type does not have are ignored. Source: docs/product.md, "DNS records".
 */
export function readRecord(
  typed: Typed,
  zone: string,
): { ok: true; draft: RecordDraft } | { ok: false; problems: Problem[] } {
  const type = typed.type?.trim().toUpperCase() ?? "";
  if (!isRecordType(type)) return { ok: false, problems: [{ field: "type", message: "Choose a type from the list." }] };

  const problems: Problem[] = [];
  const take: Take = (field, reading, otherwise) => {
    if (reading.ok) return reading.value;
    problems.push({ field, message: reading.message });
    return otherwise;
  };
  const name = take("name", readName(typed.name ?? "", type, zone), "");
  const contents = readContents(typed, type, zone, take);
  const ttl = take("ttl", readTtl(typed.ttl), AUTO_TTL);
  const proxied = PROXIABLE_TYPES.includes(type) && ON.includes(typed.proxied ?? "");

  if (type === "CNAME" && name !== "" && contents.content === name)
    problems.push({ field: "content", message: `${name} cannot point to itself. Type the name of another server.` });
  if (type === "MX" && contents.content === "." && contents.priority !== 0)
    // RFC 7505, section 3.
    problems.push({
      field: "priority",
      message: "With a dot as the mail server, which means no mail, the priority is 0.",
    });
  const comment = take("comment", readComment(typed.comment), undefined);
  if (problems.length > 0) return { ok: false, problems };
  const draft = { type, name, ...contents, ttl: proxied ? AUTO_TTL : ttl, proxied };
  return { ok: true, draft: comment === undefined ? draft : { ...draft, comment } };
}

/** Takes a typed note and gives it on one line, undefined for none. Cloudflare, "Record attributes": 100 characters. */
export function readComment(typed = ""): Reading<string | undefined> {
  const text = typed.replace(/\s+/g, " ").trim();
  if (text.length > MAX_COMMENT) return wrong(`The note is too long: at most ${MAX_COMMENT} characters.`);
  return read(text === "" ? undefined : text);
}

function readName(typed: string, type: RecordType, zone: string): Reading<string> {
  const name = toFullName(typed, zone);
  return name.ok && type === "SRV" ? readServiceName(name.value) : name;
}

function readContents(typed: Typed, type: RecordType, zone: string, take: Take): Contents {
  const content = typed.content ?? "";
  switch (type) {
    case "A":
      return { content: take("content", readIpv4(content), "") };
    case "AAAA":
      return { content: take("content", readIpv6(content), "") };
    case "CNAME":
    case "NS":
      return { content: take("content", readTarget(content, type, zone), "") };
    case "MX":
      return {
        content: take("content", readTarget(content, type, zone), ""),
        priority: take("priority", readPriority(typed.priority), 0),
      };
    case "TXT":
      return { content: take("content", readTxt(content), "") };
    case "SRV":
      return readSrv(typed, zone, take);
    case "CAA":
      return readCaa(typed, take);
  }
}

function readSrv(typed: Typed, zone: string, take: Take): Contents {
  const data = {
    priority: take("priority", readPriority(typed.priority), 0),
    weight: take("weight", readWholeNumber(typed.weight, { what: "The weight", max: MAX_16_BITS, example: "5" }), 0),
    port: take("port", readWholeNumber(typed.port, { what: "The port", max: MAX_16_BITS, example: "5060" }), 0),
    target: take("target", readTarget(typed.target ?? "", "SRV", zone), ""),
  };
  return { content: srvContent(data), priority: data.priority, data };
}

function readCaa(typed: Typed, take: Take): Contents {
  const tag = take("tag", readCaaTag(typed.tag ?? ""), "");
  const data = {
    flags: take("flags", readWholeNumber(typed.flags, { what: "The flags number", max: MAX_FLAGS, example: "0" }), 0),
    tag,
    value: take("value", readCaaValue(typed.value ?? "", tag), ""),
  };
  return { content: caaContent(data), data };
}

function readPriority(typed: string | undefined): Reading<number> {
  return readWholeNumber(typed, { what: "The priority", max: MAX_16_BITS, example: "10" });
}

/** The field in which a type's content is typed: where a message about it belongs. */
export function contentField(type: string): keyof RecordValues {
  if (type === "SRV") return "target";
  return type === "CAA" ? "value" : "content";
}
