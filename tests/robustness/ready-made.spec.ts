import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../tools/doctor/finding.ts';
import { expect, test } from '../fixtures.ts';
import { copyProject } from '../project-copy.ts';

const entry = `    {
      id: 'field-notes',
      title: 'Field Notes',
      description: 'What a year of disputes looks like from the desk where they are decided.',
      category: 'white-paper',
      filename: 'field-notes.pdf',
      path: '/resources/white-papers/field-notes.pdf',
      size: null,
      pages: 0,
      downloadCount: 0,
    },
  ],
  categories:`;

test('a finished PDF without a Markdown source is offered, gets a cover once, and satisfies the doctor', () => {
  test.setTimeout(180_000);
  const folder = copyProject();
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
  const doctor = (): string[] => {
    const { stdout } = run('tools/doctor.ts', '--json');
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    return findings.map(({ message }) => message).filter((text) => text.includes('field-notes'));
  };
  const catalogue = join(folder, 'content/resources.ts');
  const text = readFileSync(catalogue, 'utf8').replace('  ],\n  categories:', entry);
  expect(text).toContain('field-notes');
  writeFileSync(catalogue, text);

  const missing = run('tools/generate.ts');
  expect(missing.stderr).toContain('content/white-papers/field-notes.md: cannot be read');
  expect(missing.stderr).toContain(
    'write it, put a finished PDF at public/resources/white-papers/field-notes.pdf, or take it out',
  );

  const pdf = join(folder, 'public/resources/white-papers/field-notes.pdf');
  const cover = pdf.replace('.pdf', '.webp');
  copyFileSync('public/resources/resume.pdf', pdf);
  expect(doctor()).toEqual(['public/resources/white-papers/field-notes.webp is missing.']);
  const made = run('tools/generate.ts');
  expect(made.stderr).toBe('');
  expect(made.stdout).toContain('public/resources/white-papers/field-notes.pdf: ready-made');
  expect(existsSync(cover)).toBe(true);
  expect(doctor()).toEqual([]);

  // A picture of the owner's own stays.
  const record = join(folder, 'documents/built.json');
  const { 'public/resources/white-papers/field-notes.webp': entryOfCover, ...others } = JSON.parse(
    readFileSync(record, 'utf8'),
  );
  expect(entryOfCover).toBeDefined();
  writeFileSync(record, JSON.stringify(others));
  writeFileSync(cover, 'a picture of my own');
  expect(run('tools/generate.ts').status).toBe(0);
  expect(readFileSync(cover, 'utf8')).toBe('a picture of my own');
  expect(doctor()).toEqual([]);
  rmSync(folder, { recursive: true });
});
