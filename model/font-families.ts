import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

interface Axis {
  min: number;
  max: number;
}

/** A variable family of Fontsource, as its package describes it. */
export interface Family {
  /** Such as `@fontsource-variable/source-sans-3`. */
  package: string;
  id: string;
  version: string;
  isSerif: boolean;
  hasItalics: boolean;
  /** Such as `latin-ext`. */
  subsets: readonly string[];
  weights: Axis;
  opticalSizes: Axis | null;
}

interface Metadata {
  id: string;
  category: string;
  styles: string[];
  subsets: string[];
  variable?: Record<string, { min: string; max: string }>;
}

const axisOf = (metadata: Metadata, name: string): Axis | null => {
  const { min, max } = metadata.variable?.[name] ?? {};
  return min === undefined ? null : { min: Number(min), max: Number(max) };
};

/**
 * Finds a family by its name, such as `Source Sans 3`, or by the name of its package.
 * @returns the family, or an error message that follows the name of the field
 */
export const describeFamily = (name: string): Family | string => {
  const id = name
    .replace(/^@fontsource(-variable)?\//, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const path = `@fontsource-variable/${id}`;
  const read = (file: string) => JSON.parse(readFileSync(resolve(`${path}/${file}`), 'utf8'));
  try {
    const metadata = read('metadata.json') as Metadata;
    const weights = axisOf(metadata, 'wght');
    if (!weights) return `is “${name}”, which has no weights to choose from; choose another family`;
    return {
      package: path,
      id: metadata.id,
      version: (read('package.json') as { version: string }).version,
      isSerif: metadata.category === 'serif',
      hasItalics: metadata.styles.includes('italic'),
      subsets: metadata.subsets,
      weights,
      opticalSizes: axisOf(metadata, 'opsz'),
    };
  } catch {
    return `is “${name}”, which is not installed: run \`npm install ${path}\`, if https://fontsource.org has it as a variable font`;
  }
};

/** Returns a family by its name. @throws Error if it is not installed */
export const familyOf = (name: string): Family => {
  const family = describeFamily(name);
  if (typeof family === 'string') throw new Error(`A font family ${family}.`);
  return family;
};

/** Returns the values of a family's axes, which HarfBuzz brings within their ranges. */
export const axesOf = (
  { opticalSizes }: Family,
  { weight, size }: { weight: number | Axis; size: number },
): Record<string, number | Axis> => ({ ...(opticalSizes && { opsz: size }), wght: weight });

/** Reads the file of a family that has a subset of its letters. */
export const readFont = (family: Family, subset: string, style = 'normal'): Buffer => {
  const axis = family.opticalSizes ? 'opsz' : 'wght';
  return readFileSync(
    resolve(`${family.package}/files/${family.id}-${subset}-${axis}-${style}.woff2`),
  );
};
