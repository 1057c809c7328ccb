/** CSS pixels of the boxes that pictures stand in, on the widest page. All are 16 to 9. */
export const FEATURED = { width: 640, height: 360 };
export const CARD_PICTURE = { width: 192, height: 108 };

type PictureBoxProps = { src: string; box: { width: number; height: number }; isLazy?: boolean };

/** A picture that says nothing which the words beside it don't, in a box of known size: nothing moves when it comes. */
export function PictureBox({ src, box, isLazy = false }: PictureBoxProps) {
  return <img className="picture" src={src} {...box} alt="" loading={isLazy ? "lazy" : undefined} decoding="async" />;
}
