import { z } from 'zod';
import { describeFamily } from './font-families.ts';
import { groupOf } from './schema.ts';

/** The colors that an owner chooses, with their custom properties in style sheets. */
const colorProperties = {
  background: 'paper',
  panel: 'paper-deep',
  text: 'ink',
  hoveredButton: 'ink-soft',
  quietText: 'quiet',
  lines: 'hairline',
  borders: 'control-line',
  accent: 'signal',
  mistake: 'signal-wash',
  secondAccent: 'legit',
  success: 'good',
  warning: 'warn',
  band: 'band',
} as const;

type Color = keyof typeof colorProperties;
type Colors = Record<Color, string>;

/** The minimum contrast of text, and of shapes and states (WCAG 2.2, 1.4.3 and 1.4.11). */
const [forText, forShapes] = [4.5, 3];

/** Pairs of colors that are drawn on each other, with their minimum contrast. Text on the band is always light. */
const pairs = (isDark: boolean): readonly (readonly [Color, Color, number])[] => [
  ['text', 'background', forText],
  ['text', 'panel', forText],
  ['text', 'mistake', forText],
  ['quietText', 'background', forText],
  ['quietText', 'panel', forText],
  ['background', 'hoveredButton', forText],
  ['accent', 'background', forText],
  ['secondAccent', 'background', forText],
  ['warning', 'background', forText],
  [isDark ? 'text' : 'background', 'band', forText],
  ['borders', 'background', forShapes],
  ['accent', 'panel', forShapes],
  ['success', 'panel', forShapes],
  ['warning', 'panel', forShapes],
];

/** Returns the relative luminance of `#rrggbb` (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Returns a message about a pair with too little contrast, or null. */
const findFaint = (one: string, other: string, where: string, needed: number): string | null => {
  const contrast = contrastOf(one, other);
  // Rounded down, so that 4.46 does not look sufficient.
  const shown = Math.floor(contrast * 10) / 10;
  return contrast < needed ? `on ${where} has a contrast of ${shown}, and needs ${needed}` : null;
};

const expected = "must be a color between quotation marks, such as '#15181d'";
const color = z.string(expected).regex(/^#[0-9a-f]{6}$/i, expected);

const palette = (theme: 'light' | 'dark') =>
  groupOf(Object.keys(colorProperties) as Color[], color).superRefine((colors, context) => {
    for (const [front, back, needed] of pairs(theme === 'dark')) {
      const message = findFaint(colors[front], colors[back], back, needed);
      if (message) context.addIssue({ code: 'custom', path: [front], message });
    }
  });

const family = z.string().superRefine((name, context) => {
  const found = describeFamily(name);
  if (typeof found === 'string') context.addIssue({ code: 'custom', message: found });
});

export const themeSchema = z.strictObject({
  colors: z
    .strictObject({ light: palette('light'), dark: palette('dark') })
    .superRefine(({ light, dark }, context) => {
      for (const name of ['accent', 'secondAccent'] as const) {
        const message = findFaint(dark[name], light.band, 'the light theme’s band', forShapes);
        if (message) context.addIssue({ code: 'custom', path: ['dark', name], message });
      }
    }),
  fonts: z.strictObject({
    headings: z.strictObject({
      family,
      weight: z.int().min(100).max(900).default(400),
      /** The optical size in points, for families that have one. */
      opticalSize: z.number().min(5).max(1200).default(60),
    }),
    text: z.strictObject({ family }),
  }),
});

export type Theme = z.infer<typeof themeSchema>;

const declarations = (colors: Colors): string =>
  Object.entries(colorProperties)
    .map(([name, property]) => `--${property}: ${colors[name as Color]};`)
    .join(' ');

/** Returns the dark colors as CSS declarations, for a class such as that of dark covers. */
export const darkDeclarations = ({ colors }: Theme): string => declarations(colors.dark);

/** Returns the colors as custom properties. The band is dark in both themes, so everything on it is light. */
export const themeCss = ({ colors: { light, dark } }: Theme): string => `:root {
  ${declarations(light)}
  --band-text: var(--paper); --band-signal: ${dark.accent}; --band-legit: ${dark.secondAccent};
}
@media screen and (prefers-color-scheme: dark) {
  :root { ${declarations(dark)} --band-text: var(--ink); }
}
`;
