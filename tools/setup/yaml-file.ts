import {
  type Document,
  parseDocument,
  Scalar,
  type ScalarTag,
  type ToStringOptions,
  visit,
} from 'yaml';

/** How a file can be laid out; the default comes first. */
const layouts: readonly ToStringOptions[] = [2, 4].flatMap((indent) =>
  [true, false].flatMap((indentSeq) =>
    [false, true].map((flowCollectionPadding) => ({ indent, indentSeq, flowCollectionPadding })),
  ),
);

/** Returns a YAML document, and a function that writes it with quotes, escapes and layout as they were. */
export const readYamlFile = (
  source: string,
): { document: Document.Parsed; write: () => string } => {
  const text = source.replaceAll('\r\n', '\n');
  const written = new Map<Scalar, { value: unknown; raw: string }>();
  const document = parseDocument(text, {
    customTags: (tags) =>
      tags.map((tag) => {
        if (typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:str') return tag;
        const scalarTag = tag as ScalarTag;
        const stringify: ScalarTag['stringify'] = (item, ...others) => {
          const kept = written.get(item);
          if (kept && kept.value === item.value) return kept.raw;
          return scalarTag.stringify?.(item, ...others) ?? '';
        };
        return { ...scalarTag, stringify };
      }),
  });
  visit(document, {
    Scalar: (_, node) => {
      const raw = node.range && text.slice(node.range[0], node.range[1]);
      // Of double quotes: what is written with \u would lose that.
      if (raw && node.type === Scalar.QUOTE_DOUBLE && !raw.includes('\n')) {
        written.set(node, { value: node.value, raw });
      }
    },
  });
  const print = (layout: ToStringOptions) => document.toString({ lineWidth: 0, ...layout });
  const lines = new Set(text.split('\n'));
  const likeness = (layout: ToStringOptions): number =>
    print(layout)
      .split('\n')
      .filter((line) => lines.has(line)).length;
  const [layout = {}] =
    document.errors.length > 0 ? [] : layouts.toSorted((a, b) => likeness(b) - likeness(a));
  return {
    document,
    write: () => (source.includes('\r\n') ? print(layout).replaceAll('\n', '\r\n') : print(layout)),
  };
};
