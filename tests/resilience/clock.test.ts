import { expect, test } from "vitest";
import { REAL_CLOCK_SETTING, startAt } from "../clock.js";
import { hasPostgres15, startPostgres15 } from "../integration/temporary-postgres.ts";
import { runToEnd } from "./run-site.ts";

const PRINT_TIME = [
  "-e",
  "console.log(new Date().toISOString(), Math.abs(new Date() - Date.now()) < 1000, Date().slice(0, 15))",
];
const HOUR_MS = 3600_000;

const hoursApart = (moment: string, other: Date | string) =>
  Math.abs(Date.parse(moment) - new Date(other).getTime()) / HOUR_MS;

test("a process that a test starts runs at the test's time, or at a time that the test sets", async () => {
  const own = await runToEnd(PRINT_TIME, {});
  expect(hoursApart(own.output.slice(0, 24), new Date())).toBeLessThan(1);
  const leapDay = await runToEnd(PRINT_TIME, startAt("2028-02-29T00:30:00+03:00"));
  expect(leapDay.output).toMatch(/^2028-02-28T21:\S+ true Mon Feb 28 2028/);
  const machine = await runToEnd(PRINT_TIME, REAL_CLOCK_SETTING);
  const real = performance.timeOrigin + performance.now();
  expect(hoursApart(machine.output.slice(0, 24), new Date(real))).toBeLessThan(1);
});

test.skipIf(!hasPostgres15)("a PostgreSQL server runs at the test's time, in defaults and functions too", async () => {
  const server = startPostgres15();
  await server.sql.unsafe(`
    create table moments (at timestamptz not null default now());
    create function add_moment() returns void language plpgsql set search_path = '' as
      $$ begin insert into public.moments values (now()); end $$;
    insert into moments default values`);
  await server.sql`select add_moment()`;
  const rows = await server.sql<{ at: Date }[]>`select at from moments`;
  await server.stop();
  expect(rows.map(({ at }) => hoursApart(new Date().toISOString(), at) < 1)).toEqual([true, true]);
});
