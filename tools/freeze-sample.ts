import { writeFileSync } from 'node:fs';
import { switches } from '#model/vocabulary.ts';
import { readPublicFiles } from './doctor/project.ts';
import { digestOfSentence, fileTexts, readTexts, sentencesOf, type Text } from './doctor/sample.ts';

// For the sample's author, after a change of its words or papers; an owner never runs it.

/** What is the sample's however short it is. */
const own =
  /(?:^|[.\]])(?:firm|person|email|phone|office|url|company|amount|figure|updated|weeklyHours|daysOff|assumptions)$|^heading$|^actions\.\w+\.text$/;

/** What an owner may keep: names of what is there, and what is true of the software. */
const kept =
  /(?:Heading|Resource|\.heading|\[\]\.(?:id|title|path|filename))$|^footer\.facts$|^services\.\w+\./;

/** They show nothing before the owner has written an entry. */
const empty = ['content/case-studies.yaml', 'content/clients.yaml'];

const isMark = ({ file, field }: Text, sentence: string): boolean =>
  !empty.includes(file) &&
  !sentence.startsWith('#') &&
  (own.test(field) ||
    file.startsWith('public/') ||
    sentence.startsWith(':::role[') ||
    // Shorter ones could be anybody's.
    (!kept.test(field) && (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length > 3));

// A sentence reads otherwise where a part of it is switched off.
const states = Array.from({ length: 2 ** switches.length }, (_, state) =>
  Object.fromEntries(switches.map((name, place) => [name, (state & (1 << place)) === 0])),
);
const texts = [
  ...states.flatMap((isOn) => readTexts(".", isOn)),
  ...fileTexts(await readPublicFiles()),
];
const digests = texts.flatMap((text) =>
  sentencesOf(text)
    .filter((sentence) => isMark(text, sentence))
    .map(digestOfSentence),
);
writeFileSync(
  'tools/doctor/sample.json',
  `${JSON.stringify([...new Set(digests)].toSorted(), null, 2)}\n`,
);
