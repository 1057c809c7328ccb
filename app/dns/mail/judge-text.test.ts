import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../../tests/arbitraries.ts";
import { RSA_KEYS, SECRET_KEYS } from "../../../tests/dkim-keys.ts";
import { is, ZONE } from "../../../tests/mail-zones.ts";
import { txtContent } from "../txt.ts";
import { mailHealth } from "./health.ts";
import { judgeText } from "./judge-text.ts";

const KEY = RSA_KEYS[2048];
const nameOf = (label: string) => (label === "@" ? ZONE : `${label}.${ZONE}`);
const judge = (label: string, text: string) =>
  judgeText({ type: "TXT", name: nameOf(label), content: txtContent(text) }, ZONE);

const ELEVEN = Array.from({ length: 11 }, (_, index) => `include:s${index}.example.com`).join(" ");

test.each<[string, string, "bad" | "warn", RegExp]>([
  ["@", "v=spf1include:_spf.google.com ~all", "bad", /must begin with v=spf1 and a space/],
  ["@", "v=spf include:_spf.google.com ~all", "bad", /must begin with v=spf1/],
  ["@", "spf1 include:_spf.google.com ~all", "bad", /must begin with v=spf1/],
  ["@", "SPF: v=spf1 include:_spf.google.com ~all", "bad", /nothing before it/],
  ["@", "include:_spf.google.com ~all", "bad", /must begin with v=spf1/],
  ["@", "v=spf1 include:_spf.google.com~all", "bad", /include:_spf\.google\.com ~all/],
  ["@", "v=spf1 mx +all", "bad", /everybody may send/],
  ["@", "v=spf1 include:spf.example.net, a:mail.example.com ~all", "bad", /because of this word|lets nobody send/],
  ["@", `v=spf1 ${ELEVEN} ~all`, "bad", /asks for 11/],
  ["@", `v=spf1 include:${ZONE} ~all`, "bad", /names itself/],
  ["@", "v=spf1 mx", "warn", /no ~all or -all/],
  ["@", "v=spf1 mx ?all", "warn", /says nothing about other senders/],
  ["@", "v=spf1 ip4:0.0.0.0/0 ~all", "bad", /By ip4:0\.0\.0\.0\/0 almost everybody/],
  ["@", "v=spf1 mx ptr ~all", "warn", /in place of ptr/],
  ["_mta-sts", "v=STSv1", "bad", /needs an id/],
  ["_mta-sts", "v=STSv1; id=2026-11-27", "bad", /needs an id/],
  ["_mta-sts", "v=stsv1; id=1", "bad", /begins with v=STSv1/],
  ["mta-sts", "v=STSv1; id=1", "bad", /looked for at _mta-sts\./],
  ["_smtp._tls", "v=TLSRPTv1; rua=reports@example.com", "bad", /^No report comes to reports@example\.com/],
  ["_smtp._tls", "v=TLSRPTv1", "bad", /^No report comes\./],
  ["_dmarc", "v=TLSRPTv1; rua=mailto:a@example.com", "bad", /looked for at _smtp\._tls\./],
  ["default._bimi", "v=BIMI1; l=http://example.com/logo.svg", "bad", /must begin with https/],
  ["default._bimi", "v=BIMI1", "bad", /address of the logo/],
  ["@", "v=BIMI1; l=https://example.com/logo.svg", "bad", /looked for at default\._bimi/],
  ["@", "v=spf1 ~all mx", "warn", /Because of ~all, Gmail, Outlook and others ignore this: mx/],
  ["@", "v=spf1 redirect=_spf.google.com ~all", "warn", /ignore this: redirect=_spf\.google\.com/],
  ["_dmarc", "v=spf1 mx ~all", "bad", /This is SPF/],
  ["k1._domainkey", "v=spf1 mx ~all", "bad", /This is SPF/],
  ["@", `v=DKIM1; p=${KEY}`, "bad", /This is a mail key/],
  ["mail", `k=rsa; p=${KEY}`, "bad", /This is a mail key/],
  ["_dmarc", "v=DKIM1; p=", "bad", /This is a mail key/],
  ["k1._domainkey", `v=DKIM1; p=${KEY.slice(0, 255)}`, "bad", /has 392 characters, and here are 255/],
  ["k1._domainkey", `v=DKIM1;\u00a0p=${KEY}`, "bad", /no list of tags/],
  ["k1._domainkey", "v=DKIM1; p=", "warn", /revoked/],
  ["k1._domainkey", `v=DKIM1; t=y; p=${KEY}`, "warn", /test/],
  ["@", "v=DMARC1; p=none", "bad", /This is DMARC/],
  ["k1._domainkey", "v=DMARC1; p=none", "bad", /This is DMARC/],
  ["_dmarc", "v=DMARC1;\u00a0p=none", "bad", /no effect/],
  ["_dmarc", "v=DMARC1; p=reject; p=none", "bad", /p= is there twice/],
  ["_dmarc", "v=DMARC1;; p=none", "bad", /one semicolon too many/],
  ["_dmarc", "v=DMARC1; p=quarentine", "bad", /^It has no effect/],
  ["_dmarc", "v=DMARC1; p=quarentine; rua=mailto:a@example.com", "bad", /^It only watches, like p=none/],
  ["_dmarc", "v=DMARC1; rua=mailto:a@example.com", "bad", /^It only watches, like p=none/],
  ["_dmarc", "v=DMARC1; p=reject; np=refuse", "bad", /np=refuse is no policy/],
  ["_dmarc", "v=DMARC1; p=none; rau=mailto:a@example.com", "warn", /do not know rau=/],
  ["_dmarc", "v=DMARC1; p=none; rua=https://example.com/r", "warn", /such as rua=mailto:reports@example\.com$/],
])("at %s, %s is told as %s", (label, text, severity, words) => {
  expect(judge(label, text)).toEqual([{ severity, words: expect.stringMatching(words) }]);
});

test.each([
  ["@", "v=spf1 mx ~all"],
  ["_spf", "v=spf1 ip4:192.0.2.1"],
  ["@", "spf2.0/pra include:spf.example.com ~all"],
  ["@", "google-site-verification=abc"],
  ["@", "We sell shoes: call us, all sizes."],
  ["k1._domainkey", `v=DKIM1; k=rsa; p=${KEY}`],
  ["_adsp._domainkey", "dkim=all"],
  ["_domainkey", "o=~; r=postmaster@example.com"],
  ["_dmarc", "v=DMARC1; p=reject; sp=none; np=reject; adkim=s; rua=mailto:a@example.com!10m"],
  ["_dmarc.shop", "v = DMARC1 ; p=none"],
  ["@", "v=spf1 ip4:41.0.0.0/8 a/24//64 mx -all"],
  ["_mta-sts", "v=STSv1; id=20261127T010101;"],
  ["_mta-sts", "another text"],
  ["_smtp._tls", "v=TLSRPTv1;rua=mailto:a@example.com,https://example.com/r"],
  ["default._bimi", "v=BIMI1; l=https://example.com/logo.svg; a="],
  ["default._bimi", "v=BIMI1; l=; a=;"],
  ["other.example._report._dmarc", "v=DMARC1"],
])("at %s, %s is fine", (label, text) => {
  expect(judge(label, text)).toEqual([]);
});

test("the secret half of a key is told at any name, with any words before it, and once on the mail page", () => {
  const secrets = fc.constantFrom(...SECRET_KEYS);
  const before = fc.constantFrom("", "my private key ", "key", "RSA:", "MIIB", "v=DKIM1; k=rsa; p=", '" "');
  const labels = fc.constantFrom("@", "mail", "_dmarc", "k1._domainkey");
  forAny(
    [secrets, before, labels],
    (secret, words, label) => {
      const text = `${words}${secret}`;
      expect(judge(label, text)).toEqual([{ severity: "bad", words: expect.stringContaining("secret half") }]);
      const findings = mailHealth([is("TXT", label, text)], ZONE);
      const secrets = findings.filter((finding) => finding.words.includes("secret half"));
      expect(secrets.map(({ code }) => code)).toEqual(["dkim-secret"]);
    },
    200,
  );
});

test("no public key is ever taken for a secret one, cut or not", () => {
  forAny([fc.constantFrom(...Object.values(RSA_KEYS)), fc.nat(), fc.nat()], (key, from, size) => {
    const start = from % key.length;
    const text = `v=DKIM1; p=${key.slice(start, start + (size % (key.length + 1)))}`;
    expect(
      judge("k1._domainkey", text)
        .map(({ words }) => words)
        .join(),
    ).not.toContain("secret half");
  });
});
