import { readIpv4, readIpv6 } from "./address.ts";
import { readCaaValue } from "./caa.ts";
import { toDisplayName } from "./display-name.ts";
import type { Reading } from "./reading.ts";
import { toFullName } from "./record-name.ts";
import type { RecordValues } from "./record-values.ts";
import { contentWords } from "./record-words.ts";
import { readTarget } from "./target.ts";
import { readTxt } from "./txt.ts";
import { MAX_16_BITS, readWholeNumber } from "./whole-number.ts";

/** A piece of a sentence. `strong` is what was typed; `open` stands where something is missing or cannot be read yet. */
export type SentencePart = { kind: "plain" | "strong" | "open"; text: string };

/**
 * Takes what stands in a record's form and the zone's name, and says in one sentence what the record will do, in parts that
 * make the sentence when they are joined. It reads what is typed as the form does, and never fails. Types that are none of
 * ours get a sentence without a meaning. Source: docs/product.md, "DNS records".
 */
export function recordSentence(values: RecordValues, zone: string): SentencePart[] {
  const full = toFullName(values.name, zone);
  const name = full.ok ? strong(toDisplayName(full.value)) : open("a name you still have to finish");
  return [...meaningOf(values, zone, name), plain(".")];
}

function meaningOf(values: RecordValues, zone: string, name: SentencePart): SentencePart[] {
  const { type, content } = values;
  const cdn = values.proxied === "on" ? [plain(", and visitors go through the CDN")] : [];
  switch (type) {
    case "A":
    case "AAAA": {
      const address = type === "A" ? readIpv4(content) : readIpv6(content);
      return [name, plain(" will point to "), typed(address, "an address you still have to finish"), ...cdn];
    }
    case "CNAME": {
      const target = typed(readTarget(content, type, zone), "a name you still have to finish");
      return [name, plain(" will be another name for "), target, ...cdn];
    }
    case "MX":
      return ofMail(values, zone, name);
    case "TXT": {
      const text = readTxt(content);
      const words = text.ok ? contentWords({ type, content: text.value }) : "";
      return [name, plain(" will carry the text "), text.ok ? strong(words) : open("you still have to finish")];
    }
    case "NS": {
      const server = typed(readTarget(content, type, zone), "A name server you still have to finish");
      return [server, plain(" will answer for "), name, plain(" and every name below it")];
    }
    case "SRV":
      return ofService(values, zone, name);
    case "CAA":
      return ofCertificates(values, name);
    default:
      return [name, plain(" will have a record of the type "), strong(type)];
  }
}

function ofMail({ content, priority }: RecordValues, zone: string, name: SentencePart): SentencePart[] {
  const server = readTarget(content, "MX", zone);
  if (server.ok && server.value === ".") return [name, plain(" will take no mail")];
  const order = readWholeNumber(priority, { what: "", max: MAX_16_BITS, example: "" });
  return [
    plain("Mail for "),
    name,
    plain(" will go to "),
    typed(server, "a mail server you still have to finish"),
    ...(order.ok ? [plain(", with priority "), strong(String(order.value))] : []),
  ];
}

function ofService({ target, port }: RecordValues, zone: string, name: SentencePart): SentencePart[] {
  const server = readTarget(target, "SRV", zone);
  if (server.ok && server.value === ".") return [plain("There will be no service at "), name];
  const door = readWholeNumber(port, { what: "", max: MAX_16_BITS, example: "" });
  return [
    plain("The service "),
    name,
    plain(" will be found at "),
    typed(server, "a server you still have to finish"),
    plain(", port "),
    door.ok ? strong(String(door.value)) : open("you still have to finish"),
  ];
}

function ofCertificates({ tag, value }: RecordValues, name: SentencePart): SentencePart[] {
  const reading = readCaaValue(value, tag);
  if (tag === "iodef")
    return [
      plain("Forbidden certificates for "),
      name,
      plain(" will be reported to "),
      typed(reading, "an address you still have to finish"),
    ];
  const kind =
    tag === "issuewild" ? "wildcard certificates" : tag === "issuemail" ? "mail certificates" : "certificates";
  const issuer: SentencePart =
    reading.ok && reading.value.startsWith(";")
      ? strong("Nobody")
      : typed(reading, "An authority you still have to finish");
  return [issuer, plain(` may issue ${kind} for `), name];
}

function typed(reading: Reading<string>, missing: string): SentencePart {
  return reading.ok ? strong(reading.value) : open(missing);
}

function plain(text: string): SentencePart {
  return { kind: "plain", text };
}

function strong(text: string): SentencePart {
  return { kind: "strong", text };
}

function open(text: string): SentencePart {
  return { kind: "open", text };
}
