import { Fragment } from "react";

/** A piece of a value: a word that begins with a hyphen, or a text up to a label of a host, a colon or such a word. */
const PIECES = /-\w{1,20}|.+?(?:\.(?=[a-z_])|:(?=\w)| (?=-\w)|$)/gis;

/** A shorter value fits a line of a phone. */
const SHORT = 30;

/**
 * The value of a record, as a text that can be copied. A long host breaks after a dot, and a word such as `-all` not after its
 * hyphen.
 */
export function RecordValue({ text }: { text: string }) {
  if (text.length < SHORT) return text;
  return text.match(PIECES)?.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece.startsWith("-") ? <span className="whitespace-nowrap">{piece}</span> : piece}
    </Fragment>
  ));
}
