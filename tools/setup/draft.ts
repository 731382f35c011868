import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, isMap, isNode, isSeq } from 'yaml';
import { findDeliveryMistake } from '#hosting/delivery.ts';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { findMistakes, setVariables } from '#hosting/variables.ts';
import { loadContent } from '#model/content.ts';
import { readYamlFile } from './yaml-file.ts';

/** A `.env` file as a document; `write` leaves what has not changed as it is. */
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

/** Files as they will be: `env.SITE_URL` is in .env, `hero.headline[0]` in content/hero.yaml. */
export const startDraft = (root: string) => {
  const files = new Map<string, ReturnType<typeof readYamlFile>>();
  const changed = new Set<string>();
  const read = (file: string): string =>
    fs.existsSync(join(root, file)) ? fs.readFileSync(join(root, file), 'utf8') : '';
  const open = (at: string) => {
    const [name, ...path] = at.match(/[^.[\]]+/g) ?? [];
    const file = name === 'env' ? '.env' : `content/${name}.yaml`;
    const opened = files.get(file) ?? (name === 'env' ? readEnvFile : readYamlFile)(read(file));
    files.set(file, opened);
    return { file, path, document: opened.document };
  };

  const get = (at: string): unknown => {
    const { path, document } = open(at);
    const found = document.getIn(path);
    return isNode(found) ? found.toJS(document) : found;
  };

  /** Undefined takes the field out. Comments of what stays are kept. Returns what undoes it. */
  const set = (at: string, value: unknown) => {
    const { file, path, document } = open(at);
    const old = document.getIn(path, true);
    const put = (node: unknown) =>
      node === undefined ? document.deleteIn(path) : document.setIn(path, node);
    const node = value === undefined ? value : document.createNode(value);
    if (isNode(old) && isNode(node)) {
      Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
    }
    if (isSeq(old) && isSeq(node)) {
      node.items = node.items.map((item, index) => (isMap(item) && old.items[index]) || item);
    }
    put(node);
    changed.add(file);
    return () => put(old);
  };

  /** Writes all into a folder, or nothing, and returns the names of the files. */
  const write = (folder = root, except = ''): string[] => {
    const texts = [...changed]
      .map((file) => ({ file, path: join(folder, file), text: files.get(file)?.write() ?? '' }))
      .filter(({ file, text }) => file !== except && text !== read(file));
    for (const { file, path, text } of texts) {
      // .env may hold a password.
      fs.writeFileSync(`${path}.new`, text, { mode: file === '.env' ? 0o600 : 0o666 });
    }
    for (const { path } of texts) fs.renameSync(`${path}.new`, path);
    return texts.map(({ file }) => file);
  };

  /** Returns what the build and the server would refuse. */
  const findAll = () => {
    const copy = fs.mkdtempSync(join(tmpdir(), 'setup-'));
    fs.cpSync(join(root, 'content'), join(copy, 'content'), { recursive: true });
    write(copy, '.env');
    const { mistakes } = loadContent(copy);
    fs.rmSync(copy, { recursive: true });
    const environment = setVariables(open('env').document.toJS());
    const delivery = findDeliveryMistake(environment);
    return [...mistakes, ...findMistakes('server', environment), ...(delivery ? [delivery] : [])];
  };
  return { get, set, write, findMistakes: findAll };
};
