import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { freePort } from '../tools/free-port.ts';
import { findNuChecker } from '../tools/inspect/tools.ts';

/** The Nu Html Checker, running as a service on this machine. */
export interface NuChecker {
  /** What it has to say of a document; one line per message. */
  check: (html: string) => Promise<string[]>;
  stop: () => Promise<void>;
}

/**
 * What its CSS half does not know yet, though the standards do: properties of SVG 2, and max() with
 * arithmetic in it (CSS Values and Units 4). And what it fears of a sandbox is true of a frame of
 * the same origin only; a provider's frame is of another. Everything else it says counts.
 */
const mistaken = [
  /^CSS: “(?:paint-order|r|vector-effect)”: Property “[\w-]+” doesn't exist\.$/,
  /^CSS: “inset-inline-end”: The types are incompatible\.$/,
  /for attribute “sandbox” .*Setting both “allow-scripts” and “allow-same-origin” is not recommended/,
];

interface NuReport {
  messages: { type: string; message: string; extract?: string }[];
}

/** Each question has a connection of its own: the service ends idle ones without a word. */
const ask = async (port: number, html: string): Promise<NuReport> => {
  const question = request({
    host: '127.0.0.1',
    port,
    path: '/?out=json',
    method: 'POST',
    agent: false,
    // It refuses who does not say what they are.
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'User-Agent': 'markup-test' },
  }).end(html);
  const [answer] = (await once(question, 'response')) as [IncomingMessage];
  return (await json(answer)) as NuReport;
};

/** Starts the checker, or says why that is not possible here. */
export const startNuChecker = async (): Promise<NuChecker | { missing: string }> => {
  const found = findNuChecker();
  if ('missing' in found) return found;
  const port = await freePort();
  const child = spawn('java', [
    '-Dnu.validator.servlet.bind-address=127.0.0.1',
    '-cp',
    found.jar,
    'nu.validator.servlet.Main',
    String(port),
  ]);
  const all: string[] = [];
  const started = await new Promise<boolean>((resolve) => {
    const read = (line: string): void => {
      all.push(line);
      if (line.startsWith('Checker service started')) resolve(true);
    };
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', read);
    child.once('exit', () => resolve(false));
  });
  if (!started) throw new Error(`The Nu Html Checker did not start:\n${all.join('\n')}`);
  return {
    check: async (html) => {
      const { messages } = await ask(port, html);
      return messages
        .filter(({ message }) => !mistaken.some((pattern) => pattern.test(message)))
        .map(({ type, message, extract = '' }) => `${type}: ${message} ${extract}`);
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
};
