import fc from "fast-check";

/**
 * Any character of Unicode except surrogates, as a unit of strings. It equals fast-check's "binary", which takes each process a
 * second to prepare.
 */
export const anyCharacter = fc.nat(0x10f7ff).map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800));

/**
 * Checks a property for values of the arbitraries, always the same ones. The long tests (`npm run test:long`) try 20 times as
 * many.
 */
export function forAny<T extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof T]: fc.Arbitrary<T[Index]> },
  property: (...values: T) => void,
  runs = 1_000,
): void {
  const numRuns = process.env.LONG === "1" ? runs * 20 : runs;
  const check = (...values: T) => {
    property(...values);
  };
  fc.assert(fc.property(...arbitraries, check), { seed: 1, numRuns });
}
