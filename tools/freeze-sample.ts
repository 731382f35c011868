import { writeFileSync } from 'node:fs';
import { fileTexts, readPublicFiles } from './doctor/read-project.ts';
import { freeze } from './doctor/sample.ts';
import { readTexts } from './doctor/texts.ts';

// For the sample's author, after a change of its words or papers; an owner never runs it.
const texts = [...readTexts().texts, ...fileTexts(await readPublicFiles())];
writeFileSync('tools/doctor/sample.json', `${JSON.stringify(freeze(texts), null, 2)}\n`);
