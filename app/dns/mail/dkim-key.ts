import { plainMailText } from "#app/dns/pasted-text.ts";
import { readTxt, txtText } from "#app/dns/txt.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { readTags } from "./tag-list.ts";

/**
 * What receivers make of a DKIM key record. "cut": the key has only `characters` characters, although its header says that it
 * has `needed` bytes. "weak": an RSA key below 1024 bits. "testing": receivers treat the mail as unsigned.
 */
export type DkimKey =
  | { state: "fine" | "revoked" | "private" | "testing" }
  | { state: "weak"; bits: number }
  | { state: "cut"; characters: number; needed: number }
  | { state: "broken"; why: string };

/** RFC 8301, section 3.2. */
const LEAST_BITS = 1024;
/** RFC 8463, section 4.2: bytes of an Ed25519 key. */
const ED25519_BYTES = 32;

/** Judges the text of a record at `selector._domainkey` as receivers do. RFC 6376, section 3.6.1; RFC 8301; RFC 8463. */
export function judgeDkimKey(text: string): DkimKey {
  if (hasPrivateKey(text)) return { state: "private" };
  const tags = readTags(text);
  if (!tags) return broken("it is no list of tags such as v=DKIM1; k=rsa; p=…");
  const [first] = tags.keys();
  const version = tags.get("v");
  if (version !== undefined && (first !== "v" || version !== "DKIM1")) return broken("it must begin with v=DKIM1");
  const key = tags.get("p")?.replace(/[ \t\r\n]+/g, "");
  if (key === undefined) return broken("it has no key: p= is missing");
  if (key === "") return { state: "revoked" };
  const kind = tags.get("k") ?? "rsa";
  if (kind !== "rsa" && kind !== "ed25519")
    return broken(`k=${kind} is no kind of key that Gmail, Outlook and others know`);
  if (lacks(tags.get("h"), "sha256"))
    return broken(`h=${tags.get("h")} does not allow sha256, and Gmail, Outlook and others take nothing else`);
  if (lacks(tags.get("s"), "email", "*")) return broken(`s=${tags.get("s")} does not allow e-mail`);
  const bytes = fromBase64(key);
  if (!bytes) return broken("its key has characters that no key has");
  const judged = kind === "rsa" ? judgeRsa(bytes, key) : judgeEd25519(bytes, key);
  return judged.state === "fine" && has(tags.get("t"), "y") ? { state: "testing" } : judged;
}

/** Characters of base64 that show how a key begins, after its length. */
const BEGINNING = 24;

/**
 * Whether a text contains the secret half of a key: in PEM, or its base64 alone, with any words before it. The base64 of a
 * DER sequence begins with M, that of an OpenSSH key with "b3BlbnNzaC1rZXk" (openssh-key).
 */
export function hasPrivateKey(text: string): boolean {
  const plain = text.replace(/[\s\\"]+/g, "");
  if (/PRIVATEKEY--/i.test(plain)) return true;
  return [...plain.matchAll(/M(?=[A-Za-z0-9+/]{23})|b3BlbnNzaC1rZXk/g)].some(
    ({ 0: start, index }) => start !== "M" || isPrivateKey(fromBase64(plain.slice(index, index + BEGINNING))),
  );
}

/**
 * Private keys (PKCS #1, PKCS #8, SEC 1) begin with a version, 0 or 1. Public keys begin with a long number or an algorithm.
 */
function isPrivateKey(bytes: Uint8Array | undefined): boolean {
  const content = bytes && elementAt(bytes, 0, 0x30);
  if (!bytes || !content) return false;
  const [type, length, version, next] = bytes.subarray(content.start);
  if (type !== 0x02 || length !== 0x01) return false;
  return (version === 0 && (next === 0x02 || next === 0x30)) || (version === 1 && (next === 0x04 || next === 0x30));
}

function judgeRsa(bytes: Uint8Array, { length: characters }: string): DkimKey {
  const whole = elementAt(bytes, 0, 0x30);
  if (!whole) return broken("its p= is no RSA key");
  if (whole.end > bytes.length) return { state: "cut", characters, needed: whole.end };
  if (whole.end < bytes.length) return broken("something stands behind its key");
  const algorithm = elementAt(bytes, whole.start, 0x30);
  // SubjectPublicKeyInfo has an algorithm and a bit string around the key; RFC 6376 means the key alone. Receivers take both.
  const bits = algorithm && elementAt(bytes, algorithm.end, 0x03);
  if (algorithm && (!bits || bits.end !== whole.end || !isRsa(bytes.subarray(algorithm.start, algorithm.end)))) {
    return broken("its p= is no RSA key");
  }
  const inner = bits ? elementAt(bytes, bits.start + 1, 0x30) : whole;
  const modulus = inner && elementAt(bytes, inner.start, 0x02);
  const exponent = modulus && elementAt(bytes, modulus.end, 0x02);
  const isWhole = inner?.end === whole.end && exponent?.end === whole.end && (!bits || bytes[bits.start] === 0);
  if (!modulus || !exponent || !isWhole) return broken("its p= is no RSA key");
  const numbers = [modulus, exponent].map(({ start, end }) => bytes.subarray(start, end));
  if (!numbers.every(isPositive)) return broken("its p= is no RSA key");
  const size = bitLength(bytes.subarray(modulus.start, modulus.end));
  return size < LEAST_BITS ? { state: "weak", bits: size } : { state: "fine" };
}

function judgeEd25519({ length }: Uint8Array, { length: characters }: string): DkimKey {
  if (length < ED25519_BYTES) return { state: "cut", characters, needed: ED25519_BYTES };
  return length === ED25519_BYTES
    ? { state: "fine" }
    : broken(`an ed25519 key has ${ED25519_BYTES} bytes, and this has ${length}`);
}

/**
 * Returns where the content of a DER element of this type starts and ends; the end may lie behind the bytes. X.690, section
 * 8.1.
 */
function elementAt(bytes: Uint8Array, at: number, type: number): { start: number; end: number } | undefined {
  const first = bytes[at + 1];
  if (bytes[at] !== type || first === undefined) return undefined;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count < 1 || count > 3 || at + 2 + count > bytes.length) return undefined;
  const length = bytes.subarray(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { start: at + 2 + count, end: at + 2 + count + length };
}

/** 1.2.840.113549.1.1.1, rsaEncryption, and NULL. RFC 3279, section 2.3.1. */
const RSA = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
function isRsa(algorithm: Uint8Array): boolean {
  return algorithm.length === RSA.length && RSA.every((byte, index) => algorithm[index] === byte);
}

/** Whether a DER integer is positive and as short as possible. X.690, section 8.3. */
function isPositive([first = 0x80, second = 0, ...rest]: Uint8Array): boolean {
  return first < 0x80 && (first !== 0 || (second >= 0x80 && rest.length > 0));
}

function bitLength(number: Uint8Array): number {
  const at = number.findIndex((byte) => byte !== 0);
  return at < 0 ? 0 : (number.length - at) * 8 - Math.clz32(number[at] ?? 0) + 24;
}

function fromBase64(text: string): Uint8Array | undefined {
  if (!/^[a-z0-9+/]+={0,2}$/i.test(text)) return undefined;
  const bare = text.replaceAll("=", "");
  // A cut key may end anywhere.
  const whole = bare.length % 4 === 1 ? bare.slice(0, -1) : bare;
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
}

function has(list: string | undefined, wanted: string): boolean {
  return (list ?? "").split(":").some((one) => one.trim() === wanted);
}

/** Whether a tag has a list that contains none of the `wanted` items. */
function lacks(list: string | undefined, ...wanted: string[]): boolean {
  return list !== undefined && !wanted.some((one) => has(list, one));
}

function broken(why: string): DkimKey {
  return { state: "broken", why };
}

/** Whether a key is valid but not in force, because its owner has revoked it or marked it as a test. */
export function isIdle({ state }: DkimKey): boolean {
  return state === "revoked" || state === "testing";
}

/** Returns what is wrong with a key, in one or two sentences for its owner; undefined for a key that receivers can use. */
export function dkimWords(key: DkimKey): string | undefined {
  switch (key.state) {
    case "fine":
      return undefined;
    case "private":
      return "This is the secret half of a key, and in DNS everybody can read it. Take it out now, and let your mail service make a new pair.";
    case "revoked":
      return "This key is revoked: p= is empty. Gmail, Outlook and others take mail that is signed with it for fake.";
    case "testing":
      return "This key is marked as a test (t=y). Gmail, Outlook and others treat your mail as if it were not signed. Take t=y out.";
    case "weak":
      return `This key has ${key.bits} bits. Gmail, Outlook and others ask for at least ${LEAST_BITS}; let your mail service make a new one.`;
    case "cut":
      return `This key is cut: it says itself that it has ${base64Length(key.needed)} characters, and here are ${key.characters}. Copy the whole key.`;
    case "broken":
      return `Gmail, Outlook and others cannot use this key: ${key.why}.`;
  }
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).map((line) => line.trim());
}

/**
 * Returns a public DKIM key on one line. Accepts quotation marks and line breaks. White space within the key has no
 * meaning (RFC 6376, section 3.6.1).
 */
export function readDkimKey(pasted: string): Parsed<string> {
  if (hasPrivateKey(pasted))
    return invalid(
      "That is the secret half of a key. Keep it to yourself, and paste the one that begins with v=DKIM1.",
    );
  const typed = readTxt(plainMailText(linesOf(pasted).join(pasted.trim().startsWith('"') ? " " : "")));
  if (!typed.ok) return typed;
  const parts = txtText(typed.value)
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
  const keyed = parts.map((part) => (/^p\s*=/i.test(part) ? part.replace(/\s+/g, "") : part));
  const text = keyed.join("; ");
  const words = dkimWords(judgeDkimKey(text));
  if (words === undefined && /^v\s*=/.test(text)) return valid(text);
  if (words !== undefined && readTags(text)?.get("p")) return invalid(words);
  return invalid("Copy the whole key. It begins with v=DKIM1; and has p= with many letters and digits after it.");
}
