import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { freePort } from '../tools/free-port.ts';
import { findNuChecker } from '../tools/inspect/tools.ts';

export interface NuChecker {
  check: (html: string) => Promise<string[]>;
  stop: () => Promise<void>;
}

/**
 * It does not know properties of SVG 2, nor arithmetic in max() (CSS Values and Units 4), and warns of a
 * sandbox, which is weak in frames of the same origin only. The section of the notices has a name only
 * while it has notices: nobody is led to an empty landmark. And it guesses the language, of which another
 * owner's page may have two: the words that are theirs, and the sample's legal text.
 */
const mistaken = [
  /^CSS: “(?:paint-order|r|vector-effect)”: Property “[\w-]+” doesn't exist\.$/,
  /^CSS: “inset-inline-end”: The types are incompatible\.$/,
  /^Section lacks heading\./,
  /^This document appears to be written in /,
  /for attribute “sandbox” .*Setting both “allow-scripts” and “allow-same-origin” is not recommended/,
];

interface NuReport {
  messages: { type: string; message: string; extract?: string }[];
}

const ask = async (port: number, html: string): Promise<NuReport> => {
  const question = request({
    host: '127.0.0.1',
    port,
    path: '/?out=json',
    method: 'POST',
    // It ends idle connections.
    agent: false,
    // It refuses requests without a User-Agent.
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'User-Agent': 'markup-test' },
  }).end(html);
  const [answer] = (await once(question, 'response')) as [IncomingMessage];
  return (await json(answer)) as NuReport;
};

/** Starts it as a service, or says what is missing. */
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
