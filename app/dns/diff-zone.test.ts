import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { zoneRecord } from "../../tests/zone-record.ts";
import type { Change } from "./change.ts";
import { diffZone } from "./diff-zone.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { identityOf, matchesDraft } from "./record-identity.ts";
import { type MadeChange, undoChanges } from "./undo.ts";

const { id: _, ...A } = zoneRecord("www A 192.0.2.1");
const is = (draft: Partial<RecordDraft>, id = "1"): DnsRecord => ({ ...A, ...draft, id });

test("equal records in different notations make no change", () => {
  expect(diffZone([is({})], [{ ...A, name: "WWW.Example.com." }])).toEqual([]);
  expect(diffZone([is({ proxied: true, ttl: 1 })], [{ ...A, proxied: true, ttl: 300 }])).toEqual([]);
});

test("a record that has another value is changed in place, and keeps its comment", () => {
  const before = is({ comment: "shop" });
  const after = { ...A, content: "192.0.2.2" };
  expect(diffZone([before], [after])).toEqual([{ before, after: { ...after, comment: "shop" } }]);
});

test("a TTL is changed at the record with the same content, regardless of order", () => {
  const [one, two] = [is({}), is({ content: "192.0.2.2" }, "2")];
  const wanted = [{ ...A, content: "192.0.2.2", ttl: 60 }, A];
  expect(diffZone([one, two], wanted)).toEqual([{ before: two, after: wanted[0] }]);
});

test("a record with an id is renamed in place", () => {
  const after = { ...A, name: "shop.example.com" };
  expect(diffZone([is({})], [{ ...after, id: "1" }])).toEqual([{ before: is({}), after }]);
});

test("two records that swap their names are deleted and added, so that they do not conflict", () => {
  const [one, two] = [is({}), is({ type: "CNAME", name: "shop.example.com", content: "a.example" }, "2")];
  const changes = diffZone(
    [one, two],
    [
      { ...one, name: two.name },
      { ...two, name: one.name },
    ],
  );
  expect(changes.map(({ before, after }) => [before?.id, after?.name])).toEqual([
    ["1", undefined],
    ["2", undefined],
    [undefined, "shop.example.com"],
    [undefined, "www.example.com"],
  ]);
});

test("a record that is desired twice is added once", () => {
  expect(diffZone([], [A, { ...A }])).toEqual([{ before: null, after: A }]);
});

const draft: fc.Arbitrary<RecordDraft> = fc.oneof(
  fc.record({
    type: fc.constantFrom("A", "TXT", "CNAME", "NS"),
    name: fc.constantFrom("example.com", "www.example.com", "shop.example.com"),
    content: fc.constantFrom("192.0.2.1", "192.0.2.2", "b.example"),
    ttl: fc.constantFrom(1, 300),
    proxied: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("MX"),
    name: fc.constantFrom("example.com", "www.example.com"),
    content: fc.constantFrom("a.example", "b.example"),
    ttl: fc.constant(300),
    proxied: fc.constant(false),
    priority: fc.constantFrom(10, 20),
    comment: fc.constantFrom("", "note", undefined),
  }),
);
const zone = fc
  .uniqueArray(draft, { selector: identityOf, maxLength: 12 })
  .map((drafts) => drafts.map((one, index): DnsRecord => ({ ...one, id: `r${index}` })));

/** Makes changes as a provider does. Returns the new zone, and each change with the id of its record. */
function make(records: readonly DnsRecord[], changes: readonly Change[], ids = "new") {
  const then = new Map(records.map((record) => [record.id, record]));
  const made = changes.map((change, index): MadeChange => {
    const id = change.before?.id ?? `${ids}${index}`;
    if (change.after === null) then.delete(id);
    else then.set(id, { ...change.after, id });
    return { ...change, recordId: id };
  });
  return { zone: [...then.values()], made };
}

function expectSame(records: readonly DnsRecord[], wanted: readonly RecordDraft[]) {
  const sorted = (list: readonly RecordDraft[]) => [...list].sort((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
  const [one, other] = [sorted(records), sorted(wanted)];
  expect(one.map(identityOf)).toEqual(other.map(identityOf));
  for (const [index, record] of one.entries()) expect(matchesDraft(record, other[index] ?? record)).toBe(true);
}

describe("For any zones", () => {
  const check = (property: (one: DnsRecord[], other: DnsRecord[], third: DnsRecord[]) => void) =>
    forAny([zone, zone, zone], property, 500);

  test("applying the diff gives the desired zone, after which the diff is empty", () => {
    check((one, other) => {
      const { zone: then } = make(one, diffZone(one, other));
      expectSame(then, other);
      expect(diffZone(then, other)).toEqual([]);
    });
  });

  test("no change creates a duplicate at any step", () => {
    check((one, other) => {
      const changes = diffZone(one, other);
      for (const [index, { before, after }] of changes.entries()) {
        const { zone: then } = make(one, changes.slice(0, index));
        const others = then.filter(({ id }) => id !== before?.id).map(identityOf);
        if (after) expect(others).not.toContain(identityOf(after));
      }
    });
  });

  test("undo restores the state before several changes, and undoing the undo the state after", () => {
    check((one, other, third) => {
      const first = make(one, diffZone(one, other), "a");
      const second = make(first.zone, diffZone(first.zone, third), "b");
      const back = undoChanges(second.zone, [...first.made, ...second.made].reverse());
      expect(back.changedSince).toEqual([]);
      const undone = make(second.zone, back.changes, "c");
      expectSame(undone.zone, one);
      const again = undoChanges(undone.zone, undone.made.reverse());
      expect(again.changedSince).toEqual([]);
      expectSame(make(undone.zone, again.changes, "d").zone, third);
    });
  });

  test("undo never touches a record that was changed since, and reports it", () => {
    check((one, other) => {
      const first = make(one, diffZone(one, other));
      const changed = first.zone.map((record) => ({ ...record, ttl: 1800, proxied: false }));
      const { changes, changedSince } = undoChanges(changed, [...first.made].reverse());
      const reported = new Set(changedSince.map(({ now }) => now?.id));
      for (const { before } of changes) expect(reported.has(before?.id ?? "none")).toBe(false);
      const own = first.made.filter(({ after }) => after !== null && isDifferent(changed, after));
      expect(changedSince.length).toBe(own.length);
    });
  });
});

function isDifferent(records: readonly DnsRecord[], after: RecordDraft) {
  const record = records.find((one) => identityOf(one) === identityOf(after));
  return record !== undefined && !matchesDraft(record, after);
}
