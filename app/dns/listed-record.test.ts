import { expect, test } from "vitest";
import { zoneRecord } from "../../tests/zone-record.ts";
import {
  filterQuery,
  type ListedRecord,
  listedRecord,
  PAGE_SIZE,
  packRecords,
  pageOf,
  readFilter,
  recordDetail,
  unpackRecords,
} from "./listed-record.ts";

const ALL = readFilter("");
const record = (name: string, more: Partial<ListedRecord> = {}): ListedRecord => ({
  id: `id of ${name}`,
  type: "A",
  name,
  content: "198.51.100.7",
  ttl: 3600,
  isEditable: true,
  ...more,
});
const names = (records: readonly ListedRecord[]) => records.map(({ name }) => name);

test("lists a record by its relative name, and says whether it is proxied only if it can be", () => {
  const address = zoneRecord("duka A 198.51.100.7", { proxied: true });
  expect(listedRecord(address, "example.com")).toMatchObject({ name: "duka", proxied: true });
  const mail = listedRecord(zoneRecord("duka MX a.example", { priority: 10, ttl: 3600 }), "example.com");
  expect(mail).toMatchObject({ proxied: undefined, priority: 10, isEditable: true });
  expect(recordDetail(mail)).toBe("Priority 10 · TTL 1 hour");
});

test("searches names, values and comments regardless of case", () => {
  const all = [record("duka"), record("@", { content: "Shops.example.net" }), record("x", { comment: "New DUKA" })];
  expect(names(pageOf(all, { ...ALL, text: " Duka " }).records)).toEqual(["duka", "x"]);
  expect(names(pageOf(all, { ...ALL, text: "shops" }).records)).toEqual(["@"]);
  const none = { records: [], found: 0, total: 3, page: 1, pages: 1 };
  expect(pageOf(all, { ...ALL, text: "nothing" })).toMatchObject(none);
});

test("sorts the apex first by name, and otherwise by the chosen column", () => {
  const all = [record("b", { ttl: 60 }), record("@", { type: "MX" }), record("a", { type: "TXT", content: "1" })];
  const orders = { name: "@ab", type: "b@a", content: "a@b", ttl: "b@a" };
  for (const [sort, order] of Object.entries(orders))
    expect(names(pageOf(all, readFilter(`?sort=${sort}`)).records).join("")).toBe(order);
  expect(pageOf(all, { ...ALL, type: "MX" })).toMatchObject({ found: 1, types: ["A", "MX", "TXT"] });
});

test("puts every record on exactly one page, and shows the last page for numbers after it", () => {
  const all = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) => record(`n${String(index).padStart(4, "0")}`));
  const pages = [1, 2, 3].map((page) => pageOf(all, { ...ALL, page }));
  expect(pages.map(({ records }) => records.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 1]);
  expect(new Set(pages.flatMap(({ records }) => names(records))).size).toBe(all.length);
  expect(pageOf(all, { ...ALL, page: 99_999 })).toMatchObject({ page: 3, pages: 3 });
});

test("shows the page that has the record with a given id", () => {
  const all = Array.from({ length: PAGE_SIZE + 1 }, (_, index) => record(`n${String(index).padStart(4, "0")}`));
  expect(pageOf(all, ALL, `id of n0100`)).toMatchObject({ page: 2, records: [{ name: "n0100" }] });
  expect(pageOf(all, ALL, "id of another")).toMatchObject({ page: 1 });
});

test.each([
  ["?q=a&type=MX&sort=ttl&page=2", { text: "a", type: "MX", sort: "ttl", page: 2 }],
  ["?sort=color&page=0", ALL],
  ["?page=-1", ALL],
  ["?page=999999", ALL],
])("reads the query %s and ignores unknown values", (search, filter) => {
  expect(readFilter(search)).toEqual(filter);
  expect(readFilter(filterQuery(readFilter(search)))).toEqual(filter);
});

test("unpacks records exactly as they were packed, with missing values and any text", () => {
  const records = [
    zoneRecord("duka A 198.51.100.7", { comment: 'a "note"\tof\nlines </script> \u2028 ☕' }),
    zoneRecord("duka MX mail.example.com", { priority: 0 }),
    zoneRecord('duka TXT "a\\"b" "c"'),
    zoneRecord("duka LOC 1 18 0.000 S 36 49 0.000 E 1700m"),
  ].map((one) => listedRecord(one, "example.com"));
  expect(unpackRecords(packRecords(records))).toEqual(records);
  expect(unpackRecords(packRecords([]))).toEqual([]);
});
