import { Document, isNode } from 'yaml';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { readText } from '#model/yaml.ts';
import { changeOf, findMistakesWith, writeFiles } from '../content-trial.ts';
import { readYamlFile, setIn } from './yaml-file.ts';

/** Returns the text of a `.env` file with these variables; other lines stay the same. */
export const assign = (text: string, variables: Readonly<Record<string, string>>): string => {
  const before = parseEnvFile(text);
  return Object.entries(variables).reduce((written, [name, given]) => {
    const value = given.trim().replaceAll('\n', ' ');
    const assignment = new RegExp(`^(?:export )?${name} *=.*$`, 'gm');
    // A # can begin a comment. A quoted value ends at the next quotation mark of the same kind.
    const isQuoted = /#|^['"`]/.test(value);
    const mark = isQuoted ? (["'", '"', '`'].find((each) => !value.includes(each)) ?? '') : '';
    const line = `${name}=${mark}${value}${mark}`;
    if ((before[name] ?? '').trim() === value) return written;
    if (!assignment.test(text)) return `${written.replace(/[^\n]$/, '$&\n')}${line}\n`;
    return written.replace(assignment, () => line);
  }, text);
};

const readEnvFile = (text: string): ReturnType<typeof readYamlFile> => {
  const document = new Document(parseEnvFile(text));
  return { document, write: () => assign(text, document.toJS()) };
};

export type Draft = ReturnType<typeof startDraft>;

/** Starts a draft of changes: `env.SITE_URL` is in .env, `hero.headline[0]` in content/hero.yaml. */
export const startDraft = () => {
  const openFile = (name: string) => {
    const file = name === 'env' ? '.env' : `content/${name}.yaml`;
    const read = name === 'env' ? readEnvFile : readYamlFile;
    const { document, write } = read(readText('.', file).text);
    // The file may be formatted differently.
    return { file, before: changeOf(file), document, write, unchanged: write() };
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

    /** Sets a field, or removes it if the value is undefined. @returns a function that undoes this */
    set: (at: string, value: unknown) => {
      const { path, document } = open(at);
      const before = document.contents?.clone();
      setIn(document, path, value);
      return () => Object.assign(document, { contents: before });
    },

    /** Returns the mistakes that the build and the server would refuse. */
    findMistakes: () => findMistakesWith(texts()),

    /** Writes the changed files, and returns their names. @throws ExplainedError, with all files unchanged */
    write: (): string[] => {
      const states = [...files.values()].map(({ file, before }) => [file, before]);
      writeFiles(texts(), Object.fromEntries(states));
      return [...texts().keys()];
    },
  };
};
