import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { BARE_RSA_KEYS, ED25519_KEY, RSA_KEYS, SECRET_KEYS } from "../../../tests/dkim-keys.ts";
import { hasPrivateKey, judgeDkimKey } from "./dkim-key.ts";

const spki = (bits: keyof typeof RSA_KEYS) => RSA_KEYS[bits];
const pkcs1 = (bits: keyof typeof BARE_RSA_KEYS) => BARE_RSA_KEYS[bits];
const edKey = ED25519_KEY;
const whole = spki(2048);
const state = (text: string) => judgeDkimKey(text).state;

describe("a key record", () => {
  test.each([
    ["v=DKIM1; k=rsa; p=", whole, "fine"],
    ["p=", whole, "fine"],
    ["v=DKIM1;p=", spki(1024), "fine"],
    ["v=DKIM1; p=", pkcs1(2048), "fine"],
    ["v=DKIM1; k=ed25519; p=", edKey, "fine"],
    ["v=DKIM1; h=sha1:sha256; s=email; t=s; n=note; p=", whole, "fine"],
    ["v = DKIM1 ; p = ", `${whole.slice(0, 60)} ${whole.slice(60)};`, "fine"],
    ["v=DKIM1; k=rsa; p=", "", "revoked"],
    ["v=DKIM1; t=y; p=", whole, "testing"],
    ["v=DKIM1; t=s:y; p=", whole, "testing"],
    ["v=DKIM1; p=", spki(512), "weak"],
    ["v=DKIM1; p=", spki(768), "weak"],
    ["v=DKIM1; k=ed25519; p=", edKey.slice(0, 20), "cut"],
    ["v=DKIM1; k=ed25519; p=", whole, "broken"],
    ["v=DKIM2; p=", whole, "broken"],
    ["k=rsa; v=DKIM1; p=", whole, "broken"],
    ["v=DKIM1; k=dsa; p=", whole, "broken"],
    ["v=DKIM1; h=sha1; p=", whole, "broken"],
    ["v=DKIM1; s=tlsrpt; p=", whole, "broken"],
    ["v=DKIM1; k=rsa", "", "broken"],
    ["v=DKIM1 k=rsa p=", whole, "broken"],
    ["v=DKIM1; p=abc; p=", whole, "broken"],
    ["v=DKIM1; p=", `${whole.slice(0, 50)}*${whole.slice(51)}`, "broken"],
    ["v=DKIM1; p=", `${whole.slice(0, -4)}${whole}`, "broken"],
    ["", whole, "broken"],
  ])("%s… is %s", (tags, key, expected) => {
    expect(state(tags + key)).toBe(expected);
  });

  test("that is cut anywhere says by its own length that it is", () => {
    forAny([fc.integer({ min: 12, max: whole.length - 4 })], (length) => {
      const judged = judgeDkimKey(`v=DKIM1; k=rsa; p=${whole.slice(0, length)}`);
      expect(judged).toMatchObject({ state: "cut", needed: Buffer.from(whole, "base64").length });
    });
  });

  test("is judged as Node's crypto judges the key, also after a change of any character", () => {
    const keys = fc.constantFrom(whole, spki(1024), pkcs1(1024), spki(768), edKey);
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom(..."AQIDzw/+="),
      fc.constantFrom("replace", "insert", "delete", "keep"),
    );
    forAny([keys, change], (key, [at, letter, how]) => {
      const place = at % key.length;
      const rest = key.slice(how === "insert" || how === "keep" ? place : place + 1);
      const changed = how === "keep" ? key : key.slice(0, place) + (how === "delete" ? "" : letter) + rest;
      if (!/^[a-z0-9+/]+={0,2}$/i.test(changed)) return;
      const ours = state(`v=DKIM1; p=${changed}`);
      const bits = bitsOf(Buffer.from(changed, "base64"));
      if (ours === "fine") expect(bits).toBeGreaterThanOrEqual(1024);
      else if (ours === "weak") expect(bits).toBeLessThan(1024);
      // OpenSSL takes encodings of a length that DER forbids; receivers that use OpenSSL do, too.
      else expect(bits === undefined || ours === "broken" || ours === "cut").toBe(true);
    });
  });
});

/** The bits of an RSA key as Node reads it; undefined for bytes that are no RSA key. */
function bitsOf(der: Buffer): number | undefined {
  for (const type of ["spki", "pkcs1"] as const) {
    try {
      return createPublicKey({ key: der, format: "der", type }).asymmetricKeyDetails?.modulusLength;
    } catch {}
  }
  return undefined;
}

describe("the secret half of a key", () => {
  test.each(SECRET_KEYS)("is found however it is pasted: %.40s…", (bare) => {
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${bare.replace(/.{64}/g, "$&\n")}\n-----END RSA PRIVATE KEY-----`;
    const oneLine = pem.replace(/\s+/g, " ");
    for (const text of [oneLine, bare, `v=DKIM1; k=rsa; p=${bare}`, bare.slice(0, 60)]) {
      expect([hasPrivateKey(text), state(text)]).toEqual([true, "private"]);
    }
  });

  test("is never seen in a public key or another text", () => {
    for (const text of [
      whole,
      pkcs1(2048),
      spki(1024),
      edKey,
      "v=spf1 -all",
      `google-site-verification=${"a".repeat(43)}`,
    ]) {
      expect(hasPrivateKey(text)).toBe(false);
    }
  });
});
