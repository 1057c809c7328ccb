/** What a name of a record may have; everything else would have to be escaped, and no provider sends it. */
const NAME = /^[a-z0-9._*-]+$/i;

/** Takes a whole name and gives it as a zone file has it, a dot at its end; undefined for what is no such name. */
export function formatName(name: string): string | undefined {
  return NAME.test(name) ? withFinalDot(name) : undefined;
}

/** The same of a name that was looked at already. */
export function withFinalDot(name: string): string {
  return name.endsWith(".") ? name : `${name}.`;
}
