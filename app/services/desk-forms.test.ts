import fc from "fast-check";
import { expect, test } from "vitest";
import { isPanelAddress } from "./desk-forms.ts";

test.each([
  "https://web1.example.co.ke:2083",
  "https://web1.example.co.ke",
  "HTTPS://Web1.Example.co.ke:443/cpanel/?user=a@b.co.ke#top",
  "https://192.0.2.10:8443/",
  "https://xn--caf-dma.co.ke/panel",
])("takes the address of a panel: %s", (typed) => {
  expect(isPanelAddress(typed)).toBe(true);
});

test.each([
  ...[
    "https://\\x",
    "https:\\\\web1.example.co.ke",
    "https://web1.example.co.ke\\@evil.example/",
    "https:/web1.example.co.ke",
  ],
  ...["https://user:pw@web1.example.co.ke", "https://@web1.example.co.ke", "https://web1.example.co.ke@evil.example"],
  ...["http://web1.example.co.ke", "javascript:alert(1)//https://a.b", "data:text/html,x", "//web1.example.co.ke", ""],
  ...[
    "https://localhost:2083",
    "https://",
    "https://..",
    "https://web1.example.co.ke.",
    "https://-a.example",
    "https://[::1]/",
  ],
  ...[
    "https://0x7f.1",
    "https://2130706433",
    "https://1.2",
    "https://web1%2eexample.co.ke",
    "https://cafe\u0301.co.ke",
  ],
  ...[
    "https://web1.example.co.ke:99999",
    "https://web1.example.co.ke:",
    "https://web1.example.co.ke:02083",
    "https://a_b.co.ke",
  ],
  ...[
    "https://web1.example.co.ke/a b",
    "https://web1.example.co.ke/\u0000",
    "https://web1.exam\tple.co.ke",
    "https://a.b/\n",
  ],
  ...[
    'https://web1.example.co.ke/"onclick=',
    "https://web1.example.co.ke/<script>",
    "https://web1.example.co.ke/\u202E",
  ],
])("rejects a text that is no address of a panel: %j", (typed) => {
  expect(isPanelAddress(typed)).toBe(false);
});

test("an address that is taken leads a browser to the host that a person reads in it", () => {
  const odd = [
    "https://",
    "http://",
    "https:",
    "\\",
    "/",
    "//",
    "@",
    "user:pw@",
    "web1.example.co.ke",
    "evil.example",
    ":2083",
    ":443",
  ];
  const parts = fc.constantFrom(
    ...odd,
    "\t",
    "\n",
    "\u0000",
    " ",
    "%2e",
    "%",
    "[::1]",
    "0x7f.1",
    "?",
    "#",
    "..",
    ".",
    "ü",
    "。",
    "javascript:",
    "-",
    "a",
  );
  const texts = fc.oneof(
    fc.array(parts, { maxLength: 7 }).map((all) => all.join("")),
    fc.array(parts, { maxLength: 6 }).map((all) => `https://web1.example.co.ke${all.join("")}`),
    fc.webUrl({ validSchemes: ["https", "http"], withQueryParameters: true, withFragments: true }),
    fc.string({ unit: "binary" }).map((text) => `https://${text}`),
  );
  let taken = 0;
  fc.assert(
    fc.property(texts, (typed) => {
      if (!isPanelAddress(typed)) return;
      taken += 1;
      const { protocol, username, password, hostname } = new URL(typed);
      expect([protocol, username, password]).toEqual(["https:", "", ""]);
      expect(typed).toMatch(/^[!-~]+$/);
      expect(
        typed
          .slice("https://".length)
          .split(/[^a-zA-Z0-9.-]/)[0]
          ?.toLowerCase(),
      ).toBe(hostname);
      expect(hostname).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    }),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(100);
});
