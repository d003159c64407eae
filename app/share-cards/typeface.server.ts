import { Blob, Face, Font, shape, Buffer as TextBuffer, Variation } from "harfbuzzjs";

export interface TextStyle {
  face: Typeface;
  /** Font size in px. */
  size: number;
  color: string;
  /** Space in em after each letter, and again after each space. */
  letterSpacing?: number;
  wordSpacing?: number;
}

interface PlacedGlyph {
  id: number;
  /** Distance in font units from the start of the line. */
  x: number;
  y: number;
}

/** Turns text into outlines, so that nothing depends on the fonts of the machine. */
export class Typeface {
  readonly #font: Font;
  readonly #unitsPerEm: number;
  readonly #outlines = new Map<number, string>();

  constructor(file: Uint8Array, variations: Record<string, number> = {}) {
    const face = new Face(new Blob(Uint8Array.from(file).buffer));
    this.#unitsPerEm = face.upem;
    this.#font = new Font(face);
    // HarfBuzz takes any bytes for a font, one without letters.
    if (!this.#hasAll("a")) throw new Error("this is not a font of Latin letters");
    this.#font.setVariations(
      Object.entries(variations).map(([tag, value]) => new Variation(tag, value)),
    );
  }

  /** Replaces characters the font lacks by their plain form, such as "𝓡" by "R", or drops them. */
  readable(text: string): string {
    const known = [...text.normalize("NFC")].map((character) => {
      if (/\s/.test(character)) return " ";
      const plain = character.normalize("NFKD").replace(/\p{M}/gu, "");
      const candidates = [character, character.normalize("NFKC"), plain];
      return candidates.find((candidate) => candidate !== "" && this.#hasAll(candidate)) ?? "";
    });
    return known.join("").replace(/ +/g, " ").trim();
  }

  #hasAll(text: string): boolean {
    return [...text].every((character) => {
      return (this.#font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0) > 0;
    });
  }

  /** Width of a text in px. */
  measure(text: string, style: TextStyle): number {
    return this.#place(text, style).width * this.#scale(style.size);
  }

  /** SVG of one line whose baseline starts at (x, y), in px. */
  draw(text: string, style: TextStyle, x: number, y: number): string {
    const scale = this.#scale(style.size);
    const paths = this.#place(text, style).glyphs.map((glyph) => {
      return `<path transform="translate(${glyph.x.toFixed(1)} ${glyph.y.toFixed(1)})" d="${this.#outline(glyph.id)}"/>`;
    });
    return `<g fill="${style.color}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale} ${-scale})">${paths.join("")}</g>`;
  }

  #scale(size: number): number {
    return size / this.#unitsPerEm;
  }

  #outline(id: number): string {
    const known = this.#outlines.get(id);
    if (known !== undefined) return known;
    const outline = this.#font.glyphToPath(id);
    this.#outlines.set(id, outline);
    return outline;
  }

  #place(
    text: string,
    { letterSpacing = 0, wordSpacing = 0 }: TextStyle,
  ): { glyphs: PlacedGlyph[]; width: number } {
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(this.#font, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const glyphs: PlacedGlyph[] = [];
    let width = 0;
    for (const [index, { codepoint: id, cluster }] of infos.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      glyphs.push({ id, x: width + xOffset, y: yOffset });
      const isSpace = /\s/.test(text[cluster] ?? "");
      width += xAdvance + (letterSpacing + (isSpace ? wordSpacing : 0)) * this.#unitsPerEm;
    }
    return { glyphs, width };
  }
}
