/** subset-font ships no types. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number };
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      variationAxes: Record<string, Axis>;
      noLayoutClosure?: boolean;
    },
  ): Promise<Buffer>;
}
