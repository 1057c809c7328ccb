/** The sizes of picture boxes on the widest page, in CSS pixels. All are 16:9. */
export const FEATURED = { width: 640, height: 360 };
export const CARD_PICTURE = { width: 192, height: 108 };

type PictureBoxProps = { src: string; box: { width: number; height: number }; isLazy?: boolean };

/** A decorative picture in a box of known size, so that the layout does not shift when it loads. */
export function PictureBox({ src, box, isLazy = false }: PictureBoxProps) {
  return <img className="picture" src={src} {...box} alt="" loading={isLazy ? "lazy" : undefined} decoding="async" />;
}
