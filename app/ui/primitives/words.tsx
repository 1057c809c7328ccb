/** What must stay on one line: "M-PESA" and "e-mail" have a hyphen, at which browsers break. */
const WHOLE = /(M-PESA|e-mail)/;

/** A text in which "M-PESA" and "e-mail" never break over the line. Amounts have a no-break space (`formatKsh`). */
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
