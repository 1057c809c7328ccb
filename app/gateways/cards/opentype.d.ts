/** What we use of the package, which has no types of its own for this version. */
declare module "opentype.js" {
  export type Glyph = {
    index: number;
    advanceWidth: number;
    getPath(x: number, y: number, fontSize: number): { toPathData(decimals: number): string };
  };

  export type Font = {
    unitsPerEm: number;
    charToGlyph(character: string): Glyph;
    /** In units of the font. */
    getKerningValue(left: Glyph, right: Glyph): number;
  };

  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
