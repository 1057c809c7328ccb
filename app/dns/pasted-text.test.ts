import { expect, test } from "vitest";
import { readTypedRecord } from "./pasted-record.ts";

const zone = "fundiwaviatu.co.ke";
const read = (content: string, name = "") => readTypedRecord({ type: "TXT", name, content, ttl: "3600" }, zone);

/** What `opendkim-genkey` writes: a line of a zone file in brackets over several lines. */
const OPENDKIM = `mail._domainkey\tIN\tTXT\t( "v=DKIM1; h=sha256; k=rsa; "
\t  "p=MIIBIjANBgkq"
\t  "hkiG9w0BAQEF" )  ; ----- DKIM key mail for ${zone}`;
const KEY = { name: `mail._domainkey.${zone}`, content: '"v=DKIM1; h=sha256; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEF"' };

test.each<[string, string, { name?: string; content: string }]>([
  ["OpenDKIM's file", OPENDKIM, KEY],
  ["OpenDKIM's file in one line", OPENDKIM.replace(/\s+/g, " "), KEY],
  [
    "a line without quotation marks",
    "mail._domainkey 300 IN TXT v=DKIM1; k=rsa; p=MIIB",
    { content: '"v=DKIM1; k=rsa; p=MIIB"' },
  ],
  ["a line of the domain itself", `${zone}. 3600 IN TXT "MS=ms12345678"`, { name: zone, content: '"MS=ms12345678"' }],
  [
    "a key in two lines",
    "v=DKIM1; k=rsa; p=MIIBIjAN\r\nBgkqhkiG9w0",
    { content: '"v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0"' },
  ],
  ["a key broken after its tags", "v=DKIM1; k=rsa;\np=MIIBIjAN", { content: '"v=DKIM1; k=rsa; p=MIIBIjAN"' }],
  ["SPF in two lines", "v=spf1 include:_spf.google.com\n  ~all", { content: '"v=spf1 include:_spf.google.com ~all"' }],
  [
    "DMARC in two lines",
    "v=DMARC1; p=none;\nrua=mailto:a@b.co.ke",
    { content: '"v=DMARC1; p=none; rua=mailto:a@b.co.ke"' },
  ],
  [
    "a code in two lines",
    "google-site-verification=abcDEF\n_123-x=",
    { content: '"google-site-verification=abcDEF_123-x="' },
  ],
  ["two strings in two lines", '"v=DKIM1; "\n"p=MIIB"', { content: '"v=DKIM1; p=MIIB"' }],
  ["words like those of a line", 'hello TXT world "x"', { content: '"hello TXT world \\"x\\""' }],
  ["a sentence", "Made IN A hurry", { content: '"Made IN A hurry"' }],
  ["words in quotation marks", '"a" TXT "b"', { content: '"\\"a\\" TXT \\"b\\""' }],
])("the text box takes %s", (_what, typed, draft) => {
  expect(read(typed)).toMatchObject({ ok: true, draft });
});

test.each([
  ["two texts", "v=spf1 -all\nv=DMARC1; p=none", "mail", /on one line/],
  ["two lines of any text", "hello\nto all", "mail", /on one line/],
  ["a line of another name", OPENDKIM, "other._domainkey", /the name field says other/],
])("the text box refuses %s", (_what, typed, name, message) => {
  expect(read(typed, name)).toMatchObject({ ok: false, problems: [{ message: expect.stringMatching(message) }] });
});
