import { type Document, parse, parseDocument, type ScalarTag } from 'yaml';
import { stringTag } from 'yaml/util';

/** Returns a YAML document, and a function that writes it with quotes, escapes and layout as they were. */
export const readYamlFile = (source: string) => {
  const text = source.replaceAll('\r\n', '\n');
  const asIs: ScalarTag = {
    ...stringTag,
    stringify: (item, ...others) => {
      const raw = text.slice(...(item.range ?? [0, 0]));
      // An escape such as \u00a0 stays one.
      const isKept = /^".*\\.*"$/.test(raw) && parse(raw) === item.value;
      return isKept ? raw : (stringTag.stringify?.(item, ...others) ?? '');
    },
  };
  const document: Document.Parsed = parseDocument(text, { customTags: (tags) => [asIs, ...tags] });
  const write = () => {
    const written = document.toString({
      lineWidth: 0,
      indent: /^ +(?=[-\w])/m.exec(text)?.[0].length ?? 2,
      indentSeq: !/^( *)[\w-]+:.*\n\1- /m.test(text),
      flowCollectionPadding: /: [[{] /.test(text),
    });
    return source.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
  };
  return { document, write };
};
