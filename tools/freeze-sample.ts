import { writeFileSync } from 'node:fs';
import { embedded } from '#content/embedded.ts';
import { content } from '#model/check.ts';
import { readTexts } from './doctor/read-project.ts';
import { freeze } from './doctor/sample-text.ts';

// For the sample's author, after a change of its words; an owner never runs it.
const frozen = freeze({ content: { ...content, embedded }, texts: readTexts() });
writeFileSync('tools/doctor/sample.json', `${JSON.stringify(frozen, null, 2)}\n`);
