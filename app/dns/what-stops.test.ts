import { expect, test } from "vitest";
import { zoneRecord } from "../../tests/zone-record.ts";
import { whatStops } from "./what-stops.ts";

const ZONE = [
  "@ A 41.90.64.12",
  "@ AAAA 2c0f::12",
  "@ MX mail.example.com",
  "@ TXT v=spf1 -all",
  "@ TXT google-site-verification=1",
  "@ CAA 0 issue letsencrypt.org",
  "mail A 41.90.64.13",
  "shop CNAME shops.myshopify.com",
  "_dmarc TXT v=DMARC1; p=none",
  "_sip._tls SRV 1 443 sip.example",
  "lab NS ns1.example",
  "www CNAME example.com",
  "autodiscover CNAME autodiscover.outlook.com",
  "two A 41.90.64.14",
  "two A 41.90.64.15",
  "cdn A 41.90.64.16",
  "cdn AAAA 2c0f::16",
  "six A 41.90.64.17",
  "six AAAA 2c0f::17",
  "six MX six.example.com",
];

test.each<[string[], string[]]>([
  [["@ MX mail.example.com"], ["Mail for example.com stops."]],
  [["mail A 41.90.64.13"], ["Mail to example.com cannot reach mail.example.com."]],
  [
    ["@ A 41.90.64.12"],
    ["example.com stops opening for many people.", "www.example.com stops opening for many people."],
  ],
  [["@ AAAA 2c0f::12"], ["example.com still opens."]],
  [["two A 41.90.64.14"], ["two.example.com still opens."]],
  [["cdn A 41.90.64.16"], ["cdn.example.com still opens."]],
  [
    ["six A 41.90.64.17"],
    ["Some mail to six.example.com cannot reach six.example.com.", "six.example.com stops opening for many people."],
  ],
  [["two A 41.90.64.14", "two A 41.90.64.15"], ["two.example.com stops opening."]],
  [
    ["@ A 41.90.64.12", "@ AAAA 2c0f::12", "@ MX mail.example.com"],
    ["Mail for example.com stops.", "example.com stops opening.", "www.example.com stops opening."],
  ],
  [["autodiscover CNAME autodiscover.outlook.com"], ["Mail apps no longer set themselves up."]],
  [["shop CNAME shops.myshopify.com"], ["shop.example.com stops opening."]],
  [["@ TXT v=spf1 -all"], ["Mail that you send may go to spam."]],
  [["@ TXT google-site-verification=1"], ["What checks the TXT record of example.com may stop working."]],
  [["@ CAA 0 issue letsencrypt.org"], ["Any company may issue SSL for example.com."]],
  [["_dmarc TXT v=DMARC1; p=none"], ["Fake mail in your name may get through."]],
  [["_sip._tls SRV 1 443 sip.example"], ["Apps no longer find _sip._tls.example.com."]],
  [["lab NS ns1.example"], ["Every name below lab.example.com stops working."]],
])("says what deleting %j stops", (deleted, expected) => {
  const zone = ZONE.map((line) => zoneRecord(line, { proxied: line.startsWith("cdn ") }));
  const chosen = zone.filter(({ id }) => deleted.includes(id));
  expect(whatStops(chosen, zone).map(({ text }) => text)).toEqual(expected);
});

test("says that a name still opens if a wildcard answers for it, which it does only without other records there", () => {
  const [shop, star, text] = [
    zoneRecord("shop A 41.90.64.12"),
    zoneRecord("* A 41.90.64.13"),
    zoneRecord("shop TXT x"),
  ];
  const textsOf = (...zone: ReturnType<typeof zoneRecord>[]) => whatStops([shop], zone).map(({ text }) => text);
  expect(textsOf(shop, star)).toEqual(["shop.example.com still opens."]);
  expect(textsOf(shop, star, text)).toEqual(["shop.example.com stops opening."]);
});

test("says at most six things, the most important first", () => {
  const sites = Array.from({ length: 40 }, (_, index) => zoneRecord(`site-${index} A 41.90.64.12`));
  const all = [...sites, zoneRecord("@ MX mail.example.net")];
  const texts = whatStops(all, all).map(({ text }) => text);
  expect([texts.length, texts[0], texts[5]]).toEqual([6, "Mail for example.com stops.", "36 more things stop."]);
});
