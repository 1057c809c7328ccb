/** A domain name in the largest size that fits, its ending in the second colour. `tld` has no leading dot. */
export function DomainName({ name, tld }: { name: string; tld: string }) {
  const ending = `.${tld}`;
  const start = name.endsWith(ending) ? name.slice(0, -ending.length) : name;
  return (
    <h1 className={`name ${sizeClass(name)}`} translate="no">
      {start}
      {start !== name && (
        <>
          <wbr />
          <span>{ending}</span>
        </>
      )}
    </h1>
  );
}

const SIZES = [12, 16, 22, 30];

/** The class of the largest size that fits a name; longer names get the smallest size and wrap. */
export function sizeClass(name: string): string {
  const size = SIZES.find((characters) => [...name].length <= characters);
  return size === undefined ? "" : `name-${size}`;
}
