/**
 * What must stay on one line: a date, a number of years, and a hyphen with what follows it. Browsers break after a hyphen, and a
 * reader then takes that of a name for one of the line break.
 */
const WHOLE = /(\b\d{1,2} (?:[A-Z][a-z]{2,8} \d{4}|(?:more )?years?)|-+\S)/;

/**
 * A text in which dates and "1 year" do not break, and "M-PESA", "e-mail", addresses and domain names not at a hyphen. Amounts
 * have a no-break space (`formatKsh`).
 */
export function Words({ children }: { children: string }) {
  return children.split(WHOLE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

const SIZES = [12, 16, 22, 30];

/** The class of the largest size in which a name fits on one line; longer names get the smallest size and wrap. */
export function sizeClass(name: string): string {
  const size = SIZES.find((characters) => [...name].length <= characters);
  return size === undefined ? "" : `name-${size}`;
}
