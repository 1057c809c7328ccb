/** Returns a test case [text, group] for each text. A row is the name of its group and then its texts. */
export function grouped(rows: readonly (readonly [string, ...string[]])[]): [text: string, group: string][] {
  return rows.flatMap(([group, ...texts]) => texts.map((text): [string, string] => [text, group]));
}
