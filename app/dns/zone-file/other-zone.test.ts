import { expect, test } from "vitest";
import { LEAVE_OUT } from "./import-options.ts";
import { importPlan } from "./import-plan.ts";
import { otherZoneOf, readZoneFile } from "./read-zone-file.ts";

const zone = "fundiwaviatu.co.ke";
const OTHER = "njeri.co.ke";
const SOA = "@ 3600 IN SOA ns1.example.net. h.example.net. 1 2 3 4 300";

/** A file as cPanel writes it: names are relative or absolute, and there is no $ORIGIN. */
const CPANEL = `njeri.co.ke. 86400 IN SOA ns1.example.net. h.example.net. 1 2 3 4 300
njeri.co.ke. 86400 IN NS ns1.example.net.
njeri.co.ke. 14400 IN A 41.90.64.12
njeri.co.ke. 14400 IN MX 0 njeri.co.ke.
mail 14400 IN CNAME njeri.co.ke.
ftp.njeri.co.ke. 14400 IN CNAME njeri.co.ke.
@ 14400 IN TXT "v=spf1 include:spf.njeri.co.ke ~all"`;

function planOf(text: string, as?: string) {
  const file = readZoneFile(text, zone, as);
  if (!file.ok) throw new Error(file.message);
  const { changes, asides } = importPlan({ current: [], entries: file.value, mode: "add", zone });
  const lines = changes.map(({ after }) => `${after?.name} ${after?.type} ${after?.content}`).sort();
  return { lines, notes: asides.flatMap(({ kind, text, reason }) => (kind === "noted" ? `${text}: ${reason}` : [])) };
}

test.each([
  ["names with a final dot", "www.njeri.co.ke. A 41.90.64.1\nnjeri.co.ke. A 41.90.64.2"],
  ["names without a final dot", "www.njeri.co.ke 60 A 41.90.64.1\nnjeri.co.ke 60 A 41.90.64.2"],
  ["$ORIGIN", "$ORIGIN njeri.co.ke.\nwww A 41.90.64.1\n@ A 41.90.64.2"],
  ["$ORIGIN without its dot", "$ORIGIN njeri.co.ke\nwww A 41.90.64.1\n@ A 41.90.64.2"],
  ["capital letters", "WWW.NJERI.CO.KE. A 41.90.64.1\nNjeri.co.ke. A 41.90.64.2"],
])("a file of another domain is refused, and read as this one's on request: %s", (_how, text) => {
  expect(readZoneFile(text, zone)).toMatchObject({ ok: false, message: expect.stringContaining("“Read it as mine”") });
  expect(otherZoneOf(text, zone)).toEqual({ other: OTHER, isMixed: false });
  const { lines, notes } = planOf(text, OTHER);
  expect(lines).toEqual([`${zone} A 41.90.64.2`, `www.${zone} A 41.90.64.1`]);
  expect(notes).toContainEqual(expect.stringMatching(/^Lines .*names that end in njeri\.co\.ke were read/));
});

test("a file that says that it is another domain's is asked about, although some of its names are relative", () => {
  expect(readZoneFile(CPANEL, zone)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/file of njeri\.co\.ke/),
  });
  expect(otherZoneOf(CPANEL, zone)).toEqual({ other: OTHER, isMixed: true });
  expect(planOf(CPANEL, LEAVE_OUT).lines).toEqual([
    `${zone} TXT "v=spf1 include:spf.njeri.co.ke ~all"`,
    `mail.${zone} CNAME njeri.co.ke`,
  ]);
  const { lines, notes } = planOf(CPANEL, OTHER);
  expect(lines).toEqual([
    `ftp.${zone} CNAME ${zone}`,
    `${zone} A 41.90.64.12`,
    `${zone} MX ${zone}`,
    `${zone} TXT "v=spf1 include:spf.njeri.co.ke ~all"`,
    `mail.${zone} CNAME ${zone}`,
  ]);
  expect(notes).toContainEqual(`Lines 4, 5 and 6: its target njeri.co.ke became ${zone}.`);
  expect(notes).toContainEqual(expect.stringMatching(/^Line 7: its value still has njeri\.co\.ke in it/));
});

test.each([
  [
    "the SOA's name",
    "$TTL 60\nshop.njeri.co.ke. SOA a.b. c.d. 1 2 3 4 5\nwww.shop.njeri.co.ke. A 41.90.64.1",
    "shop.njeri.co.ke",
  ],
  ["the registered domain of a name", "a.b.njeri.co.ke. A 41.90.64.1", OTHER],
])("the other zone is %s", (_what, text, other) => {
  expect(otherZoneOf(text, zone)?.other).toBe(other);
});

test.each([
  ["its own names", `${SOA}\nwww A 41.90.64.1`],
  ["a foreign name beside them", "www A 41.90.64.1\nwww.njeri.co.ke. A 41.90.64.2"],
  ["an ending as $ORIGIN", `$ORIGIN co.ke.\nfundiwaviatu 60 A 41.90.64.1`],
  ["no record", "nonsense"],
  ["lines of another format", ".fundiwaviatu.co.ke::ns1.host.co.ke\n+www.fundiwaviatu.co.ke:41.90.64.12"],
  ["a foreign name without a record", "www.njeri.co.ke is a website"],
])("there is no question about a file with %s", (_what, text) => {
  expect(otherZoneOf(text, zone)).toBeUndefined();
});

test("only the zone that the file is of can be read as this one", () => {
  for (const as of ["example.net", "ke", "co.ke", zone, "*", ""])
    expect(readZoneFile("www.njeri.co.ke. CNAME a.example.net.", zone, as).ok).toBe(false);
  expect(planOf("www.njeri.co.ke. CNAME a.example.net.", OTHER).lines).toEqual([`www.${zone} CNAME a.example.net`]);
});
