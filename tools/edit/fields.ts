import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { isMap, isScalar, isSeq } from 'yaml';

/** What a form shows: fields, and what stands beside each. */
export interface Fields {
  schema: RJSFSchema;
  ui: UiSchema;
}

/** For other editors. */
export const editorLine = /^#? yaml-language-server:.*\n?/;

/** Such a text gets several lines. */
const long = /\n|.{60}/;

export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `scheduleNote` and `case-studies` in words. */
export const titleOf = (name: string): string => {
  const spaced = name.replaceAll('-', ' ').replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`);
  const words = spaced.toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Returns the fields for a JSON Schema.
 * @param nodes of YAML that the schema describes: their comments are hints, and their texts show how long
 *   a text is
 * @param words of the language, which hold where a field is empty
 */
export const fieldsOf = (
  name: string,
  { anyOf, allOf, const: _, default: preset, prefixItems, ...whole }: RJSFSchema,
  nodes: readonly unknown[],
  words?: unknown,
): Fields => {
  const [filled] = (anyOf ?? []).filter((part) => isGroup(part) && part.type !== 'null');
  const schema: RJSFSchema = { ...whole, ...(filled as RJSFSchema), title: titleOf(name) };
  const ui: UiSchema = {};
  if (filled) {
    ui['ui:emptyValue'] = null;
    if (!schema.properties) schema.default = null;
  }
  if (preset !== undefined) ui['ui:placeholder'] = String(preset);
  // Unlike a checkbox, it can be empty.
  if (preset !== undefined && schema.type === 'boolean') ui['ui:widget'] = 'select';
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, part]) => {
      const pairs = nodes.flatMap((node) =>
        isMap(node) ? node.items.filter((pair) => String(pair.key) === key) : [],
      );
      const known = isGroup(words) ? words[key] : undefined;
      const values = pairs.map(({ value }) => value);
      const field = fieldsOf(key, part as RJSFSchema, values, known);
      const [comment = ''] = pairs.flatMap(
        (pair) => (isScalar(pair.key) && pair.key.commentBefore) || [],
      );
      // What stands above an empty line is about the whole file.
      const own = comment.replace(/^[\s\S]*\n\s*\n/, '').replace(editorLine, '');
      const hints = [field.schema.description, own].filter(Boolean);
      ui[key] = { ...field.ui, 'ui:description': hints.join('\n') };
      return [key, field.schema] as const;
    });
    schema.properties = Object.fromEntries(fields);
  } else if (Array.isArray(prefixItems)) {
    schema.items = prefixItems.map(
      (part, index) => fieldsOf(`${name} ${index + 1}`, part, []).schema,
    );
  } else if (isGroup(schema.items)) {
    const noun: string = whole.entry ?? titleOf(name).replace(/s$/, '');
    const entries = nodes.flatMap((node) => (isSeq(node) ? node.items : []));
    const entry = fieldsOf(noun, schema.items as RJSFSchema, entries);
    schema.items = entry.schema;
    ui.items = { ...entry.ui, 'ui:label': !entry.schema.properties };
    ui['ui:options'] = { noun };
  } else if (schema.type === 'string') {
    const texts = [...nodes.map((node) => isScalar(node) && node.value), words];
    const [, formats] = /\\\.\(\?:([\w|]+)\)\$$/.exec(schema.pattern ?? '') ?? [];
    if (formats) {
      ui['ui:widget'] = 'picture';
      ui['ui:options'] = { accept: formats.replace(/\w+/g, '.$&').replaceAll('|', ',') };
    } else if (
      name === 'text' ||
      texts.some((text) => typeof text === 'string' && long.test(text))
    ) {
      ui['ui:widget'] = 'textarea';
    }
    if (typeof words === 'string') ui['ui:placeholder'] = words;
  }
  return { schema, ui };
};

/** A schema with only the fields that are there. */
export const present = (schema: RJSFSchema, value: unknown): RJSFSchema => {
  if (!schema.properties || !isGroup(value)) return schema;
  const parts = Object.entries(schema.properties).filter(([key]) => key in value);
  const fields = parts.map(([key, part]) => [key, present(part as RJSFSchema, value[key])]);
  return { ...schema, properties: Object.fromEntries(fields) };
};

/** A value with its fields in the order of the schema, and without groups in which there is nothing. */
export const inOrder = (
  schema: RJSFSchema | undefined,
  value: Record<string, unknown>,
): Record<string, unknown> => {
  const sorted = (part: RJSFSchema | undefined, each: unknown): unknown =>
    Array.isArray(each)
      ? each.map((entry) => sorted(part?.items as RJSFSchema | undefined, entry))
      : isGroup(each)
        ? inOrder(part, each)
        : each;
  const parts = schema?.properties ?? {};
  return Object.fromEntries(
    [...new Set([...Object.keys(parts), ...Object.keys(value)])]
      .map((key) => [key, sorted(parts[key] as RJSFSchema | undefined, value[key])] as const)
      .filter(
        ([, each]) => each !== undefined && !(isGroup(each) && Object.keys(each).length === 0),
      ),
  );
};
