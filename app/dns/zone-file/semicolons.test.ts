import { expect, test } from "vitest";
import { notZoneFile, readZoneFile } from "./read-zone-file.ts";

const zone = "fundiwaviatu.co.ke";
const read = (line: string) => {
  const file = readZoneFile(`keep A 41.90.64.12\n${line}`, zone);
  return file.ok ? file.value[1] : undefined;
};

test.each([
  ["_dmarc TXT v=DMARC1; p=none", '"v=DMARC1; p=none"'],
  ["_dmarc TXT v=DMARC1 ; p=none", '"v=DMARC1; p=none"'],
  ["k._domainkey TXT v=DKIM1 ; k=rsa ; p=MIIB", '"v=DKIM1; k=rsa ; p=MIIB"'],
  ["k._domainkey TXT k=rsa ; p=MIIB", '"k=rsa; p=MIIB"'],
  ["@ CAA 0 issue letsencrypt.org; validationmethods=dns-01", '"letsencrypt.org; validationmethods=dns-01"'],
  ["@ CAA 0 issue letsencrypt.org ; validationmethods=dns-01", '"letsencrypt.org; validationmethods=dns-01"'],
  ["@ CAA 128 issue ;", '";"'],
])("%s is left out, and the reason shows the value in quotation marks, which is read", (line, whole) => {
  const skipped = read(line);
  expect(skipped).toMatchObject({ kind: "skipped", isBroken: true, reason: expect.stringContaining(`${whole}.`) });
  const start = /^.*?(?:TXT|issue) /.exec(line)?.[0];
  expect(read(`${start}${whole}`)).toMatchObject({ kind: "record" });
});

test.each([
  "@ TXT v=spf1 -all ; owner=me",
  "@ TXT code=1 ; my note",
  "@ CAA 0 issue letsencrypt.org ; ours",
  '@ TXT "v=DMARC1" ; p=none',
])("%s keeps its comment", (line) => expect(read(line)).toMatchObject({ kind: "record" }));

test.each([
  "A\twww\t41.90.64.12\t300",
  "CNAME www shops.example.com",
  "MX @ mail.example.com 10",
  "www,A,41.90.64.12,300",
  '"www","A","41.90.64.12"',
  "A,www,41.90.64.12",
])("%s is a row of a table", (line) => expect(notZoneFile(line)).toBe("a table of records"));

test.each([
  "a A 41.90.64.12",
  "mx IN A 41.90.64.12",
  "ns 300 IN A 41.90.64.12",
  "txt TXT hello world",
  "ns CNAME www ; note",
  "a HTTPS 1 .",
])("%s is no row of a table", (line) => expect(notZoneFile(line)).toBeUndefined());
