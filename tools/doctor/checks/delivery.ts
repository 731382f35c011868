import { findDeliveryMistake, readDelivery } from '#hosting/delivery.ts';
import { findIgnoredOnWorkers, findMistakes, workerVariables } from '#hosting/variables.ts';
import type { Finding, Severity } from '../finding.ts';
import { type Project, variable } from '../project.ts';

/** What of the configuration a Worker could not do, so that nobody would be told of submissions. */
export const findDeliveryMistakes = (project: Project): Finding[] => {
  const { environment, host } = project;
  if (host !== 'workers') return [];
  const set = workerVariables(environment);
  const isUntold = readDelivery(set) === null;
  const isMailLost = isUntold && Boolean(variable(project, 'SMTP_URL'));
  const half = isMailLost ? null : findDeliveryMistake(set, ['RESEND_API_KEY']);
  const found = (severity: Severity, field: string, message: string, fix: string): Finding => ({
    severity,
    message,
    file: 'environment',
    field,
    fix,
  });
  const mistakes = [...findMistakes('worker', set), ...(half ? [half] : [])];
  const findings = mistakes.map(({ field, message }) =>
    found('error', field, `${message}.`, 'Set it here: `npm run publish` gives it to the Worker.'),
  );
  for (const { name, line } of findIgnoredOnWorkers(environment)) {
    findings.push(
      name === 'SMTP_URL' && isMailLost
        ? found(
            'error',
            name,
            line,
            'Set RESEND_API_KEY and INBOX_TO, or take it out: nobody would be told.',
          )
        : found('warning', name, line, 'Nothing, if it is meant for another host; or take it out.'),
    );
  }
  if (isUntold && findings.every(({ severity }) => severity !== 'error')) {
    findings.push(
      found(
        'note',
        'RESEND_API_KEY, INBOX_TO',
        'Nothing set here tells you of submissions: they are kept in the D1 database.',
        'Set both to have them mailed. What is a secret of the Worker already is kept.',
      ),
    );
  }
  return findings;
};
