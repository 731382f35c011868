/** Two score distributions and the line between them. */
export const logoDrawing = {
  size: 32,
  distributions: [
    'M1.5 26C6 26 6.5 8 10.5 8s4.5 18 10 18',
    'M12 26c4.5 0 4.5-11.5 8.5-11.5S25 26 30.5 26',
  ],
  line: 'M16.25 3v26',
} as const;

interface LogoColors {
  ink: string;
  signal: string;
  /** Transparent by default. */
  background?: string;
  css?: string;
}

/** Returns the logo as an SVG document, with a margin of `inset` units. */
export const logoSvg = ({ ink, signal, background, css = '' }: LogoColors, inset = 0): string => {
  const { size, distributions, line } = logoDrawing;
  const side = size + 2 * inset;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-inset} ${-inset} ${side} ${side}" fill="none">`,
    css && `<style>${css}</style>`,
    background &&
      `<path fill="${background}" d="M${-inset} ${-inset}h${side}v${side}H${-inset}z"/>`,
    ...distributions.map((d) => `<path class="ink" stroke="${ink}" stroke-width="2.25" d="${d}"/>`),
    `<path class="signal" stroke="${signal}" stroke-width="2.75" d="${line}"/>`,
    '</svg>',
  ].join('');
};
