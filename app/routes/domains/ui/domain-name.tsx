import { sizeClass } from "#app/ui/primitives/words.tsx";

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
