import { expect, it } from "vitest";
import { TLD_PRICES } from "#app/domains/tld-prices.ts";
import { loader } from "./board.tsx";

let visitors = 0;

async function board(query: Record<string, string>, address = `203.0.115.${visitors++}`) {
  const request = new Request(`http://127.0.0.1:3000/domains/board?${new URLSearchParams(query)}`);
  const response = await loader({ request, context: { address }, params: {} });
  return { status: response.init?.status ?? 200, headers: new Headers(response.init?.headers), ...response.data };
}
type Found = Awaited<ReturnType<typeof board>>;
const rows = ({ groups }: Found) =>
  groups.flatMap((group) => group.rows.map(({ name, lookup }) => `${name}: ${lookup?.kind ?? "?"}`));

it("looks several names up, in the order in which they were typed", async () => {
  const found = await board({ names: "njeri.com\r\ntaken-duka.com, shule.sc.ke; error500-a.com\n" });
  expect(rows(found)).toEqual([
    "njeri.com: available",
    "taken-duka.com: taken",
    "shule.sc.ke: by-hand",
    "error500-a.com: unknown",
  ]);
  expect(found).toMatchObject({ title: "4 names", left: 0 });
  expect(found.groups[0]?.invalid).toEqual([]);
});

it("groups invalid names by their problem and suggests corrections", async () => {
  const found = await board({ names: "mama njeri\n-x\nnjeri.com\nduka la mama.co.ke\n" });
  expect(rows(found)).toEqual(["njeri.com: available"]);
  expect(found.groups[0]?.invalid).toEqual([
    {
      problem: "A name has no spaces. Write it as one word or with hyphens, for example mamanjeri.co.ke.",
      names: [
        { name: "mama njeri", instead: ["mamanjeri.co.ke", "mama-njeri.co.ke", "mamanjeri.com", "mamanjeri.ke"] },
        { name: "duka la mama.co.ke", instead: ["dukalamama.co.ke", "duka-la-mama.co.ke"] },
      ],
    },
    { problem: "A name cannot begin or end with a hyphen.", names: [{ name: "-x", instead: [] }] },
  ]);
  expect(found.title).toBe("4 names");
});

it("checks ten names at a time and keeps the rest in the form", async () => {
  const names = Array.from({ length: 13 }, (_, index) => `taken-${index}.com`);
  const found = await board({ names: names.join("\n") });
  expect(rows(found)).toHaveLength(10);
  expect(found).toMatchObject({ left: 3, text: "taken-10.com\ntaken-11.com\ntaken-12.com" });
});

it("shows only the form when no name was typed", async () => {
  for (const names of ["", " \n,"]) expect(await board({ names })).toMatchObject({ status: 200, groups: [], text: "" });
});

it("checks one name with every ending of the price list, Kenyan endings first", async () => {
  const found = await board({ name: "njeri.com" });
  expect(found.title).toBe("njeri with every ending");
  expect(found.groups.map(({ title }) => title)).toEqual(["Kenyan endings", "International endings"]);
  expect(rows(found).map((row) => row.split(":")[0])).toEqual(TLD_PRICES.map(({ tld }) => `njeri.${tld}`));
  expect(rows(found).slice(0, 3)).toEqual(["njeri.co.ke: by-hand", "njeri.ke: by-hand", "njeri.or.ke: by-hand"]);
  expect(rows(found)).toContain("njeri.org: available");
});

it("shows a Kenyan name in use as taken, and the price of each ending before its lookup", async () => {
  const found = await board({ name: "taken-soko" });
  expect(rows(found)).toContain("taken-soko.co.ke: taken");
  for (const { listed, note } of found.groups.flatMap((group) => group.rows)) {
    expect([listed?.price.ksh, note]).toEqual([expect.any(Number), expect.any(String)]);
  }
});

it("redirects text that is not a name to the search", async () => {
  const refused = await board({ name: "-" }).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(Response);
  expect(refused instanceof Response && refused.headers.get("Location")).toBe("/domains?q=-");
});

it("counts each name against the search limit and keeps the input above it", async () => {
  const address = "198.51.100.77";
  const names = Array.from({ length: 10 }, (_, index) => `taken-flood${index}.com`).join("\n");
  for (let i = 0; i < 12; i++) expect((await board({ names }, address)).status).toBe(200);
  const refused = await board({ names }, address);
  expect(refused).toMatchObject({ status: 429, text: names, error: expect.stringContaining("Please wait") });
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

it("shows unchecked endings above the suggestion limit", async () => {
  const address = "198.51.100.78";
  for (let i = 0; i < 2; i++) expect(rows(await board({ name: "njeri" }, address))).toContain("njeri.org: available");
  expect(new Set(rows(await board({ name: "njeri" }, address)).map((row) => row.split(": ")[1]))).toEqual(
    new Set(["?"]),
  );
});
