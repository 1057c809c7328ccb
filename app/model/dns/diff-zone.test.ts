import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "./change.ts";
import { diffZone } from "./diff-zone.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { withoutConflicts } from "./record-conflicts.ts";
import { identityOf, matchesDraft } from "./record-identity.ts";
import { type MadeChange, undoChanges } from "./undo.ts";

const RUNS = process.env.LONG === "1" ? 10_000 : 500;
const A: RecordDraft = { type: "A", name: "www.example.com", content: "192.0.2.1", ttl: 300, proxied: false };
const is = (draft: Partial<RecordDraft>, id = "1"): DnsRecord => ({ ...A, ...draft, id });

describe("difference", () => {
  test("finds nothing to do when all is as wanted, however it is written", () => {
    const wanted = { ...A, name: "WWW.Example.com." };
    expect(diffZone([is({})], [wanted])).toEqual([]);
  });

  test("changes a record in place that has another value, and keeps its comment", () => {
    const before = is({ comment: "shop" });
    const after = { ...A, content: "192.0.2.2" };
    expect(diffZone([before], [after])).toEqual([{ before, after: { ...after, comment: "shop" } }]);
  });

  test("changes the TTL of the record that says the same, whatever stands first", () => {
    const [one, two] = [is({}), is({ content: "192.0.2.2" }, "2")];
    const wanted = [
      { ...A, content: "192.0.2.2", ttl: 60 },
      { ...A, content: "192.0.2.1" },
    ];
    expect(diffZone([one, two], wanted)).toEqual([{ before: two, after: wanted[0] }]);
  });

  test("takes a record with an id to another name in place", () => {
    const before = is({});
    const wanted = { ...before, name: "shop.example.com" };
    const { id: _, ...after } = wanted;
    expect(diffZone([before], [wanted])).toEqual([{ before, after }]);
  });

  test("removes and adds when two records change their names with each other, so that neither is in the way", () => {
    const [one, two] = [is({}), is({ type: "CNAME", name: "shop.example.com", content: "a.example" }, "2")];
    const wanted = [
      { ...one, name: "shop.example.com" },
      { ...two, name: "www.example.com" },
    ];
    const changes = diffZone([one, two], wanted);
    expect(changes.map(({ before, after }) => [before?.id, after?.name])).toEqual([
      ["1", undefined],
      ["2", undefined],
      [undefined, "shop.example.com"],
      [undefined, "www.example.com"],
    ]);
  });

  test("wants the same record once", () => {
    expect(diffZone([], [A, { ...A }])).toEqual([{ before: null, after: A }]);
  });

  test("gives what goes through the CDN the TTL that it has there", () => {
    expect(diffZone([is({ proxied: true, ttl: 1 })], [{ ...A, proxied: true, ttl: 300 }])).toEqual([]);
  });
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

/** Makes changes as a provider does, and gives the zone then, and each change with the id of its record. */
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

describe("for any two zones", () => {
  const check = (property: (one: DnsRecord[], other: DnsRecord[], third: DnsRecord[]) => void) =>
    fc.assert(fc.property(zone, zone, zone, property), { seed: 20261121, numRuns: RUNS });

  test("making the difference gives the wanted one, and then there is none", () => {
    check((one, other) => {
      const { zone: then } = make(one, diffZone(one, other));
      expectSame(then, other);
      expect(diffZone(then, other)).toEqual([]);
    });
  });

  test("no change on the way meets a record that says the same", () => {
    check((one, other) => {
      const changes = diffZone(one, other);
      for (const [index, { before, after }] of changes.entries()) {
        const { zone: then } = make(one, changes.slice(0, index));
        const others = then.filter(({ id }) => id !== before?.id).map(identityOf);
        if (after) expect(others).not.toContain(identityOf(after));
      }
    });
  });

  test("undo gives the state before, also of several changes in a row, and undoing the undo the state after", () => {
    check((one, other, third) => {
      const first = make(one, diffZone(one, other), "a");
      const second = make(first.zone, diffZone(first.zone, third), "b");
      const made = [...[...second.made].reverse(), ...[...first.made].reverse()];
      const back = undoChanges(second.zone, made);
      expect(back.changedSince).toEqual([]);
      const undone = make(second.zone, back.changes, "c");
      expectSame(undone.zone, one);
      const again = undoChanges(undone.zone, [...undone.made].reverse());
      expect(again.changedSince).toEqual([]);
      expectSame(make(undone.zone, again.changes, "d").zone, third);
    });
  });

  test("undo never touches what was changed elsewhere since, and tells it", () => {
    check((one, other) => {
      const first = make(one, diffZone(one, other));
      const changed = first.zone.map((record) => ({ ...record, ttl: 1800, proxied: false }));
      const { changes, changedSince } = undoChanges(changed, [...first.made].reverse());
      const told = new Set(changedSince.map(({ now }) => now?.id));
      for (const { before } of changes) expect(told.has(before?.id ?? "none")).toBe(false);
      const own = first.made.filter(({ after }) => after !== null && isDifferent(changed, after));
      expect(changedSince.length).toBe(own.length);
    });
  });
});

function isDifferent(records: readonly DnsRecord[], after: RecordDraft) {
  const record = records.find((one) => identityOf(one) === identityOf(after));
  return record !== undefined && !matchesDraft(record, after);
}

describe("apartFromConflicts", () => {
  test("leaves out what the zone stands against as it will be, and what the changes stand against among themselves", () => {
    const there = is({ type: "CNAME", name: "shop.example.com", content: "a.example" });
    const changes = diffZone(
      [there],
      [
        there,
        { ...A, name: "shop.example.com" },
        { ...A, name: "new.example.com" },
        { ...A, type: "CNAME", name: "new.example.com", content: "a.example" },
      ],
    );
    const found = withoutConflicts([there], changes, "example.com");
    expect(found.changes.map(({ after }) => after?.name)).toEqual(["new.example.com"]);
    expect(found.asides.map(({ kind, text }) => [kind, text])).toEqual([
      ["skipped", "A record shop → 192.0.2.1"],
      ["skipped", "CNAME record new → a.example"],
    ]);
  });

  test("lets in what takes the place of a record that goes", () => {
    const there = is({ type: "CNAME", content: "a.example" });
    expect(withoutConflicts([there], diffZone([there], [A]), "example.com").changes).toHaveLength(2);
  });
});
