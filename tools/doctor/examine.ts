import { findUntoldAnalytics } from './checks/analytics.ts';
import { findStaleBuild } from './checks/built/freshness.ts';
import { findBrokenLinks } from './checks/built/links.ts';
import { findBadTexts } from './checks/built/texts.ts';
import { findConfigurationMistakes } from './checks/configuration.ts';
import { findDeliveryMistakes } from './checks/delivery.ts';
import { findBadDescriptions } from './checks/descriptions.ts';
import { findBadDocuments, findUnlistedDocuments } from './checks/documents.ts';
import { findImpossibleContacts } from './checks/identity.ts';
import { findBrokenReferences } from './checks/references.ts';
import { findSample } from './checks/sample.ts';
import { findExpiredContact } from './checks/security-txt.ts';
import { findBadWords, findDatesToCome } from './checks/words.ts';
import type { Finding } from './finding.ts';
import type { Project } from './project.ts';

type Check = (project: Project) => Iterable<Finding>;

/** In the order in which an owner fixes things. */
const sourceChecks: readonly Check[] = [
  findConfigurationMistakes,
  findImpossibleContacts,
  findSample,
  findDeliveryMistakes,
  findUntoldAnalytics,
  findBrokenReferences,
  findBadWords,
  findDatesToCome,
  findBadDescriptions,
  findExpiredContact,
  findUnlistedDocuments,
];

const buildChecks: readonly Check[] = [findBrokenLinks, findBadTexts];

/** All findings. It does not look into a stale build: what it found there would be false. */
export const examine = (project: Project): Finding[] => {
  const stale = [...findStaleBuild(project)];
  const current = stale.length === 0 ? project : { ...project, built: null };
  return [
    ...sourceChecks.flatMap((check) => [...check(project)]),
    ...findBadDocuments(current),
    ...stale,
    ...buildChecks.flatMap((check) => [...check(current)]),
  ].map((finding) => ({ line: project.lineOf(finding.file, finding.field), ...finding }));
};
