/** subset-font ships no types. */
declare module 'subset-font' {
  export default function subset(font: Buffer, letters: string, options: object): Promise<Buffer>;
}
