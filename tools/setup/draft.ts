import { Document, isCollection, isMap, isNode, isSeq } from 'yaml';
import { findServerMistakes } from '#hosting/machine/config.ts';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { findMistakesWith, readText, writeFiles } from '../content-trial.ts';
import { CommandError } from '../options.ts';
import { readYamlFile } from './yaml-file.ts';

/** Reads a `.env` file as a document; its `write` leaves unchanged lines as they are. */
const readEnvFile = (text: string): ReturnType<typeof readYamlFile> => {
  const before = parseEnvFile(text);
  const document = new Document(before) as Document.Parsed;
  const assign = (written: string, [name, value]: [string, unknown]): string => {
    const assignment = new RegExp(`^(?:export )?${name} *=.*$`, 'gm');
    if ((before[name] ?? '') === value) return written;
    if (!assignment.test(text)) return `${written.replace(/[^\n]$/, '$&\n')}${name}=${value}\n`;
    return written.replace(assignment, () => `${name}=${value}`);
  };
  return { document, write: () => Object.entries(document.toJS()).reduce(assign, text) };
};

export type Draft = ReturnType<typeof startDraft>;

/** Starts to change files: `env.SITE_URL` is in .env, `hero.headline[0]` in content/hero.yaml. */
export const startDraft = (root: string) => {
  const openFile = (name: string) => {
    const file = name === 'env' ? '.env' : `content/${name}.yaml`;
    const source = readText(root, file);
    const opened = name === 'env' ? readEnvFile(source) : readYamlFile(source);
    // The layout of the source may be another.
    return { ...opened, file, source, unchanged: opened.write() };
  };
  const files = new Map<string, ReturnType<typeof openFile>>();
  const open = (at: string) => {
    const [name = '', ...path] = at.match(/[^.[\]]+/g) ?? [];
    const opened = files.get(name) ?? openFile(name);
    files.set(name, opened);
    return { path, document: opened.document };
  };
  const texts = () => {
    const changed = [...files.values()].filter(({ write, unchanged }) => write() !== unchanged);
    return new Map(changed.map(({ file, write }) => [file, write()]));
  };
  return {
    get: (at: string): unknown => {
      const { path, document } = open(at);
      const found = document.getIn(path);
      return isNode(found) ? found.toJS(document) : found;
    },

    /** Sets a field, or removes it for undefined; comments of what stays are kept. @returns what undoes it */
    set: (at: string, value: unknown) => {
      const { path, document } = open(at);
      const before = document.contents?.clone();
      const [old, node] = [document.getIn(path), document.createNode(value)];
      if (isSeq(old) && isSeq(node)) {
        Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
        node.items = node.items.map((item, index) => (isMap(item) && old.items[index]) || item);
      }
      if (value === undefined) document.deleteIn(path);
      else document.setIn(path, isCollection(node) ? node : value);
      return () => Object.assign(document, { contents: before });
    },

    /** Returns what the build and the server would refuse. */
    findMistakes: async () => [
      ...(await findMistakesWith(root, texts())),
      ...findServerMistakes(open('env').document.toJS()),
    ],

    /** Writes the files that differ, and returns their names. @throws CommandError with all as they were */
    write: (): string[] => {
      for (const { file, source } of files.values()) {
        if (readText(root, file) === source) continue;
        throw new CommandError(`${file} was changed elsewhere. Nothing was written: start again.`);
      }
      writeFiles(root, texts());
      return [...texts().keys()];
    },
  };
};
