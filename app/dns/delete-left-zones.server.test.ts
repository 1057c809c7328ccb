import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";
import { add, database, FIRST, SECOND } from "../../tests/integration/desk-name-fixtures.ts";
import { deleteLeftZones } from "./delete-left-zones.server.ts";

let tests = 0;
let NAME = "";
beforeEach(() => {
  NAME = `kwaheri-${++tests}.com`;
});

/** Adds a domain with a zone that left so many days ago. */
async function left(days: number) {
  await add(NAME, FIRST.id, { days: 100 });
  const { id } = zones.add(NAME);
  await database.query("update domains set zone_id = $2, status = 'left' where name = $1", [NAME, id]);
  await database.query("update domains set left_at = left_at - make_interval(days => $2) where name = $1", [
    NAME,
    days,
  ]);
}
/** Whether the provider has the zone, and whether the row still names it. */
const state = async () => [
  zones.findByName(NAME) !== undefined,
  (await database.query("select zone_id from domains where name = $1", [NAME]))[0]?.zone_id !== null,
];

test("deletes the zone of a domain 30 days after it left, and no sooner", async () => {
  await left(29);
  await deleteLeftZones();
  expect(await state()).toEqual([true, true]);
  await database.query("update domains set left_at = left_at - interval '1 day' where name = $1", [NAME]);
  await Promise.all([deleteLeftZones(), deleteLeftZones()]);
  expect(await state()).toEqual([false, false]);
});

test("keeps the zone of a name that is with us again", async () => {
  await left(31);
  await add(NAME, SECOND.id, { days: 100 });
  await deleteLeftZones();
  expect(zones.findByName(NAME)).toBeDefined();
  await database.query("update domains set status = 'left' where name = $1 and status <> 'left'", [NAME]);
  await database.query("update domains set status = 'active' where name = $1 and zone_id is not null", [NAME]);
  await deleteLeftZones();
  expect(zones.findByName(NAME)).toBeDefined();
});

test("tries again after a failure, and takes a zone that is deleted already for deleted", async () => {
  await left(31);
  const warned = vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(http.delete("*/proxy/cloudflare/zones/:id", () => new HttpResponse("", { status: 502 }), { once: true }));
  await deleteLeftZones();
  expect(await state()).toEqual([true, true]);
  zones.remove(NAME);
  await deleteLeftZones();
  expect(await state()).toEqual([false, false]);
  warned.mockRestore();
});
