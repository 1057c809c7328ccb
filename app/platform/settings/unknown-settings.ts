type Values = Record<string, string | undefined>;

/** Names that systems and hosts set, which are a letter or two from a setting. */
const NOT_MEANT = new Set(["HOSTTYPE", "HOME", "HOSTS"]);

/**
 * Returns the environment variables whose names look like those of settings but are unknown, each with the setting that may be
 * meant: they begin as a setting does ("MPESA_SHORT_CODE"), or differ from one in a letter or two ("STAF", "APP_SECERT"). Such
 * variables have no effect, and nothing else reports them.
 */
export function unknownSettings(known: readonly string[], source: Values): string[] {
  const beginnings = new Set(known.flatMap((name) => /^[A-Z]+_/.exec(name) ?? []));
  return Object.keys(source).flatMap((name) => {
    if (known.includes(name) || NOT_MEANT.has(name)) return [];
    const beginning = /^[A-Z]+_/.exec(name.toUpperCase())?.[0] ?? "";
    const isOurs = beginnings.has(beginning);
    const meant = nearest(name, known, isOurs ? beginning : undefined);
    if (meant !== undefined) return [`${name} (do you mean ${meant}?)`];
    return isOurs ? [name] : [];
  });
}

/**
 * Returns the setting that differs from a name in the fewest letters; undefined if all differ too much. Settings with the same
 * `beginning`, such as MPESA_, may differ in more letters.
 */
function nearest(name: string, known: readonly string[], beginning: string | undefined): string | undefined {
  const plain = (text: string) => text.toUpperCase().replaceAll("_", "");
  const most = (setting: string) => {
    const { length } = plain(setting);
    if (beginning !== undefined && setting.startsWith(beginning)) return Math.ceil((length - beginning.length) / 3) + 1;
    // Two letters may differ only if the first letter is the same: IS_SANDBOX is a variable of another program.
    return length < 7 || plain(name)[0] !== setting[0] ? 1 : 2;
  };
  return known
    .map((setting) => ({ setting, away: distance(plain(name), plain(setting)) }))
    .filter(({ setting, away }) => away <= most(setting))
    .sort((one, other) => one.away - other.away)[0]?.setting;
}

/** Returns how many letters must be added, left out, changed or swapped with the next (optimal string alignment distance). */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      line[at] = Math.min(
        (last[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, line];
  }
  return last[other.length] ?? 0;
}
